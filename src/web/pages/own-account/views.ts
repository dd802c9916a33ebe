/** The sections of the page about one's own account; the first one is shown when the address names none. */
import type { OwnAccount } from "../../../contract/user.ts";
import type { May } from "../../may.ts";

export type OwnView = "account" | "security" | "conversations" | "members" | "delete";

/** What this person decides about. In a view of an account, the login of its owner is nobody else's matter. */
export function viewsOf({ isAdministrator }: Pick<OwnAccount, "isAdministrator">, may: May, isView: boolean): OwnView[] {
  if (isView) return ["account", "conversations", "members"];
  if (isAdministrator) return ["account", "security"];
  return ["account", "security", ...(may.own ? (["conversations", "members"] as const) : []), "delete"];
}
