import type { AdminUser } from "../../../../contract/user.ts";

/** What the dialog of an account holds. */
export interface UserFields {
  username: string;
  email: string;
  /** Empty: as it is. */
  password: string;
  planId: number;
  planMonths?: number;
}

/**
 * What the administrator changed, and nothing else: a plan that was bought while the dialog stood open must not be
 * replaced by the one that it was opened with.
 */
export function changesOf(user: AdminUser, body: UserFields): Partial<UserFields> {
  const changes: Partial<UserFields> = {};
  if (body.username !== user.username) changes.username = body.username;
  if (body.email !== (user.email ?? "")) changes.email = body.email;
  if (body.password !== "") changes.password = body.password;
  if (body.planId !== user.planId) Object.assign(changes, { planId: body.planId, planMonths: body.planMonths });
  return changes;
}
