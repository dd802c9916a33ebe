/**
 * The figures that this tab has shown last, so that a reload during an outage does not replace them by the Free Plan's. They
 * go with the session.
 */
import type { UserDetails } from "../../../contract/user.ts";
import { readSession, watchSession } from "../../session.ts";

export interface LastKnown {
  /** Epoch milliseconds. */
  at: number;
  details: UserDetails;
}

const PREFIX = "sapa:dashboard:";

/** Lost if the browser refuses storage or has no room. */
export function keepKnown(userId: string, known: LastKnown): void {
  try {
    sessionStorage.setItem(PREFIX + userId, JSON.stringify(known));
  } catch (error) {
    console.debug("dashboard: the figures could not be kept", error);
  }
}

export function readKnown(userId: string): LastKnown | null {
  try {
    const raw = sessionStorage.getItem(PREFIX + userId);
    return raw === null ? null : (JSON.parse(raw) as LastKnown);
  } catch (error) {
    console.debug("dashboard: no figures are kept", error);
    return null;
  }
}

/** Removes the figures of a user whose session has ended. @returns a function that stops this. */
export function forgetWithSession(userId: string): () => void {
  return watchSession(() => {
    if (readSession().user?.id === userId) return;
    try {
      sessionStorage.removeItem(PREFIX + userId);
    } catch (error) {
      console.debug("dashboard: no figures to remove", error);
    }
  });
}
