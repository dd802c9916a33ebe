import type { ReactNode } from "react";
import { useSession } from "../use-session.ts";

/** What changes something. An administrator who only looks at the account does not see it. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const { isView } = useSession();
  return isView ? null : children;
}
