/** How much of the long suite is run: SAPA_LONG_SCALE, 1 by default, which takes a few minutes. */
import { readEnvironment } from "../../src/server/platform/config-environment.ts";

const SCALE = Number(readEnvironment().SAPA_LONG_SCALE ?? 1);

export const rounds = (count: number) => Math.max(1, Math.round(count * SCALE));
export const seconds = (count: number) => count * 1_000 * SCALE;
/** Far above what a round takes on a busy machine; only a hang reaches it. */
export const LIMIT_MS = 600_000 * Math.max(SCALE, 1);
