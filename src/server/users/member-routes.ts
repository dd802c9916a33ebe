/** Members, invitations, and the businesses of a person. */
import { memberApi } from "../../contract/calls/members.schema.ts";
import { listBusinesses } from "../accounts/members-store.ts";
import type { Passwords } from "../accounts/passwords.ts";
import { deviceOf } from "../accounts/sessions.ts";
import type { MailRoom } from "../mail/mail.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { addressKey } from "../platform/http/address.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import type { Db } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { makeBusiness, searchBusinesses } from "./businesses.ts";
import { acceptInvitation, checkInvitation, joinBySignUp } from "./joining.ts";
import { handOver, inviteMember, readMemberInvitations, resendInvitation, withdrawMemberInvitation } from "./member-invitations.ts";
import { changeRole, leaveBusiness, readMembers, removeMember } from "./members.ts";
import { presentSelf } from "./present.ts";

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  http: Http;
  passwords: Passwords;
  sharedRates: SharedRates;
  settings: SettingsSource;
  mailRoom: MailRoom;
}

/** Uses of links from one address: a token cannot be guessed, but a sign-up costs a hash. */
const USES: RateRule = { name: "members.join", max: 120, perMs: 600_000 };
/** Each reads the figures of up to 25 businesses. */
const SEARCHES: RateRule = { name: "businesses.search", max: 120, perMs: 60_000 };
const CHANGES: RateRule = { name: "members.change", max: 60, perMs: 60_000 };

export function memberRoutes(deps: Deps) {
  const { db, http, mailRoom } = deps;
  return mount("members", [
    http.endpoint(memberApi.listBusinesses, async ({ viewer }) => ({ businesses: await listBusinesses(db, viewer.userId) })),
    http.endpoint(memberApi.searchBusinesses, { limit: SEARCHES }, ({ viewer, query }) =>
      searchBusinesses({ ...deps, timeZone: deps.config.tz }, viewer, query),
    ),
    http.endpoint(memberApi.makeBusiness, { limit: CHANGES }, ({ viewer, body, address }) =>
      makeBusiness({ ...deps, timeZone: deps.config.tz }, viewer, { address, addressKey: addressKey(address) }, body),
    ),
    http.endpoint(memberApi.handOver, { limit: CHANGES }, ({ viewer, body, address }) => handOver(deps, viewer, address, body)),
    http.endpoint(memberApi.listMembers, async ({ viewer, query }) => ({
      ...(await readMembers(db, viewer, query)),
      mailReady: (await mailRoom.open()) !== null,
    })),
    http.endpoint(memberApi.changeMember, { limit: CHANGES }, ({ viewer, params, body, address }) =>
      changeRole(db, viewer, address, { userId: params.userId, role: body.role }),
    ),
    http.endpoint(memberApi.removeMember, { limit: CHANGES }, ({ viewer, params, address }) =>
      removeMember(db, viewer, address, params.userId),
    ),
    http.endpoint(memberApi.leaveBusiness, { limit: CHANGES }, ({ viewer, address }) => leaveBusiness(db, viewer, address)),
    http.endpoint(memberApi.inviteMember, { limit: CHANGES }, ({ viewer, body, address }) => inviteMember(deps, viewer, address, body)),
    http.endpoint(memberApi.listMemberInvitations, ({ viewer, query }) => readMemberInvitations(db, viewer, query)),
    http.endpoint(memberApi.resendMemberInvitation, { limit: CHANGES }, ({ viewer, params, address }) =>
      resendInvitation(deps, viewer, address, params.invitationId),
    ),
    http.endpoint(memberApi.withdrawMemberInvitation, { limit: CHANGES }, ({ viewer, params, address }) =>
      withdrawMemberInvitation(db, viewer, address, params.invitationId),
    ),
    http.endpoint(memberApi.checkMemberInvitation, { limit: USES }, ({ body }) => checkInvitation(db, body.token)),
    http.endpoint(memberApi.acceptMemberInvitation, { limit: USES }, async ({ viewer, body, address }) => {
      const { person, joined } = await acceptInvitation(deps, viewer, address, body.token);
      return presentSelf(deps, person, joined);
    }),
    http.endpoint(memberApi.joinBySignUp, { limit: USES }, async ({ request, body, address }) => {
      const asker = { from: addressKey(address), signal: request.signal };
      const { person, joined, session } = await joinBySignUp(deps, body, asker, deviceOf(request, address));
      return { ...(await presentSelf(deps, person, joined)), token: session };
    }),
  ]);
}
