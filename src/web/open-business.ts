/** Shows another business in this tab, and in tabs that are opened from now on. */
import type { OwnBusiness } from "../contract/member.ts";
import type { SessionUser } from "../contract/user.ts";
import { chooseBusiness, keptOf } from "./session.ts";

export function openBusiness(user: SessionUser, { id, name, role }: OwnBusiness): void {
  chooseBusiness(keptOf({ ...user, id, displayName: name, memberRole: role }));
  // Everything on screen belongs to another business.
  location.assign("/dashboard");
}
