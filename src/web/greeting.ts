/** Whom the dashboard greets (product 1.2). The first script of the documents uses it, too. */
import type { SessionUser } from "../contract/user.ts";

/** An owner in the business of their own sign-up has typed its name as theirs; in any other business, it is not the person's name. */
export const greetedName = ({ id, personId, memberRole, username, displayName }: SessionUser): string =>
  (id === personId && memberRole === "owner" && displayName) || username;
