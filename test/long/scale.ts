/** The length of the long suite: SAPA_LONG_SCALE. The default of 1 takes a few minutes. */
import { readEnvironment } from "../../src/server/platform/config-environment.ts";

const environment = readEnvironment();
const SCALE = Number(environment.SAPA_LONG_SCALE ?? 1);

/** How many nodes share a PostgreSQL, and how often one of them is killed. scripts/test-long.sh sets both. */
export const NODES = Number(environment.SAPA_LONG_NODES ?? 2);
export const KILLS = Number(environment.SAPA_LONG_KILLS ?? 10);

export const rounds = (count: number) => Math.max(1, Math.round(count * SCALE));
export const seconds = (count: number) => count * 1_000 * SCALE;
/** Far more than a test takes on a busy machine, so only a hang reaches it. */
export const LIMIT_MS = 600_000 * Math.max(SCALE, 1);
