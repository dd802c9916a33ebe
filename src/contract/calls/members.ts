/** Members of a business, and invitations to become one. */

import type { businessListQuery, handoverInput, newBusiness } from "../business.schema.ts";
import type { BusinessPage, MadeBusiness } from "../business.ts";
import type { joinInput, joinSignUpInput, memberChange, memberInvitationInput, memberQuery } from "../member.schema.ts";
import type { InvitationCheck, Member, MemberInvitationPage, MemberPage, NewMemberInvitation, OwnBusiness } from "../member.ts";
import type { SessionUser, SignedIn } from "../user.ts";
import { call } from "./call.ts";

export const memberCalls = {
  /** The businesses of the person who asks, for the switch. */
  listBusinesses: call<{ answer: { businesses: OwnBusiness[] } }>()("GET", "/api/businesses", "person"),
  /** The same with plan, usage and health, searched and sorted, page by page. */
  searchBusinesses: call<{ query: typeof businessListQuery; answer: BusinessPage }>()("GET", "/api/businesses/overview", "person"),
  /** A business of which the person who asks is the owner. */
  makeBusiness: call<{ body: typeof newBusiness; answer: MadeBusiness }>()("POST", "/api/businesses", "person"),
  /** Invites the next owner of the business. */
  handOver: call<{ body: typeof handoverInput; answer: NewMemberInvitation }>()("POST", "/api/members/handover", "owner"),
  listMembers: call<{ query: typeof memberQuery; answer: MemberPage }>()("GET", "/api/members", "owner"),
  changeMember: call<{ body: typeof memberChange; answer: Member }>()("PUT", "/api/members/:userId", "owner"),
  removeMember: call()("DELETE", "/api/members/:userId", "owner"),
  /** The person who asks leaves the business. */
  leaveBusiness: call()("POST", "/api/members/leave", "viewer"),
  inviteMember: call<{ body: typeof memberInvitationInput; answer: NewMemberInvitation }>()("POST", "/api/members/invitations", "owner"),
  listMemberInvitations: call<{ query: typeof memberQuery; answer: MemberInvitationPage }>()("GET", "/api/members/invitations", "owner"),
  /** Makes a new link, which ends the one before, for seven days from now. */
  resendMemberInvitation: call<{ answer: NewMemberInvitation }>()("POST", "/api/members/invitations/:invitationId/resend", "owner"),
  withdrawMemberInvitation: call()("DELETE", "/api/members/invitations/:invitationId", "owner"),
  checkMemberInvitation: call<{ body: typeof joinInput; answer: InvitationCheck }>()("POST", "/api/join/check", "anyone"),
  /** The person who asks becomes a member. The answer is the business as the browser keeps it. */
  acceptMemberInvitation: call<{ body: typeof joinInput; answer: SessionUser }>()("POST", "/api/join", "person"),
  /** A new person becomes a member, without a business of their own. */
  joinBySignUp: call<{ body: typeof joinSignUpInput; answer: SignedIn }>()("POST", "/api/join/signup", "anyone"),
};
