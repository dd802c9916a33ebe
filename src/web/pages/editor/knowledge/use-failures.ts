import { useCallback, useState } from "react";
import type { Failure, FailurePlace } from "./knowledge-source.ts";

/** The failures that are shown, at most one for each place; a new failure replaces the earlier one. */
export function useFailures() {
  const [failures, setFailures] = useState<ReadonlyMap<FailurePlace, Failure>>(new Map());
  const setFailure = useCallback((at: FailurePlace, failure: Failure | null) => {
    setFailures((now) => new Map([...now].filter(([place]) => place !== at).concat(failure ? [[at, failure]] : [])));
  }, []);
  return { failures, setFailure, dismiss: useCallback((at: FailurePlace) => setFailure(at, null), [setFailure]) };
}
