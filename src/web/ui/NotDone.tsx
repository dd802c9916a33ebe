import { whyOf } from "../text/failure.ts";
import { Alert } from "./Alert.tsx";

interface ReasonProps {
  /** A sentence that says what was not done. */
  what: string;
  error: unknown;
}

/** What was not done, why, and what to do next. */
export function Reason({ what, error }: ReasonProps) {
  return (
    <>
      <p className="font-semibold">{what}</p>
      <p>{whyOf(error)}</p>
    </>
  );
}

/** Says at its place that an action failed. */
export function NotDone({ className, ...reason }: ReasonProps & { className?: string }) {
  return (
    <Alert className={className}>
      <Reason {...reason} />
    </Alert>
  );
}
