import type { ComponentProps } from "react";
import type { AdminPlan } from "../../../../contract/plan.ts";
import { planNameOf } from "../../../text/format.ts";

interface PlanSelectProps extends Omit<ComponentProps<"select">, "value" | "onChange"> {
  plans: readonly AdminPlan[];
  value: number;
  /** The name of the chosen plan if it is none of the plans, because it was deleted or they are still loading. */
  unlisted: string;
  onChange: (planId: number) => void;
}

/** A choice of plans by their names. */
export function PlanSelect({ plans, value, unlisted, onChange, ...control }: PlanSelectProps) {
  return (
    <select {...control} className="select" value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {!plans.some(({ id }) => id === value) && <option value={value}>{planNameOf(unlisted)}</option>}
      {plans.map((plan) => (
        <option key={plan.id} value={plan.id}>
          {planNameOf(plan.planName)}
        </option>
      ))}
    </select>
  );
}
