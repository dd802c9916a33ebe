/**
 * One's own second factors. Each change needs a proof: the password and, if there is one, a second factor, shown within the last
 * minutes in the same session. It ends the person's other sessions, is in the audit log, and a mail says so.
 */
import type { AuditAction } from "../../contract/audit.ts";
import type { FactorAdded, NewApp, OwnFactors, PasskeyAnswer, PasskeyChallenge } from "../../contract/factor.ts";
import { MAX_PASSKEYS } from "../../contract/factor.ts";
import { told } from "../../contract/messages/message.ts";
import {
  countRecoveryCodes,
  deleteFactors,
  deletePasskey,
  deleteTotp,
  findPasskey,
  findTotp,
  insertPasskey,
  listPasskeys,
  putTotp,
  replaceRecoveryCodes,
} from "../accounts/factors-store.ts";
import { optionsForNew, optionsForUse, partyOf, readNew } from "../accounts/passkeys.ts";
import type { Asker, Passwords } from "../accounts/passwords.ts";
import { newRecoveryCodes, recoveryHash } from "../accounts/recovery-codes.ts";
import { deleteOtherSessions } from "../accounts/sessions-store.ts";
import { beginStep, keyOf, requireStep, stepExpired, takeStep } from "../accounts/steps.ts";
import { countTry, spendChallenge, spendStepToken } from "../accounts/steps-store.ts";
import type { Person } from "../accounts/store.ts";
import { newTotpSecret, periodOf, totpUri } from "../accounts/totp.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import type { MailRoom } from "../mail/mail.ts";
import type { Config } from "../platform/config.ts";
import { conflict, invalid, notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";
import { operatorIn } from "../settings/present.ts";
import { isFactorRequired } from "../settings/required-factor.ts";
import type { Settings, SettingsSource } from "../settings/settings.ts";
import { requireConfirmed } from "./confirmed.ts";
import { type FactorLetter, sendFactorLetter } from "./factor-letters.ts";
import { requirePassword, requireUnchanged } from "./own-password.ts";
import {
  countCode,
  type FactorDeps,
  findFactorKinds,
  readPasskey,
  requireParty,
  spendTyped,
  type TypedFactor,
  totpContext,
  uncountCode,
} from "./second-factor.ts";

export interface OwnFactorDeps extends FactorDeps {
  config: Config;
  passwords: Passwords;
  settings: Pick<SettingsSource, "read">;
  mailRoom: MailRoom;
}

/** The person who asks, in a session. */
export interface Self {
  account: Person;
  viewer: Viewer;
  address: string;
  request: Request;
}

/** Codes that are tried while an app is set up. */
const MAX_TRIES = 10;

export async function presentFactors({ config, db, settings }: OwnFactorDeps, { account, viewer, request }: Self): Promise<OwnFactors> {
  const app = await findTotp(db, account.id);
  const passkeys = await listPasskeys(db, account.id);
  return {
    app: app ? { createdAt: iso(app.createdAt), lastUsedAt: app.lastUsedAt === null ? null : iso(app.lastUsedAt) } : null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: iso(createdAt),
      lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt),
    })),
    recoveryCodes: await countRecoveryCodes(db, account.id),
    isRequired: isFactorRequired(viewer, await settings.read()),
    passkeyOrigin: partyOf(config.publicUrl, request)?.origin ?? null,
  };
}

const iso = (at: number) => new Date(at).toISOString();

/** A challenge for one of the person's passkeys, to prove who asks. @throws DomainError conflict. */
export async function challengeOwn(deps: OwnFactorDeps, { account, viewer, request }: Self): Promise<PasskeyChallenge> {
  const options = await optionsForUse(requireParty(deps, request), await listPasskeys(deps.db, account.id));
  const step = { userId: account.id, purpose: "confirm", bound: viewer.tokenHash, challenge: String(options.challenge) } as const;
  const { token } = await deps.db.transaction((tx) => beginStep(tx, step));
  return { token, options };
}

/**
 * @returns the proof, which allows one change in this session.
 * @throws DomainError invalid, when the password or the code is wrong; wrong_credentials, when the passkey is; too_many; busy.
 */
export async function proveSelf(
  deps: OwnFactorDeps,
  { account, viewer, request }: Self,
  given: TypedFactor & { currentPassword: string; passkey?: { token: string; answer: PasskeyAnswer } },
  asker: Asker,
): Promise<{ proof: string }> {
  const { db } = deps;
  await requirePassword(deps, account, given.currentPassword, asker);
  const kinds = await findFactorKinds(db, account.id);
  const isNeeded = kinds.app || kinds.passkey;
  const held = given.passkey && ({ token: given.passkey.token, purpose: "confirm", bound: viewer.tokenHash } as const);
  const passkey = held && given.passkey && (await readPasskey(deps, request, held, { answer: given.passkey.answer, isAlone: false }));
  const isTyped = given.code !== undefined || given.recoveryCode !== undefined;
  if (isNeeded && !passkey && !isTyped) throw invalid({ code: told("factors.needed") });
  if (isNeeded && !passkey) await countCode(deps, account.id, given);
  const proof = await db.transaction(async (tx) => {
    await requireUnchanged(tx, account);
    if (passkey) await passkey.spend(tx);
    else if (isNeeded && !(await spendTyped(tx, deps, account.id, given))) return null;
    return beginStep(tx, { userId: account.id, purpose: "proof", bound: viewer.tokenHash });
  });
  if (!proof) throw invalid({ [given.recoveryCode === undefined ? "code" : "recoveryCode"]: told("factors.wrong") });
  if (isNeeded && !passkey) await uncountCode(deps, account.id, given);
  return { proof: proof.token };
}

const takeProof = (tx: Tx, { viewer }: Self, proof: string) => takeStep(tx, { token: proof, purpose: "proof", bound: viewer.tokenHash });

/** How authenticator apps and the windows for passkeys name the installation: as its pages do, once it has a name of its own. */
async function issuerOf({ config, settings }: OwnFactorDeps, request: Request): Promise<string> {
  const current = await settings.read();
  return current.productName.trim() || operatorIn(current, new URL(config.publicUrl ?? request.url).host);
}

/** Makes a secret, which counts once a code of it is typed. @throws DomainError step_expired, email_unconfirmed. */
export async function startApp(deps: OwnFactorDeps, self: Self, proof: string): Promise<NewApp> {
  const { account, viewer } = self;
  const secret = newTotpSecret();
  const issuer = await issuerOf(deps, self.request);
  const post = await deps.mailRoom.open();
  const { token } = await deps.db.transaction(async (tx) => {
    await requireConfirmed(tx, post, account.id);
    await takeProof(tx, self, proof);
    const sealed = deps.keys.seal(secret, totpContext(account.id));
    return beginStep(tx, { userId: account.id, purpose: "app", bound: viewer.tokenHash, secret: sealed });
  });
  return { token, secret, uri: totpUri(secret, { issuer, label: account.username }) };
}

/** @throws DomainError step_expired, email_unconfirmed; invalid, when the code is wrong. */
export async function confirmApp(deps: OwnFactorDeps, self: Self, { token, code }: { token: string; code: string }): Promise<FactorAdded> {
  const { account, viewer } = self;
  const held = { token, purpose: "app", bound: viewer.tokenHash } as const;
  const post = await deps.mailRoom.open();
  const added = await deps.db.transaction(async (tx): Promise<FactorAdded | null> => {
    await requireConfirmed(tx, post, account.id);
    if (!(await countTry(tx, keyOf(held), MAX_TRIES))) throw stepExpired();
    const { secret } = await requireStep(tx, held);
    const period = periodOf(deps.keys.open(secret ?? "", totpContext(account.id)), code, tx.now);
    if (secret === null || period === null) return null;
    if (!(await spendStepToken(tx, keyOf(held)))) throw stepExpired();
    const recoveryCodes = await codesForFirst(tx, deps, account.id);
    await putTotp(tx, account.id, { secret, step: period });
    await noteChange(tx, deps, self, { action: "user.add_factor", letter: "appAdded", after: { factor: "app" } }, post);
    return { recoveryCodes };
  });
  if (!added) throw invalid({ code: told("factors.wrong") });
  return added;
}

/** The first factor comes with recovery codes. */
async function codesForFirst(tx: Tx, { keys }: OwnFactorDeps, userId: string): Promise<string[] | null> {
  const { app, passkey } = await findFactorKinds(tx, userId);
  return app || passkey ? null : makeCodes(tx, keys, userId);
}

async function makeCodes(tx: Tx, keys: OwnFactorDeps["keys"], userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryHash(keys, userId, code));
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}

interface Change {
  action: AuditAction;
  letter: FactorLetter;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Of the passkey. */
  name?: string;
}

/** What every change does besides. */
async function noteChange(
  tx: Tx,
  { config }: OwnFactorDeps,
  { account, viewer, address }: Self,
  { action, letter, before, after, name }: Change,
  post: Awaited<ReturnType<MailRoom["open"]>>,
): Promise<void> {
  await deleteOtherSessions(tx, account.id, viewer.tokenHash);
  const author: Author = { actor: { userId: account.id, username: account.username }, address };
  await recordAudit(tx, { ...author, action, subject: account.id, personId: account.id, before, after });
  await sendFactorLetter(tx, post, account, letter, config.tz, name);
}

/** @throws DomainError step_expired, email_unconfirmed, conflict. */
export async function startPasskey(deps: OwnFactorDeps, self: Self, proof: string): Promise<PasskeyChallenge> {
  const { account, viewer, request } = self;
  const { id, username, name } = account;
  const person = { id, username, displayName: name || username, issuer: await issuerOf(deps, request) };
  const options = await optionsForNew(requireParty(deps, request), person, await listPasskeys(deps.db, id));
  const post = await deps.mailRoom.open();
  const { token } = await deps.db.transaction(async (tx) => {
    await requireConfirmed(tx, post, account.id);
    await takeProof(tx, self, proof);
    if ((await listPasskeys(tx, account.id)).length >= MAX_PASSKEYS) throw full();
    const challenge = String(options.challenge);
    return beginStep(tx, { userId: account.id, purpose: "new-passkey", bound: viewer.tokenHash, challenge });
  });
  return { token, options };
}

const full = () => conflict(told("factors.tooMany", { max: `${MAX_PASSKEYS}` }));

/** @throws DomainError step_expired, email_unconfirmed; conflict, when the answer was not made for this, or there are too many. */
export async function confirmPasskey(
  deps: OwnFactorDeps,
  self: Self,
  { token, name, answer }: { token: string; name: string; answer: PasskeyAnswer },
): Promise<FactorAdded> {
  const { account, viewer, request } = self;
  const held = { token, purpose: "new-passkey", bound: viewer.tokenHash } as const;
  const party = requireParty(deps, request);
  const { challenge } = await requireStep(deps.db, held);
  const made = challenge === null ? null : await readNew(party, challenge, answer);
  if (challenge === null || !made) throw conflict(told("factors.passkeyWrong"));
  const post = await deps.mailRoom.open();
  return deps.db.transaction(async (tx) => {
    await requireConfirmed(tx, post, account.id);
    if (!(await spendChallenge(tx, keyOf(held), challenge))) throw stepExpired();
    if (await findPasskey(tx, made.id)) throw conflict(told("factors.passkeyWrong"));
    await spendStepToken(tx, keyOf(held));
    const recoveryCodes = await codesForFirst(tx, deps, account.id);
    if (!(await insertPasskey(tx, { ...made, userId: account.id, name }, MAX_PASSKEYS))) throw full();
    const after = { factor: "passkey", name };
    await noteChange(tx, deps, self, { action: "user.add_factor", letter: "passkeyAdded", after, name }, post);
    return { recoveryCodes };
  });
}

/** The last factor takes the recovery codes with it. @throws DomainError conflict, if the operator requires a factor. */
async function settleRemoval(tx: Tx, { account, viewer }: Self, settings: Settings): Promise<void> {
  const { app, passkey } = await findFactorKinds(tx, account.id);
  if (app || passkey) return;
  if (isFactorRequired(viewer, settings)) throw conflict(told("factors.last"));
  await deleteFactors(tx, account.id);
}

/** @throws DomainError step_expired, not_found, conflict. */
export async function removeApp(deps: OwnFactorDeps, self: Self, proof: string): Promise<void> {
  const settings = await deps.settings.read();
  const post = await deps.mailRoom.open();
  await deps.db.transaction(async (tx) => {
    await takeProof(tx, self, proof);
    if (!(await deleteTotp(tx, self.account.id))) throw notFound();
    await settleRemoval(tx, self, settings);
    await noteChange(tx, deps, self, { action: "user.remove_factor", letter: "appRemoved", before: { factor: "app" } }, post);
  });
}

/** @throws DomainError step_expired, not_found, conflict. */
export async function removePasskey(deps: OwnFactorDeps, self: Self, { proof, id }: { proof: string; id: string }): Promise<void> {
  const settings = await deps.settings.read();
  const post = await deps.mailRoom.open();
  await deps.db.transaction(async (tx) => {
    await takeProof(tx, self, proof);
    const name = await nameOf(tx, self.account.id, id);
    if (name === undefined || !(await deletePasskey(tx, self.account.id, id))) throw notFound();
    await settleRemoval(tx, self, settings);
    const before = { factor: "passkey", name };
    await noteChange(tx, deps, self, { action: "user.remove_factor", letter: "passkeyRemoved", before, name }, post);
  });
}

const nameOf = async (db: Reader, userId: string, id: string) => (await listPasskeys(db, userId)).find((one) => one.id === id)?.name;

/** New recovery codes, which replace the others. @throws DomainError step_expired; conflict, without a factor. */
export async function remakeCodes(deps: OwnFactorDeps, self: Self, proof: string): Promise<{ recoveryCodes: string[] }> {
  const post = await deps.mailRoom.open();
  return deps.db.transaction(async (tx) => {
    await takeProof(tx, self, proof);
    const { app, passkey } = await findFactorKinds(tx, self.account.id);
    if (!app && !passkey) throw conflict(told("factors.none"));
    const recoveryCodes = await makeCodes(tx, deps.keys, self.account.id);
    await noteChange(tx, deps, self, { action: "user.new_recovery_codes", letter: "recoveryCodesMade" }, post);
    return { recoveryCodes };
  });
}
