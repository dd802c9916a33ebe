/** The rows of every route for the tests of access: what is sent, and what a visitor, the owner, another owner and the administrator get. */
import type { ALL_CALLS } from "../../src/contract/calls/all.schema.ts";
import type { StaffRole } from "../../src/contract/staff-role.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import type { TestApp } from "../app.ts";
import { connect } from "../socket-client.ts";

export type Live = "visitor" | "ownerA" | "ownerB" | "admin";
type Expected = Record<Live, number>;

const everyone = (status: number): Expected => ({ visitor: status, ownerA: status, ownerB: status, admin: status });
/** Routes about owner A's data for signed-in accounts. For owner B the data does not exist. */
const ofOwnerA = (status: number, admin = status): Expected => ({ visitor: 401, ownerA: status, ownerB: 404, admin });

/** Routes about the account of whoever asks. */
const ofEachOwn = (status: number): Expected => ({ visitor: 401, ownerA: status, ownerB: status, admin: status });

/** Routes for the administrator only. */
const ofAdmin = (status: number): Expected => ({ visitor: 401, ownerA: 403, ownerB: 403, admin: status });

const SUPPORT: readonly StaffRole[] = ["support"];
const BILLING: readonly StaffRole[] = ["billing"];
const ALL_STAFF: readonly StaffRole[] = ["support", "billing"];

export interface Row {
  expected: Expected;
  /** Names in braces are replaced with the ids of owner A's data. */
  path?: string;
  body?: unknown;
  /** A path with an unknown id: the answer for owner B must be exactly the same. */
  absent?: string;
  /** The staff who get the administrator's answer. Others are refused, unless every person may make the call. */
  staff?: readonly StaffRole[];
}

type Calls = typeof ALL_CALLS;
export type Called = { [Name in keyof Calls]: `${Calls[Name]["method"]} ${Calls[Name]["path"]}` }[keyof Calls];
/** Routes that are not calls: files and pages of the application, preflight requests of browsers, and the sockets of visitors and nodes. */
export const NO_CALLS = [
  "GET /*",
  "HEAD /*",
  "HEAD /files/:name",
  "OPTIONS /api/chats/:chatId",
  "OPTIONS /api/chats/validate-domain",
  "GET /api/socket",
  "GET /node/link",
] as const;

/** A call of the contract without a row here does not compile, and neither does a row without a call. */
export const TABLE: Record<Called | (typeof NO_CALLS)[number], Row> = {
  "GET /api/health": { expected: everyone(200) },
  "GET /healthz": { expected: everyone(200) },
  "GET /readyz": { expected: everyone(200) },
  // The tests call from the machine itself.
  "GET /metrics": { expected: everyone(200) },
  "GET /*": { expected: everyone(200), path: "/login" },
  "HEAD /*": { expected: everyone(200), path: "/login" },
  "POST /api/files": { expected: { visitor: 401, ownerA: 422, ownerB: 422, admin: 422 } },
  "GET /api/files": { expected: { visitor: 401, ownerA: 200, ownerB: 200, admin: 200 } },
  "DELETE /api/files/:hash": { expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 }, path: "/api/files/none" },
  "GET /files/:name": { expected: everyone(404), path: "/files/none.png" },
  "HEAD /files/:name": { expected: everyone(404), path: "/files/none.png" },
  "POST /api/users/signup": { expected: everyone(422), body: {} },
  "POST /api/login": { expected: everyone(401), body: { email: "nobody@example.com", password: "wrong-password" } },
  "POST /api/logout": { expected: { visitor: 401, ownerA: 204, ownerB: 204, admin: 204 } },
  "GET /api/users": { staff: ALL_STAFF, expected: ofAdmin(200) },
  "GET /api/users/export": { expected: ofAdmin(200) },
  "DELETE /api/users/:id": { expected: ofAdmin(200), path: "/api/users/{doomed}" },
  "POST /api/users/:id/restore": { expected: ofAdmin(200), path: "/api/users/{doomed}/restore" },
  "POST /api/users/:id/suspend": { expected: ofAdmin(200), path: "/api/users/{doomed}/suspend" },
  "POST /api/invitations": { expected: ofAdmin(201), body: {} },
  "GET /api/invitations": { expected: ofAdmin(200) },
  "DELETE /api/invitations/:id": { expected: ofAdmin(404), path: "/api/invitations/none" },
  "POST /api/users/:id/view": { staff: SUPPORT, expected: ofAdmin(200), path: "/api/users/{ownerA}/view" },
  "GET /api/users/:id/log": { expected: ofOwnerA(200), path: "/api/users/{ownerA}/log", absent: "/api/users/nobody/log" },
  "POST /api/users/:id/unsuspend": { expected: ofAdmin(200), path: "/api/users/{doomed}/unsuspend" },
  "GET /api/users/:id": { expected: ofOwnerA(200), path: "/api/users/{ownerA}", absent: "/api/users/nobody" },
  "PUT /api/users/:id": { expected: ofOwnerA(200), path: "/api/users/{ownerA}", body: {}, absent: "/api/users/nobody" },
  "GET /api/users/:id/setup": {
    expected: ofOwnerA(200, 404),
    path: "/api/users/{ownerA}/setup",
    absent: "/api/users/nobody/setup",
  },
  "POST /api/users/:id/setup/close": {
    expected: ofOwnerA(204, 404),
    path: "/api/users/{ownerA}/setup/close",
    absent: "/api/users/nobody/setup/close",
  },
  "GET /api/users/:id/usage": { expected: ofOwnerA(200), path: "/api/users/{ownerA}/usage", absent: "/api/users/nobody/usage" },
  "POST /api/users/:id/password": {
    expected: ofOwnerA(422, 404),
    path: "/api/users/{ownerA}/password",
    body: { currentPassword: "not-it", newPassword: "long-enough" },
    absent: "/api/users/nobody/password",
  },
  "GET /api/plans": { staff: ALL_STAFF, expected: everyone(200) },
  "POST /api/plans": { staff: BILLING, expected: ofAdmin(422), body: {} },
  "PUT /api/plans/:id": { staff: BILLING, expected: ofAdmin(200), path: "/api/plans/1", body: {} },
  "DELETE /api/plans/:id": { staff: BILLING, expected: ofAdmin(409), path: "/api/plans/1" },
  "GET /api/overview": { staff: SUPPORT, expected: ofAdmin(200) },
  "GET /api/overview/activity": { staff: SUPPORT, expected: ofAdmin(200) },
  "GET /api/overview/ledger": { staff: BILLING, expected: ofAdmin(200) },
  "GET /api/overview/ledger/export": { staff: BILLING, expected: ofAdmin(200) },
  "GET /api/audit": { staff: SUPPORT, expected: ofAdmin(200) },
  "GET /api/audit/export": { expected: ofAdmin(200) },
  "GET /api/settings": { expected: everyone(200) },
  "PUT /api/settings": { expected: { visitor: 401, ownerA: 403, ownerB: 403, admin: 200 }, body: {} },
  "POST /api/users/:id/reset-link": { staff: SUPPORT, expected: ofAdmin(201), path: "/api/users/{ownerA}/reset-link" },
  "POST /api/password/forgot": { expected: everyone(202), body: { email: "nobody@example.com" } },
  "POST /api/password/check": { expected: everyone(200), body: { token: "none" } },
  "POST /api/password/reset": { expected: everyone(410), body: { token: "none", password: "a-new-secret-1" } },
  "POST /api/email/confirm": { expected: everyone(410), body: { token: "none" } },
  // These calls have no id: each account reaches only itself.
  "GET /api/businesses": { expected: ofEachOwn(200) },
  "GET /api/businesses/overview": { expected: ofEachOwn(200) },
  // A member with any role may make a business of their own.
  "POST /api/businesses": { expected: { visitor: 401, ownerA: 422, ownerB: 422, admin: 422 }, body: { name: " " } },
  "POST /api/members/handover": { expected: ofEachOwn(422), body: {} },
  "GET /api/members": { expected: ofEachOwn(200) },
  "PUT /api/members/:userId": {
    expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 },
    path: "/api/members/{doomed}",
    body: { role: "viewer" },
    absent: "/api/members/nobody",
  },
  "DELETE /api/members/:userId": {
    expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 },
    path: "/api/members/{doomed}",
    absent: "/api/members/nobody",
  },
  // No other person is an owner of these businesses.
  "POST /api/members/leave": { expected: { visitor: 401, ownerA: 409, ownerB: 409, admin: 409 } },
  "POST /api/members/invitations": { expected: { visitor: 401, ownerA: 422, ownerB: 422, admin: 422 }, body: {} },
  "GET /api/members/invitations": { expected: ofEachOwn(200) },
  "POST /api/members/invitations/:invitationId/resend": {
    expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 },
    path: "/api/members/invitations/{invitationC}/resend",
    absent: "/api/members/invitations/none/resend",
  },
  "DELETE /api/members/invitations/:invitationId": {
    expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 },
    path: "/api/members/invitations/{invitationC}",
    absent: "/api/members/invitations/none",
  },
  "GET /api/staff": { expected: ofAdmin(200) },
  "PUT /api/staff/:userId": { expected: ofAdmin(404), path: "/api/staff/{doomed}", body: { role: "billing" }, absent: "/api/staff/nobody" },
  "DELETE /api/staff/:userId": { expected: ofAdmin(404), path: "/api/staff/{doomed}", absent: "/api/staff/nobody" },
  "POST /api/staff/invitations": { expected: ofAdmin(422), body: {} },
  "GET /api/staff/invitations": { expected: ofAdmin(200) },
  "POST /api/staff/invitations/:invitationId/resend": { expected: ofAdmin(404), path: "/api/staff/invitations/none/resend" },
  "DELETE /api/staff/invitations/:invitationId": { expected: ofAdmin(404), path: "/api/staff/invitations/none" },
  "POST /api/users/:id/sign-out": {
    expected: ofAdmin(200),
    staff: SUPPORT,
    path: "/api/users/{doomed}/sign-out",
    absent: "/api/users/nobody/sign-out",
  },
  "GET /api/people": { staff: SUPPORT, expected: ofAdmin(200) },
  "POST /api/people/:id/reset-link": {
    staff: SUPPORT,
    expected: ofAdmin(201),
    path: "/api/people/{ownerA}/reset-link",
    absent: "/api/people/nobody/reset-link",
  },
  "POST /api/people/:id/sign-out": {
    staff: SUPPORT,
    expected: ofAdmin(200),
    path: "/api/people/{doomed}/sign-out",
    absent: "/api/people/nobody/sign-out",
  },
  "POST /api/join/check": { expected: everyone(200), body: { token: "none" } },
  "POST /api/join": { expected: { visitor: 401, ownerA: 410, ownerB: 410, admin: 409 }, body: { token: "none" } },
  "POST /api/join/signup": { expected: everyone(410), body: { token: "none", username: "new", password: "secret-1" } },
  "GET /api/account": { expected: ofEachOwn(200) },
  "PUT /api/account/language": { expected: ofEachOwn(204), body: { language: "en" } },
  "POST /api/account/email": { expected: ofEachOwn(422), body: { email: "new@example.com", currentPassword: "not-it" } },
  "DELETE /api/account/email": { expected: ofEachOwn(204) },
  "POST /api/account/verify": { expected: ofEachOwn(409) },
  "POST /api/login/second-step": { expected: everyone(410), body: { token: "none", code: "123456" } },
  "POST /api/login/passkey/start": { expected: everyone(200), body: {} },
  "POST /api/login/passkey": { expected: everyone(422), body: {} },
  "GET /api/account/factors": { expected: ofEachOwn(200) },
  "POST /api/account/factors/challenge": { expected: ofEachOwn(200) },
  "POST /api/account/factors/proof": { expected: ofEachOwn(422), body: {} },
  "POST /api/account/factors/app": { expected: ofEachOwn(410), body: { proof: "none" } },
  "POST /api/account/factors/app/confirm": { expected: ofEachOwn(410), body: { token: "none", code: "123456" } },
  "POST /api/account/factors/app/remove": { expected: ofEachOwn(410), body: { proof: "none" } },
  "POST /api/account/factors/passkeys": { expected: ofEachOwn(410), body: { proof: "none" } },
  "POST /api/account/factors/passkeys/confirm": { expected: ofEachOwn(422), body: {} },
  "POST /api/account/factors/passkeys/:passkeyId/remove": {
    expected: ofEachOwn(410),
    path: "/api/account/factors/passkeys/none/remove",
    body: { proof: "none" },
  },
  "POST /api/account/factors/codes": { expected: ofEachOwn(410), body: { proof: "none" } },
  "GET /api/account/log": { expected: ofEachOwn(200) },
  "GET /api/account/sessions": { expected: ofEachOwn(200) },
  "DELETE /api/account/sessions/:sessionId": { expected: ofEachOwn(404), path: "/api/account/sessions/none" },
  "DELETE /api/account/sessions": { expected: ofEachOwn(204) },
  "GET /api/account/export": { expected: ofEachOwn(200) },
  "POST /api/account/delete": { expected: { visitor: 401, ownerA: 422, ownerB: 422, admin: 409 }, body: { currentPassword: "not-it" } },
  "GET /api/mail": { expected: ofAdmin(200) },
  "POST /api/mail/test": { expected: ofAdmin(200), body: { to: "someone@example.com" } },
  "GET /api/models": { expected: ofAdmin(200) },
  "POST /api/models/check": { expected: ofAdmin(200), body: { provider: "openai" } },
  "GET /api/costs": { expected: ofAdmin(200) },
  "GET /api/costs/:userId": { expected: ofAdmin(200) },
  "GET /api/meaning": { expected: ofAdmin(200) },
  "GET /api/models/ollama": { expected: ofAdmin(200) },
  "POST /api/models/ollama/pull": { expected: ofAdmin(422), body: { name: "registry.example/x/y" } },
  "POST /api/models/ollama/cancel": { expected: ofAdmin(204), body: { name: "nothing" } },
  "POST /api/models/ollama/remove": { expected: ofAdmin(422), body: { name: "../x" } },
  "GET /api/chats/:chatId": { expected: everyone(200), path: "/api/chats/{chatA}" },
  "OPTIONS /api/chats/:chatId": { expected: everyone(204), path: "/api/chats/{chatA}" },
  "POST /api/chats": { expected: { visitor: 401, ownerA: 422, ownerB: 422, admin: 422 }, body: {} },
  "PUT /api/chats/:chatId": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}",
    body: { chatName: "Kedai" },
    absent: "/api/chats/no-such-chat",
  },
  "DELETE /api/chats/:chatId": {
    expected: { visitor: 401, ownerA: 200, ownerB: 404, admin: 404 },
    path: "/api/chats/{doomedA}",
    absent: "/api/chats/no-such-chat",
  },
  "POST /api/chats/:chatId/duplicate": {
    expected: ofOwnerA(201),
    path: "/api/chats/{chatA}/duplicate",
    body: { chatName: "Copy" },
    absent: "/api/chats/no-such-chat/duplicate",
  },
  "GET /api/chats/:chatId/export": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/export",
    absent: "/api/chats/no-such-chat/export",
  },
  "POST /api/chats/import": { expected: { visitor: 401, ownerA: 415, ownerB: 415, admin: 415 } },
  "GET /api/chats/:chatId/draft": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/draft",
    absent: "/api/chats/no-such-chat/draft",
  },
  "PUT /api/chats/:chatId/draft": {
    expected: ofOwnerA(409),
    path: "/api/chats/{chatA}/draft",
    body: { isOn: true, version: 99 },
    absent: "/api/chats/no-such-chat/draft",
  },
  "POST /api/chats/:chatId/draft/publish": {
    expected: ofOwnerA(409),
    path: "/api/chats/{chatA}/draft/publish",
    body: { version: 99 },
    absent: "/api/chats/no-such-chat/draft/publish",
  },
  "POST /api/chats/:chatId/draft/discard": {
    expected: ofOwnerA(409),
    path: "/api/chats/{chatA}/draft/discard",
    body: { version: 99 },
    absent: "/api/chats/no-such-chat/draft/discard",
  },
  "GET /api/users/:id/chats": {
    expected: ofOwnerA(200),
    path: "/api/users/{ownerA}/chats",
    absent: "/api/users/no-such-user/chats",
  },
  "POST /api/chats/:chatId/restore": {
    expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 },
    path: "/api/chats/{chatA}/restore",
    absent: "/api/chats/no-such-chat/restore",
  },
  "GET /api/chats/:chatId/sightings": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/sightings",
    absent: "/api/chats/no-such-chat/sightings",
  },
  "GET /api/chats/:chatId/knowledge": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/knowledge",
    absent: "/api/chats/no-such-chat/knowledge",
  },
  "POST /api/chats/:chatId/knowledge": {
    expected: ofOwnerA(201),
    path: "/api/chats/{chatA}/knowledge",
    body: { entry: "We open at seven." },
    absent: "/api/chats/no-such-chat/knowledge",
  },
  "GET /api/chats/:chatId/knowledge/:entryId": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/knowledge/{entryA}",
    absent: "/api/chats/{chatA}/knowledge/no-such-entry",
  },
  "PUT /api/chats/:chatId/knowledge/:entryId": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/knowledge/{entryA}",
    body: { entry: "We open at eight." },
    absent: "/api/chats/{chatA}/knowledge/no-such-entry",
  },
  "POST /api/chats/:chatId/knowledge/:entryId/move": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/knowledge/{entryA}/move",
    body: { place: "first" },
    absent: "/api/chats/{chatA}/knowledge/no-such-entry/move",
  },
  "POST /api/chats/:chatId/knowledge/:entryId/restore": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/knowledge/{entryA}/restore",
    absent: "/api/chats/{chatA}/knowledge/no-such-entry/restore",
  },
  "DELETE /api/chats/:chatId/knowledge/:entryId": {
    expected: { visitor: 401, ownerA: 200, ownerB: 404, admin: 404 },
    path: "/api/chats/{chatA}/knowledge/{entryA}",
    absent: "/api/chats/{chatA}/knowledge/no-such-entry",
  },
  "DELETE /api/chats/:chatId/knowledge": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/knowledge",
    absent: "/api/chats/no-such-chat/knowledge",
  },
  "POST /api/chats/:chatId/sources": {
    expected: { visitor: 401, ownerA: 202, ownerB: 404, admin: 409 },
    path: "/api/chats/{chatA}/sources",
    body: { kind: "site", url: "shop.example" },
    absent: "/api/chats/no-such-chat/sources",
  },
  "GET /api/chats/:chatId/sources": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/sources",
    absent: "/api/chats/no-such-chat/sources",
  },
  "GET /api/chats/:chatId/sources/:sourceId": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/sources/{sourceA}",
    absent: "/api/chats/{chatA}/sources/none",
  },
  "PUT /api/chats/:chatId/sources/:sourceId": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/sources/{sourceA}",
    body: { schedule: "daily" },
    absent: "/api/chats/{chatA}/sources/none",
  },
  "DELETE /api/chats/:chatId/sources/:sourceId": {
    expected: { visitor: 401, ownerA: 200, ownerB: 404, admin: 404 },
    path: "/api/chats/{chatA}/sources/{doomedSourceA}",
    absent: "/api/chats/{chatA}/sources/none",
  },
  "POST /api/chats/:chatId/sources/:sourceId/restore": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/sources/{sourceA}/restore",
    absent: "/api/chats/{chatA}/sources/none/restore",
  },
  "POST /api/chats/:chatId/sources/:sourceId/sync": {
    expected: ofOwnerA(202),
    path: "/api/chats/{chatA}/sources/{sourceA}/sync",
    absent: "/api/chats/{chatA}/sources/none/sync",
  },
  "POST /api/chats/:chatId/sources/:sourceId/cancel": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/sources/{sourceA}/cancel",
    absent: "/api/chats/{chatA}/sources/none/cancel",
  },
  "POST /api/chats/:chatId/sources/:sourceId/file": {
    expected: ofOwnerA(409),
    path: "/api/chats/{chatA}/sources/{sourceA}/file",
    body: {},
    absent: "/api/chats/{chatA}/sources/none/file",
  },
  "POST /api/chats/:chatId/sources/:sourceId/choose": {
    expected: ofOwnerA(409),
    path: "/api/chats/{chatA}/sources/{sourceA}/choose",
    body: { all: true },
    absent: "/api/chats/{chatA}/sources/none/choose",
  },
  "POST /api/chats/:chatId/sources/:sourceId/pages/:pageId/take": {
    expected: ofOwnerA(404, 404),
    path: "/api/chats/{chatA}/sources/{sourceA}/pages/none/take",
    absent: "/api/chats/{chatA}/sources/none/pages/none/take",
  },
  "POST /api/chats/:chatId/sources/:sourceId/pages/:pageId/leave": {
    expected: ofOwnerA(404, 404),
    path: "/api/chats/{chatA}/sources/{sourceA}/pages/none/leave",
    absent: "/api/chats/{chatA}/sources/none/pages/none/leave",
  },
  "POST /api/chats/:chatId/sources/:sourceId/pages/:pageId/restore": {
    expected: ofOwnerA(404, 404),
    path: "/api/chats/{chatA}/sources/{sourceA}/pages/none/restore",
    absent: "/api/chats/{chatA}/sources/none/pages/none/restore",
  },
  "GET /api/chats/:chatId/sources/:sourceId/pages/:pageId": {
    expected: ofOwnerA(404, 404),
    path: "/api/chats/{chatA}/sources/{sourceA}/pages/none",
    absent: "/api/chats/{chatA}/sources/none/pages/none",
  },
  "POST /api/chats/:chatId/knowledge/:entryId/conflict": {
    expected: ofOwnerA(404, 404),
    path: "/api/chats/{chatA}/knowledge/none/conflict",
    body: { keep: "mine" },
    absent: "/api/chats/no-such-chat/knowledge/none/conflict",
  },
  "GET /api/jobs/:jobId": {
    expected: ofOwnerA(200),
    path: "/api/jobs/{jobA}",
    absent: "/api/jobs/none",
  },
  "GET /api/chats/:chatId/versions": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/versions",
    absent: "/api/chats/no-such-chat/versions",
  },
  "GET /api/chats/:chatId/versions/:number": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/versions/1",
    absent: "/api/chats/no-such-chat/versions/1",
  },
  "POST /api/chats/:chatId/versions/:number/restore": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/versions/1/restore",
    absent: "/api/chats/no-such-chat/versions/1/restore",
  },
  "GET /api/chats/:chatId/draft/answers": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/draft/answers",
    absent: "/api/chats/no-such-chat/draft/answers",
  },
  "POST /api/chats/:chatId/draft/answers": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/draft/answers",
    absent: "/api/chats/no-such-chat/draft/answers",
  },
  "POST /api/chats/:chatId/draft/answers/cancel": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/draft/answers/cancel",
    absent: "/api/chats/no-such-chat/draft/answers/cancel",
  },
  "PUT /api/chats/:chatId/draft/gate": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/draft/gate",
    body: { gate: "warn" },
    absent: "/api/chats/no-such-chat/draft/gate",
  },
  "DELETE /api/chats/:chatId/versions": {
    expected: { visitor: 401, ownerA: 200, ownerB: 404, admin: 200 },
    path: "/api/chats/{chatA}/versions",
    absent: "/api/chats/no-such-chat/versions",
  },
  "GET /api/chats/:chatId/golden": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/golden",
    absent: "/api/chats/no-such-chat/golden",
  },
  "POST /api/chats/:chatId/golden": {
    expected: { visitor: 401, ownerA: 201, ownerB: 404, admin: 409 },
    path: "/api/chats/{chatA}/golden",
    body: { question: "When do you open?" },
    absent: "/api/chats/no-such-chat/golden",
  },
  "GET /api/chats/:chatId/golden/suggestions": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/golden/suggestions",
    absent: "/api/chats/no-such-chat/golden/suggestions",
  },
  "POST /api/chats/:chatId/golden/run": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/golden/run",
    absent: "/api/chats/no-such-chat/golden/run",
  },
  "GET /api/chats/:chatId/golden/model": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/golden/model",
    absent: "/api/chats/no-such-chat/golden/model",
  },
  "POST /api/chats/:chatId/golden/model": {
    expected: ofOwnerA(409, 409),
    path: "/api/chats/{chatA}/golden/model",
    absent: "/api/chats/no-such-chat/golden/model",
  },
  "POST /api/chats/:chatId/golden/model/cancel": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/golden/model/cancel",
    absent: "/api/chats/no-such-chat/golden/model/cancel",
  },
  "PUT /api/chats/:chatId/golden/model": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/golden/model",
    body: { isNightly: false },
    absent: "/api/chats/no-such-chat/golden/model",
  },
  "PUT /api/chats/:chatId/golden/:goldenId": {
    expected: ofOwnerA(404, 404),
    path: "/api/chats/{chatA}/golden/none",
    body: { question: "When do you open?" },
    absent: "/api/chats/no-such-chat/golden/none",
  },
  "DELETE /api/chats/:chatId/golden/:goldenId": {
    expected: ofOwnerA(404, 404),
    path: "/api/chats/{chatA}/golden/none",
    absent: "/api/chats/no-such-chat/golden/none",
  },
  "POST /api/chats/:chatId/identify-secret": {
    expected: ofOwnerA(201),
    path: "/api/chats/{chatA}/identify-secret",
    absent: "/api/chats/no-such-chat/identify-secret",
  },
  "GET /api/chats/:chatId/conversations": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/conversations",
    absent: "/api/chats/no-such-chat/conversations",
  },
  "GET /api/chats/:chatId/warnings": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/warnings",
    absent: "/api/chats/no-such-chat/warnings",
  },
  "POST /api/chats/:chatId/warnings/dismiss": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/warnings/dismiss",
    body: { key: "none" },
    absent: "/api/chats/no-such-chat/warnings/dismiss",
  },
  "POST /api/chats/:chatId/warnings/recall": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/warnings/recall",
    body: { key: "none" },
    absent: "/api/chats/no-such-chat/warnings/recall",
  },
  "GET /api/chats/:chatId/questions": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/questions",
    absent: "/api/chats/no-such-chat/questions",
  },
  "POST /api/chats/:chatId/questions/ask": {
    expected: ofOwnerA(200),
    path: "/api/chats/{chatA}/questions/ask",
    body: { questions: ["When?"] },
    absent: "/api/chats/no-such-chat/questions/ask",
  },
  "GET /api/conversations/export": { expected: ofAdmin(200) },
  "GET /api/conversations": { staff: SUPPORT, expected: ofAdmin(200) },
  "GET /api/conversations/:id/export": {
    expected: ofOwnerA(200),
    path: "/api/conversations/{talkA}/export",
    absent: "/api/conversations/none/export",
  },
  "GET /api/conversations/:id": {
    staff: SUPPORT,
    expected: ofOwnerA(200),
    path: "/api/conversations/{talkA}",
    absent: "/api/conversations/none",
  },
  "POST /api/conversations/:id/answered": {
    expected: ofOwnerA(200),
    path: "/api/conversations/{talkA}/answered",
    absent: "/api/conversations/none/answered",
  },
  "GET /api/visitors/:id": { expected: ofOwnerA(200), path: "/api/visitors/{visitorA}", absent: "/api/visitors/none" },
  "GET /api/visitors/:id/export": {
    expected: ofOwnerA(200),
    path: "/api/visitors/{visitorA}/export",
    absent: "/api/visitors/none/export",
  },
  // src/server/conversations/visitors.test.ts erases a visitor's data.
  "DELETE /api/visitors/:id": {
    expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 },
    path: "/api/visitors/none",
    absent: "/api/visitors/another",
  },
  "GET /api/chats/:chatId/privacy": { expected: everyone(200), path: "/api/chats/{chatA}/privacy" },
  "POST /api/doctor": { expected: ofAdmin(200), body: { check: "memory" } },
  "GET /api/breach": { expected: ofAdmin(200), path: "/api/breach?to=2026-11-21T00:00:00Z" },
  "GET /api/breach/export": { expected: ofAdmin(200), path: "/api/breach/export?to=2026-11-21T00:00:00Z" },
  "GET /api/retention": { expected: ofEachOwn(200) },
  "PUT /api/retention": { expected: ofEachOwn(200), body: { days: 0 } },
  "DELETE /api/conversations/:id": {
    expected: { visitor: 401, ownerA: 200, ownerB: 404, admin: 404 },
    path: "/api/conversations/{talkA}",
    absent: "/api/conversations/none",
  },
  "POST /api/chats/validate-domain": { expected: everyone(200), body: { chatId: "{chatA}", domain: "a.example" } },
  "OPTIONS /api/chats/validate-domain": { expected: everyone(204) },
  "POST /api/chats/:chatId/ticket": { expected: everyone(200), path: "/api/chats/{chatA}/ticket" },
  "POST /api/previews": { expected: ofOwnerA(201), body: { chatId: "{chatA}", draft: {} } },
  "PUT /api/previews/:previewId": {
    expected: ofOwnerA(204, 404),
    path: "/api/previews/{previewA}",
    body: { draft: {} },
    absent: "/api/previews/no-such-preview",
  },
  "POST /api/previews/:previewId/trial": {
    expected: ofOwnerA(200, 404),
    path: "/api/previews/{previewA}/trial",
    absent: "/api/previews/no-such-preview/trial",
  },
  "GET /embed/preview": { expected: everyone(200), path: "/embed/preview?preview={previewA}" },
  "GET /embed/:chatId": { expected: everyone(200), path: "/embed/{chatA}" },
  "POST /api/billplz/bills": { expected: { visitor: 401, ownerA: 409, ownerB: 409, admin: 409 }, body: { planId: 2 } },
  "POST /api/billplz/check": { expected: { visitor: 401, ownerA: 403, ownerB: 403, admin: 200 }, body: {} },
  "POST /api/payments/create": { expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 }, body: { paymentId: "none" } },
  "POST /api/payments/verify": {
    expected: { visitor: 401, ownerA: 200, ownerB: 200, admin: 200 },
    body: { billplz: { id: "none", paid: true, paid_at: "", x_signature: "" } },
  },
  "POST /payment/callback": { expected: everyone(422) },
  "GET /api/billing": { expected: { visitor: 401, ownerA: 200, ownerB: 200, admin: 200 } },
  "GET /api/payments": { staff: BILLING, expected: { visitor: 401, ownerA: 403, ownerB: 403, admin: 200 } },
  "GET /api/payments/export": { staff: BILLING, expected: ofAdmin(200) },
  "POST /api/payments": { staff: BILLING, expected: ofAdmin(422), body: {} },
  "PUT /api/payments/:id": {
    staff: BILLING,
    expected: { visitor: 401, ownerA: 403, ownerB: 403, admin: 404 },
    path: "/api/payments/none",
    body: {},
  },
  "DELETE /api/payments/:id": {
    staff: BILLING,
    expected: { visitor: 401, ownerA: 403, ownerB: 403, admin: 404 },
    path: "/api/payments/none",
  },
  "POST /api/payments/:id/check": {
    staff: BILLING,
    expected: { visitor: 401, ownerA: 403, ownerB: 403, admin: 404 },
    path: "/api/payments/none/check",
  },
  // src/server/payments/receipts.test.ts tests that a receipt is only for its owner.
  "GET /api/payments/:id/receipts": {
    staff: BILLING,
    expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 },
    path: "/api/payments/none/receipts",
    absent: "/api/payments/another/receipts",
  },
  "GET /api/receipts/:id/pdf": {
    staff: BILLING,
    expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 },
    path: "/api/receipts/none/pdf",
    absent: "/api/receipts/another/pdf",
  },
  "GET /api/receipts/export": { staff: BILLING, expected: { visitor: 401, ownerA: 403, ownerB: 403, admin: 200 } },
  "GET /api/billing/details": { expected: { visitor: 401, ownerA: 200, ownerB: 200, admin: 200 } },
  "PUT /api/billing/details": {
    expected: { visitor: 401, ownerA: 200, ownerB: 200, admin: 200 },
    body: { name: "", address: "", tin: "", brn: "" },
  },
  "GET /api/backups": { expected: ofAdmin(200) },
  "POST /api/backups": { expected: ofAdmin(202) },
  "POST /api/backups/key": { expected: ofAdmin(422), body: { currentPassword: "not the password" } },
  "POST /api/backups/key/check": { expected: ofAdmin(200), body: { key: "no key" } },
  "POST /api/backups/:name/link": { expected: ofAdmin(404), path: "/api/backups/none/link" },
  // The link's token decides.
  "GET /api/backups/:name/file": { expected: everyone(404), path: "/api/backups/none/file?token=none" },
  "GET /api/notices": { expected: { visitor: 401, ownerA: 200, ownerB: 200, admin: 200 } },
  "POST /api/notices/:id/read": { expected: { visitor: 401, ownerA: 404, ownerB: 404, admin: 404 }, path: "/api/notices/none/read" },
  // Without an upgrade this route answers 404. Origin and ticket decide who may upgrade: src/server/replies/routes.test.ts.
  "GET /api/socket": { expected: everyone(404) },
  // The connection between two nodes: only a node of the same installation gets it.
  "GET /node/link": { expected: everyone(404) },
};

export type Ids = Record<string, string>;

/** Owner A with something of every kind, and owner B. @returns the names in braces of the table. */
export async function plantData(sapa: TestApp): Promise<Ids> {
  const { body: a } = await sapa.call("POST", "/api/users/signup", {
    body: { username: "a", email: "a@example.com", password: "secret-a" },
  });
  await sapa.signUp("b");
  await sapa.db.transaction((tx) =>
    tx.run(sql`update plans set chat_limit = 10, add_knowledge_limit = 10, source_limit = 10, page_limit = 10 where id = 1`),
  );
  const chatA = await sapa.createAgent(a.token);
  const doomedA = await sapa.createAgent(a.token);
  const entry = await sapa.call("POST", `/api/chats/${chatA}/knowledge`, { token: a.token, body: { entry: "We open at six." } });
  const addPage = async (url: string) =>
    (await sapa.call("POST", `/api/chats/${chatA}/sources`, { token: a.token, body: { kind: "page", url } })).body.source;
  const [source, doomedSource] = [await addPage("shop.example"), await addPage("old.example")];
  const preview = await sapa.call("POST", "/api/previews", { token: a.token, body: { draft: {} } });
  await sapa.adminToken();
  const visitor = await connect(await sapa.listen(), chatA);
  await visitor.ask("Hello?");
  const talks = await sapa.call("GET", `/api/chats/${chatA}/conversations`, { token: a.token });
  const { id: doomed, token: third } = await sapa.signUp("d");
  const invited = await sapa.call("POST", "/api/members/invitations", { token: third, body: { role: "viewer" } });
  return {
    doomed,
    invitationC: invited.body.invitation.id,
    ownerA: a.id,
    chatA,
    doomedA,
    talkA: talks.body.conversations[0].id,
    visitorA: (await sapa.db.get<{ id: string }>(sql`select visitor_id as id from conversations where account_id = ${a.id}`))?.id ?? "",
    previewA: preview.body.previewId,
    entryA: entry.body.entries[0].id,
    sourceA: source.id,
    jobA: source.job.id,
    doomedSourceA: doomedSource.id,
  };
}

/** Replaces the names in braces. */
export const fillIn = (ids: Ids, text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
