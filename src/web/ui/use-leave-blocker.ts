import { useEffect, useRef } from "react";
import { type Blocker, type Location, useBlocker } from "react-router-dom";
import { readSession } from "../session.ts";

/**
 * Stops a navigation inside the application while there are unsaved changes, and lets the browser ask before the tab is
 * closed. `pageOf` identifies a page: an address with the same page loses nothing.
 */
export function useLeaveBlocker(isDirty: boolean, isSaving: boolean, pageOf: (location: Location) => string): Blocker {
  // A user whose session has ended cannot save, so the question would be pointless.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return isDirty && readSession().user !== null && pageOf(currentLocation) !== pageOf(nextLocation);
  });
  // The save that was running when the user wanted to leave is done, so the question can go.
  useEffect(() => {
    if (blocker.state === "blocked" && !isDirty && !isSaving) blocker.proceed();
  }, [blocker, isDirty, isSaving]);
  // A save that was begun in the dialog has failed; the page says why.
  const wasSaving = useRef(false);
  useEffect(() => {
    const hasEnded = wasSaving.current && !isSaving;
    wasSaving.current = isSaving;
    if (hasEnded && isDirty && blocker.state === "blocked") blocker.reset();
  }, [blocker, isDirty, isSaving]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
  return blocker;
}
