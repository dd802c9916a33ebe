/** The month's usage, as the dashboard shows it (product 2.12). Pure. */
import { RED_ABOVE, WARN_AT } from "../../../contract/plan.ts";

export interface UsageState {
  /** The length of the bar, from 0 to 1. */
  share: number;
  isRed: boolean;
  /** Whether to offer the upgrade and show the percentage. */
  isNear: boolean;
  isReached: boolean;
  /** Whole percent, rounded down, so that it is 100 only when the limit is reached. */
  percent: number;
}

/** A limit of 0 allows no messages, so it counts as reached. */
export function readUsage(used: number, limit: number): UsageState {
  const ratio = limit > 0 ? used / limit : 1;
  return {
    share: Math.min(1, Math.max(0, ratio)),
    isRed: ratio > RED_ABOVE,
    isNear: ratio >= WARN_AT,
    isReached: ratio >= 1,
    percent: Math.floor(ratio * 100),
  };
}
