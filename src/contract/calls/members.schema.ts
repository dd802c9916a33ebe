import { businessListQuery, handoverInput, newBusiness } from "../business.schema.ts";
import { joinInput, joinSignUpInput, memberChange, memberInvitationInput, memberQuery } from "../member.schema.ts";
import { describe } from "./call.schema.ts";
import { memberCalls } from "./members.ts";

export const memberApi = describe(memberCalls, {
  searchBusinesses: { query: businessListQuery },
  makeBusiness: { body: newBusiness, status: 201 },
  handOver: { body: handoverInput, status: 201 },
  listMembers: { query: memberQuery },
  changeMember: { body: memberChange },
  inviteMember: { body: memberInvitationInput, status: 201 },
  listMemberInvitations: { query: memberQuery },
  checkMemberInvitation: { body: joinInput },
  acceptMemberInvitation: { body: joinInput },
  joinBySignUp: { body: joinSignUpInput, status: 201 },
});
