import { type MemberRole, mayAct } from "../contract/member.ts";
import type { Session } from "./session.ts";
import { useSession } from "./use-session.ts";

/** What the person may do in the business on screen. It decides only what is shown; the server decides what is allowed. */
export interface May {
  /** Change agents and their knowledge, and publish. */
  edit: boolean;
  /** Work on conversations. */
  reply: boolean;
  /** Plans, payments, members, and the business itself. */
  own: boolean;
  /** Whether there is a business of which the person is a member. */
  member: boolean;
}

export function mayOf({ user }: Session): May {
  // A user that an earlier version has stored owns the account. Who looks at an account sees what its owner sees.
  const role: MemberRole | null = user?.memberRole === undefined ? "owner" : user.memberRole;
  const may = (least: MemberRole) => mayAct(role, least);
  return { edit: may("editor"), reply: may("replier"), own: may("owner"), member: may("viewer") };
}

/** Whether nothing of the agents may be changed: the account is only looked at, or the role does not allow it. */
export function useReadOnly(): boolean {
  const session = useSession();
  return session.isView === true || !mayOf(session).edit;
}

export const useMay = (): May => mayOf(useSession());
