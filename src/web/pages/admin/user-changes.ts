import type { AdminUser } from "../../../contract/user.ts";
import type { UserBody } from "./admin-api.ts";

/**
 * What the administrator changed, and nothing else: a plan that was bought while the dialog stood open must not be
 * replaced by the one that it was opened with.
 */
export function changesOf(user: AdminUser, body: UserBody): Partial<UserBody> {
  const changes: Partial<UserBody> = {};
  if (body.username !== user.username) changes.username = body.username;
  if (body.email !== (user.email ?? "")) changes.email = body.email;
  if (body.password !== "") changes.password = body.password;
  if (body.planId !== user.planId) Object.assign(changes, { planId: body.planId, planMonths: body.planMonths });
  return changes;
}
