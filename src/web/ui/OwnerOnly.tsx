import type { ReactNode } from "react";
import { useReadOnly } from "../may.ts";

/** What changes something. Whoever only looks at the account, or whose role may not change agents, does not see it. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  return useReadOnly() ? null : children;
}
