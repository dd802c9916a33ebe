/** Bearer tokens: 256 random bits, stored as hashes, with an expiry, and revocable at once (product 1.6). */
import { mayAct } from "../../contract/member.ts";
import type { StaffRole } from "../../contract/staff-role.ts";
import { unauthenticated } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import { hashSecret, randomText } from "../platform/ids.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { findRole, findStanding } from "./members-store.ts";
import { type Device, deleteSession, findSession, insertSession, touchSession, trimSessions } from "./sessions-store.ts";
import { deleteView, findView, insertView } from "./views-store.ts";

const TTL_MS = 30 * 24 * 3_600_000;
/** How long the administrator may look at an owner's account before starting again. */
const VIEW_TTL_MS = 3_600_000;
/** A session in use is extended at most once in this time, so that not every call writes. The list of sessions is as exact. */
const TOUCH_EVERY_MS = 3_600_000;
/** Of what a browser calls itself. */
const AGENT_MAX = 300;
const MAX_SESSIONS = 50;

/** Starts a session with a new token, and never with one that a client sent. @returns the token, this one time. */
export async function startSession(tx: Tx, userId: string, device: Device): Promise<string> {
  const token = randomText(32);
  // Trim first: among sessions of the same millisecond none is the newest, and the new session must not be deleted.
  await trimSessions(tx, userId, MAX_SESSIONS - 1);
  await insertSession(tx, { tokenHash: hashSecret(token), userId, expiresAt: tx.now + TTL_MS, device });
  return token;
}

/** The device that sent a request. Unstorable characters cannot be in a header. */
export const deviceOf = (request: Request, address: string): Device => ({
  address,
  agent: (request.headers.get("user-agent") ?? "").slice(0, AGENT_MAX),
});

interface AuthenticateDeps {
  db: Db;
  log: Log;
  /** Whether the operator requires a second factor of such people. */
  isFactorRequired(of: { role: "owner" | "admin"; staff: StaffRole | null }): Promise<boolean>;
}

/**
 * Who makes a request, and in which business: the one place where a token becomes a person, a business and a role.
 * @param business the id of the business that the client has named; null: the person's first one. If that one is suspended, the
 *   request is about none, because another one would get what was meant for the first.
 * @returns null if no session has this token now, or if all businesses of the person are suspended.
 */
export async function authenticate(deps: AuthenticateDeps, token: string, business: string | null): Promise<Viewer | null> {
  const tokenHash = hashSecret(token);
  const session = await findSession(deps.db, tokenHash);
  if (!session) return viewerOfView(deps.db, tokenHash);
  const { userId, username, role, staff, hasFactor } = session;
  if (role === "system") return null;
  const standing = await findStanding(deps.db, userId);
  if (standing.isSuspended) return null;
  if (deps.db.now - session.lastSeenAt > TOUCH_EVERY_MS) await prolong(deps, tokenHash);
  const chosen = business === null ? standing.first : standing.memberships.find(({ accountId }) => accountId === business);
  const needsFactor = !hasFactor && (await deps.isFactorRequired({ role, staff }));
  const at = { accountId: chosen?.accountId ?? "", member: chosen?.role ?? null };
  return {
    userId,
    username,
    role,
    staff,
    isOperator: role === "admin",
    ...at,
    tokenHash,
    isReadOnly: false,
    isStaffView: false,
    needsFactor,
  };
}

async function viewerOfView(db: Db, tokenHash: string): Promise<Viewer | null> {
  const view = await findView(db, tokenHash);
  if (!view) return null;
  // It reads what the owner of the account reads.
  const asOwner = { role: "owner", staff: null, isOperator: false, member: "owner", needsFactor: false } as const;
  return { ...view, ...asOwner, tokenHash, isReadOnly: true };
}

/** On a full disk, people must still be able to read and delete: a session that cannot be extended is valid until its end. */
async function prolong({ db, log }: { db: Db; log: Log }, tokenHash: string): Promise<void> {
  try {
    await db.transaction((tx) => touchSession(tx, tokenHash, tx.now + TTL_MS));
  } catch (error) {
    log.debug("a session could not be extended", { error });
  }
}

/** Whether a session is still valid and may change the agents of this business (for previews, whose sockets stay open after the request). */
export async function isSessionAlive({ db }: { db: Db }, tokenHash: string, accountId: string): Promise<boolean> {
  const session = await findSession(db, tokenHash);
  return session !== undefined && mayAct(await findRole(db, session.userId, accountId), "editor");
}

/**
 * The session may have ended after the request was let in: what the request makes here, such as an invitation, would outlast it.
 * @throws DomainError unauthenticated.
 */
export async function requireSessionNow(tx: Tx, tokenHash: string): Promise<void> {
  if (!(await findSession(tx, tokenHash))) throw unauthenticated();
}

export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteSession(tx, tokenHash);
    await deleteView(tx, tokenHash);
  });
}

/** Lets the administrator or support look at an owner's account. @returns the token, this one time, and when it expires. */
export async function startView(tx: Tx, userId: string, accountId: string): Promise<{ token: string; expiresAt: number }> {
  const token = randomText(32);
  const expiresAt = tx.now + VIEW_TTL_MS;
  await insertView(tx, { tokenHash: hashSecret(token), userId, accountId, expiresAt });
  return { token, expiresAt };
}
