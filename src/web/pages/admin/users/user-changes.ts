import type { AdminUser } from "../../../../contract/user.ts";

/** The values of the dialog of an account. */
export interface UserFields {
  username: string;
  email: string;
  /** Empty: the password stays as it is. */
  password: string;
  planId: number;
  planMonths?: number;
}

/**
 * Only what the administrator changed. A plan that was bought while the dialog was open must not be replaced by the plan
 * that the account had when it was opened.
 */
export function changesOf(user: AdminUser, body: UserFields): Partial<UserFields> {
  const changes: Partial<UserFields> = {};
  if (body.username !== user.username) changes.username = body.username;
  if (body.email !== (user.email ?? "")) changes.email = body.email;
  if (body.password !== "") changes.password = body.password;
  if (body.planId !== user.planId) Object.assign(changes, { planId: body.planId, planMonths: body.planMonths });
  return changes;
}
