import { useSyncExternalStore } from "react";
import { readSession, type Session, watchSession } from "./session.ts";

/** The current session; the component renders again when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(watchSession, readSession);
}
