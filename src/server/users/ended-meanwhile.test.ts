/** A session that ends between the moment when its request is let in and the transaction that does the work. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { joinStaff } from "../../../test/staff.ts";
import { authenticate, endSession } from "../accounts/sessions.ts";
import type { DomainError } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import { createSharedRates } from "../platform/http/shared-rates.ts";
import { editAccount, viewAccount } from "./administer.ts";
import { makeBusiness } from "./businesses.ts";
import { createInvitation } from "./invitations.ts";
import { acceptInvitation } from "./joining.ts";
import { handOver, inviteMember, resendInvitation } from "./member-invitations.ts";
import { changeRole, removeMember } from "./members.ts";
import { handOverLink } from "./recovery.ts";
import { changeStaffRole, removeStaff } from "./staff.ts";
import { inviteStaff, resendStaffInvitation, withdrawStaffInvitation } from "./staff-invitations.ts";

const ADDRESS = "192.0.2.1";

let sapa: TestApp;
beforeEach(async () => {
  sapa = await testApp();
});
afterEach(() => sapa.close());

/** Who has made a request with this token that was let in, and whose session has ended since. */
async function endedViewer(token: string): Promise<Viewer> {
  const viewer = await authenticate({ ...sapa, isFactorRequired: async () => false }, token, null);
  if (!viewer) throw new Error("nobody has this token");
  await endSession(sapa.db, viewer.tokenHash);
  return viewer;
}

const depsOf = () => ({
  db: sapa.db,
  config: { publicUrl: null },
  mailRoom: { open: async () => null },
  sharedRates: createSharedRates(sapa.keys, 1),
});

/** Each is refused as a request without a session, and nothing of it is stored. */
async function expectRefused(acts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const before = await sapa.stored();
  for (const act of acts) {
    const code = await act().then(
      () => `${act} was done`,
      (error: DomainError) => error.code,
    );
    expect(code).toBe("unauthenticated");
  }
  expect(await sapa.stored()).toBe(before);
}

test("an owner whose session has ended invites nobody, hands nothing over and changes no member", async () => {
  const owner = await sapa.signUp("aminah");
  const asOwner = (path: string, body: object) => sapa.call("POST", path, { token: owner.token, body });
  const open = (await asOwner("/api/members/invitations", { role: "editor" })).body;
  const joined = { token: open.token, username: "citra", email: "citra@example.com", password: "secret-1" };
  const { personId: userId } = (await sapa.call("POST", "/api/join/signup", { body: joined })).body;
  const { invitation } = (await asOwner("/api/members/invitations", { role: "viewer" })).body;
  const viewer = await endedViewer(owner.token);
  await expectRefused([
    () => inviteMember(depsOf(), viewer, ADDRESS, { role: "owner" }),
    () => handOver(depsOf(), viewer, ADDRESS, { handover: "leave" }),
    () => resendInvitation(depsOf(), viewer, ADDRESS, invitation.id),
    () => changeRole(sapa.db, viewer, ADDRESS, { userId, role: "owner" }),
    () => removeMember(sapa.db, viewer, ADDRESS, userId),
  ]);
});

test("a person whose session has ended makes no business and joins none", async () => {
  const [owner, other] = [await sapa.signUp("aminah"), await sapa.signUp("badrul")];
  const { token } = (await sapa.call("POST", "/api/members/invitations", { token: other.token, body: { role: "viewer" } })).body;
  const viewer = await endedViewer(owner.token);
  const deps = { ...depsOf(), timeZone: "UTC", settings: sapa.live.settings };
  await expectRefused([
    () => makeBusiness(deps, viewer, { address: ADDRESS, addressKey: ADDRESS }, { name: "Kedai Bunga", chatName: "" }),
    () => acceptInvitation({ ...sapa, mailRoom: sapa.live.mailRoom }, viewer, ADDRESS, token),
  ]);
});

test("the administrator's session that has ended lets nobody in, and opens no account", async () => {
  const admin = await sapa.adminToken();
  const owner = await sapa.signUp("aminah");
  const billing = await joinStaff(sapa, admin, "billing");
  const { invitation } = (await sapa.call("POST", "/api/staff/invitations", { token: admin, body: { role: "support" } })).body;
  const viewer = await endedViewer(admin);
  const passwords = { hash: async () => "the hash of the thief", matches: async () => false };
  const author = { actor: viewer, address: ADDRESS, session: viewer.tokenHash };
  await expectRefused([
    () => createInvitation(sapa.db, viewer, ADDRESS, { note: "", days: 7, publicUrl: null }),
    () => inviteStaff(depsOf(), viewer, ADDRESS, { role: "support" }),
    () => resendStaffInvitation(depsOf(), viewer, ADDRESS, invitation.id),
    () => withdrawStaffInvitation(sapa.db, viewer, ADDRESS, invitation.id),
    () => changeStaffRole(sapa.db, viewer, ADDRESS, { userId: billing.id, role: "support" }),
    () => removeStaff(sapa.db, viewer, ADDRESS, billing.id),
    () => viewAccount(sapa.db, viewer, ADDRESS, owner.id),
    () => handOverLink(sapa.db, viewer, ADDRESS, { id: owner.id, of: "account" }, null),
    () => editAccount({ db: sapa.db, passwords, timeZone: "UTC" }, author, owner.id, { password: "the-thief-has-it-1" }),
  ]);
});

test("support whose session has ended makes no link and opens no account", async () => {
  const owner = await sapa.signUp("aminah");
  const siti = await joinStaff(sapa, await sapa.adminToken(), "support");
  const viewer = await endedViewer(siti.token);
  await expectRefused([
    () => viewAccount(sapa.db, viewer, ADDRESS, owner.id),
    () => handOverLink(sapa.db, viewer, ADDRESS, { id: owner.id, of: "account" }, null),
  ]);
});
