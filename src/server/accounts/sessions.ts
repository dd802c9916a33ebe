/** Bearer tokens: 256 random bits, stored hashed, expiring, revocable at once (product 1.6). */
import { createHash, randomBytes } from "node:crypto";
import type { Db, Tx } from "../platform/db.ts";
import type { Viewer } from "../platform/endpoint.ts";
import type { Log } from "../platform/log.ts";
import { deleteSession, deleteSessions, findSession, insertSession, touchSession, trimSessions } from "./sessions-store.ts";

const TTL_MS = 30 * 24 * 3_600_000;
/** A session in use is prolonged at most this often: not every call is a write. */
const TOUCH_EVERY_MS = 12 * 3_600_000;
const MAX_SESSIONS = 50;

const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Makes a session; never adopts a token that a client brought. @returns the token, once. */
export async function startSession(tx: Tx, accountId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  // Room first: of sessions that began in one millisecond none is the newest, and this one must not be the one that goes.
  await trimSessions(tx, accountId, MAX_SESSIONS - 1);
  await insertSession(tx, { tokenHash: hashToken(token), accountId, expiresAt: tx.now + TTL_MS });
  return token;
}

/** Who holds this token now, or null. */
export async function authenticate(deps: { db: Db; log: Log }, token: string): Promise<Viewer | null> {
  const tokenHash = hashToken(token);
  const session = await findSession(deps.db, tokenHash);
  if (!session || session.role === "system") return null;
  if (deps.db.now - session.lastSeenAt > TOUCH_EVERY_MS) await prolong(deps, tokenHash);
  return { accountId: session.accountId, username: session.username, role: session.role, tokenHash };
}

/** With a full disk, people must still be able to read and to delete: a session that cannot be prolonged is good until its end. */
async function prolong({ db, log }: { db: Db; log: Log }, tokenHash: string): Promise<void> {
  try {
    await db.transaction((tx) => touchSession(tx, tokenHash, tx.now + TTL_MS));
  } catch (error) {
    log.debug("a session could not be prolonged", { error });
  }
}

/** Whether a session seen earlier still stands (for sockets that outlive a request). */
export async function isSessionAlive(deps: { db: Db }, tokenHash: string): Promise<boolean> {
  return (await findSession(deps.db, tokenHash)) !== undefined;
}

export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.transaction((tx) => deleteSession(tx, tokenHash));
}

/** Ends every session of the account and starts one: for a password change. */
export async function replaceSessions(tx: Tx, accountId: string): Promise<string> {
  await deleteSessions(tx, accountId);
  return startSession(tx, accountId);
}
