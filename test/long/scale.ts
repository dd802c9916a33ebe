/** The length of the long suite: SAPA_LONG_SCALE. The default of 1 takes a few minutes. */
import { readEnvironment } from "../../src/server/platform/config-environment.ts";

const SCALE = Number(readEnvironment().SAPA_LONG_SCALE ?? 1);

export const rounds = (count: number) => Math.max(1, Math.round(count * SCALE));
export const seconds = (count: number) => count * 1_000 * SCALE;
/** Far more than a test takes on a busy machine, so only a hang reaches it. */
export const LIMIT_MS = 600_000 * Math.max(SCALE, 1);
