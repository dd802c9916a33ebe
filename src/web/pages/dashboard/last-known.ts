/**
 * The figures that this tab has shown last, so that a reload during an outage does not replace them by the Free Plan's. They
 * go with the session.
 */
import type { UserDetails } from "../../../contract/user.ts";
import { readSession, watchSession } from "../../session.ts";
import { keepInTab, readInTab } from "../../tab-storage.ts";

export interface LastKnown {
  /** Epoch milliseconds. */
  at: number;
  details: UserDetails;
}

const PREFIX = "sapa:dashboard:";

export const keepKnown = (userId: string, known: LastKnown): void => keepInTab(PREFIX + userId, known);

export const readKnown = (userId: string): LastKnown | null => readInTab<LastKnown>(PREFIX + userId);

/** Removes the figures of a user whose session has ended. @returns a function that stops this. */
export function forgetWithSession(userId: string): () => void {
  return watchSession(() => {
    if (readSession().user?.id !== userId) keepInTab(PREFIX + userId, null);
  });
}
