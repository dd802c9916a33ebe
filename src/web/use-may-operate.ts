import type { Call } from "../contract/calls/call.ts";
import { mayOperate, operatorOf } from "./operator.ts";
import { useSession } from "./use-session.ts";

/** Whether the person may make a call for the operator. */
export function useMayOperate(): (call: Pick<Call, "staff">) => boolean {
  const operator = operatorOf(useSession());
  return (call) => mayOperate(operator, call);
}
