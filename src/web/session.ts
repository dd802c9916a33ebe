/**
 * Who is signed in, as the browser remembers it: `user` and `token` (product 1.7). Every tab reads the same
 * storage, so a sign-in or sign-out in one is seen in all.
 */
import { useSyncExternalStore } from "react";
import { ADMIN_USERNAME, type SessionUser, type SignedIn, STORAGE_KEYS } from "../contract/user.ts";

export interface Session {
  user: SessionUser | null;
  token: string | null;
}

/** Why the last session of this tab ended: `refused` when the server no longer took the token. */
export type SessionEnd = "person" | "refused" | null;

const NOBODY: Session = { user: null, token: null };
const listeners = new Set<() => void>();
let ended: SessionEnd = null;
let cached: { raw: string; session: Session } = { raw: "", session: NOBODY };
// Private windows of some browsers refuse storage; the session then lives as long as the tab.
const memory = new Map<string, string>();

function readItem(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function writeItem(key: string, value: string | null): void {
  memory.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.debug("session: kept in memory only", error);
    if (value !== null) memory.set(key, value);
  }
}

/** Reads the stored user. A user without an id counts as signed out (product 1.7). */
export function parseStoredUser(raw: string | null): SessionUser | null {
  if (raw === null) return null;
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value !== "object" || value === null) return null;
    const user = value as SessionUser;
    return typeof user.id === "string" && user.id !== "" && typeof user.username === "string" ? user : null;
  } catch {
    return null;
  }
}

/** What the two items say together: without a token nobody is signed in, since the server would answer none of the calls. */
export function sessionOf(storedUser: string | null, token: string | null): Session {
  const user = parseStoredUser(storedUser);
  return user === null || token === null ? NOBODY : { user, token };
}

/** The session now; the same object until it changes. */
export function readSession(): Session {
  const user = readItem(STORAGE_KEYS.user);
  const token = readItem(STORAGE_KEYS.token);
  const raw = `${token ?? ""}\n${user ?? ""}`;
  if (raw !== cached.raw) cached = { raw, session: sessionOf(user, token) };
  return cached.session;
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** Stores what sign-up and login answered. */
export function startSession(signedIn: SignedIn): void {
  const { token, ...user } = signedIn;
  ended = null;
  writeItem(STORAGE_KEYS.token, token ?? null);
  writeItem(STORAGE_KEYS.user, JSON.stringify(user));
  announce();
}

/** A password change ends the other sessions and gives this one a new token. */
export function replaceToken(token: string): void {
  writeItem(STORAGE_KEYS.token, token);
  announce();
}

/** Keeps the stored user in step with what the server says now (name, e-mail, plan). */
export function refreshStoredUser(fresh: SessionUser): void {
  const { user } = readSession();
  if (!user || user.id !== fresh.id) return;
  const { id, username, email, planId, planName, plan, planValidUntil } = fresh;
  const raw = JSON.stringify({ id, username, email, planId, planName, plan, planValidUntil });
  if (raw === readItem(STORAGE_KEYS.user)) return;
  writeItem(STORAGE_KEYS.user, raw);
  announce();
}

/** Forgets the person in this browser. */
export function endSession(why: "person" | "refused"): void {
  ended = why;
  writeItem(STORAGE_KEYS.token, null);
  writeItem(STORAGE_KEYS.user, null);
  announce();
}

/** The server refused `token`. Only that token's session ends: a newer login in another tab stays. */
export function refuseToken(token: string): void {
  if (readSession().token === token) endSession("refused");
}

/** How this tab's last session ended. */
export function lastSessionEnd(): SessionEnd {
  return ended;
}

/** Calls back whenever the session may have changed, in this tab or another. Returns the way to stop. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && event.key !== STORAGE_KEYS.user && event.key !== STORAGE_KEYS.token) return;
    listener();
  };
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** The session, kept current. */
export function useSession(): Session {
  return useSyncExternalStore(watchSession, readSession);
}

/** Decides only what is drawn; the server decides what is allowed (product 1.4). */
export function isAdmin(session: Session): boolean {
  return session.user?.username === ADMIN_USERNAME && session.token !== null;
}
