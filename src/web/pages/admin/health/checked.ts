import type { CheckState, Finding } from "../../../../contract/doctor.ts";

/** What became of a check: what the server found, or why it could not be asked. */
export type Checked = { finding: Finding } | { error: Error };

export const stateOf = (checked: Checked): CheckState => ("error" in checked ? "unknown" : checked.finding.state);

export function countStates(all: readonly Checked[]): Record<CheckState, number> {
  const counts = { ok: 0, warning: 0, fault: 0, unknown: 0 };
  for (const checked of all) counts[stateOf(checked)]++;
  return counts;
}
