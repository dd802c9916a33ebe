/**
 * The session as the browser stores it: `user` and `token` (product 1.7). All tabs read the same storage, so a sign-in
 * or sign-out in one tab takes effect in all of them.
 */
import { type AccountView, ADMIN_USERNAME, type SessionUser, type SignedIn, STORAGE_KEYS } from "../contract/user.ts";
import { forgetBusiness, forgetChoices, keepHere, keepNext, readHere, readLatest } from "./business.ts";

/** The user as it is stored. */
export interface StoredUser extends SessionUser {
  /** The operator requires a second factor, which this person still has to set up. */
  needsFactor?: true;
}

export interface Session {
  user: StoredUser | null;
  token: string | null;
  /** The administrator looks at this owner's account, in this tab alone; the server refuses every change. */
  isView?: true;
}

/** Why the last session of this tab ended; `refused`: the server no longer accepted the token. */
export type SessionEnd = "person" | "refused" | null;

const VIEW_KEY = "sapa.view";
/** Tells other tabs that the server has ended the session. */
const REFUSED_KEY = "sapa.refused";
const NOBODY: Session = { user: null, token: null };
const listeners = new Set<() => void>();
let ended: SessionEnd = null;
let isNew = false;
let cached: { raw: string; session: Session } = { raw: "", session: NOBODY };
// Some browsers refuse storage in private windows; the session then lasts as long as the tab.
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
export function parseStoredUser(raw: string | null): StoredUser | null {
  if (raw === null) return null;
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value !== "object" || value === null) return null;
    const user = value as StoredUser;
    if (typeof user.id !== "string" || user.id === "" || typeof user.username !== "string") return null;
    // A user that an earlier version has stored has no name besides the username.
    return { ...user, displayName: user.displayName || user.username };
  } catch {
    return null;
  }
}

/** Combines the two stored items. Without a token there is no session, since the server would refuse all calls. */
export function sessionOf(storedUser: string | null, token: string | null): Session {
  const user = parseStoredUser(storedUser);
  return user === null || token === null ? NOBODY : { user, token };
}

/** The view of an owner's account in this tab, as it is stored; null if there is none. */
function readView(): string | null {
  try {
    return sessionStorage.getItem(VIEW_KEY);
  } catch (error) {
    console.debug("session: no storage for this tab", error);
    return null;
  }
}

function viewOf(raw: string): Session {
  const { token, ...user } = JSON.parse(raw) as AccountView;
  return { user, token, isView: true };
}

/** The current session; the same object until the session changes. */
export function readSession(): Session {
  const view = readView();
  const user = readItem(STORAGE_KEYS.user);
  const token = readItem(STORAGE_KEYS.token);
  const raw = view ?? `${token ?? ""}\n${user ?? ""}\n${readHere() ?? ""}`;
  if (raw === cached.raw) return cached.session;
  if (view === null) {
    const session = inBusiness(sessionOf(user, token));
    // The first look chooses the tab's business and stores it.
    cached = { raw: `${token ?? ""}\n${user ?? ""}\n${readHere() ?? ""}`, session };
  } else cached = { raw, session: viewOf(view) };
  return cached.session;
}

/** What is kept for a business: whether a second factor is needed is stored once, with the person. */
function withoutNeed(user: StoredUser | null): SessionUser | null {
  if (user === null) return null;
  const { needsFactor: _, ...rest } = user;
  return rest;
}

/** The session with the business of this tab. One that belongs to another person was left by an earlier session. */
function inBusiness(session: Session): Session {
  const { user } = session;
  if (!user?.personId) return session;
  const isTheirs = (stored: SessionUser | null): stored is SessionUser => stored?.personId === user.personId && stored?.memberRole != null;
  const here = withoutNeed(parseStoredUser(readHere()));
  // That a second factor is needed is about the person, whatever business is shown.
  const needed = user.needsFactor ? { needsFactor: user.needsFactor } : {};
  if (isTheirs(here)) return { ...session, user: { ...here, ...needed } };
  const latest = withoutNeed(parseStoredUser(readLatest()));
  const chosen = isTheirs(latest) ? latest : (withoutNeed(user) ?? user);
  if (chosen.memberRole != null) keepHere(chosen);
  return { ...session, user: { ...chosen, ...needed } };
}

/** Shows another business of the person in this tab, and in tabs that are opened from now on, once the page is loaded again. */
export function chooseBusiness(user: SessionUser): void {
  keepNext(user);
}

/** The person is not a member of this tab's business any more. `left`: what the person has now. The page must be loaded again. */
export function loseBusiness(name: string, left: SessionUser): void {
  forgetBusiness(name);
  writeItem(STORAGE_KEYS.user, JSON.stringify(left));
}

/** Shows an owner's account in this tab. Other tabs keep the administrator's session. */
export function startView(view: AccountView): void {
  sessionStorage.setItem(VIEW_KEY, JSON.stringify(view));
  announce();
}

/** Goes back to the administrator's session. */
export function endView(): void {
  sessionStorage.removeItem(VIEW_KEY);
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** Stores the answer of a login. */
export function startSession(signedIn: SignedIn): void {
  store(signedIn, false);
}

/** Stores the answer of a sign-up. */
export function startNewAccount(signedIn: SignedIn): void {
  store(signedIn, true);
}

function store({ token, ...user }: SignedIn, isNewAccount: boolean): void {
  ended = null;
  isNew = isNewAccount;
  writeItem(REFUSED_KEY, null);
  writeItem(STORAGE_KEYS.token, token ?? null);
  writeItem(STORAGE_KEYS.user, JSON.stringify(user));
  announce();
}

/** Stores the new token after a password change, which ends the account's other sessions. */
export function replaceToken(token: string): void {
  writeItem(STORAGE_KEYS.token, token);
  announce();
}

/** Updates the stored user with the server's current data (name, email, plan). */
export function refreshStoredUser(fresh: SessionUser): void {
  const { user, isView } = readSession();
  // What is stored belongs to the administrator while an owner's account is shown.
  if (!user || user.id !== fresh.id || isView) return;
  const kept = keptOf(fresh, user);
  const raw = JSON.stringify(kept);
  if (kept.personId && kept.memberRole != null && raw !== readHere()) {
    keepHere(kept);
    announce();
  }
  // The stored user may be of another business.
  const stored = parseStoredUser(readItem(STORAGE_KEYS.user));
  if (stored?.id !== fresh.id || raw === readItem(STORAGE_KEYS.user)) return;
  writeItem(STORAGE_KEYS.user, raw);
  announce();
}

/** Notes that the server answers nothing to this token before a second factor is set up. */
export function noteFactorNeeded(token: string): void {
  const session = readSession();
  const stored = parseStoredUser(readItem(STORAGE_KEYS.user));
  if (session.token !== token || session.isView || !stored || session.user?.needsFactor) return;
  writeItem(STORAGE_KEYS.user, JSON.stringify({ ...stored, needsFactor: true }));
  announce();
}

/** The second factor is set up. */
export function noteFactorSet(): void {
  const { user, isView } = readSession();
  const stored: StoredUser | null = parseStoredUser(readItem(STORAGE_KEYS.user));
  if (!user?.needsFactor || isView || !stored) return;
  const { needsFactor: _, ...rest } = stored;
  writeItem(STORAGE_KEYS.user, JSON.stringify(rest));
  announce();
}

/** What the browser keeps of an account. */
export function keptOf(fresh: SessionUser, before: SessionUser | null = null): SessionUser {
  const { id, username, displayName, email, planId, planName, plan, planValidUntil } = fresh;
  const { personId = before?.personId, memberRole = before?.memberRole, staffRole } = fresh;
  return { id, username, displayName, email, planId, planName, plan, planValidUntil, personId, memberRole, staffRole };
}

/** Ends the session in this browser. */
export function endSession(why: "person" | "refused"): void {
  isNew = false;
  ended = why;
  if (why === "person") forgetChoices();
  // Written first, so that other tabs know the reason when they see that the session is gone.
  writeItem(REFUSED_KEY, why === "refused" ? String(Date.now()) : null);
  writeItem(STORAGE_KEYS.token, null);
  writeItem(STORAGE_KEYS.user, null);
  announce();
}

/** Ends the session of a token that the server refused. A newer login in another tab stays. */
export function refuseToken(token: string): void {
  const session = readSession();
  if (session.token !== token) return;
  if (session.isView) endView();
  else endSession("refused");
}

/** Whether this tab's last session began with a sign-up. */
export const isNewAccount = (): boolean => isNew;

/** Why this tab's last session ended, also if another tab noticed it. */
export function lastSessionEnd(): SessionEnd {
  return ended;
}

/** Calls `listener` whenever the session may have changed, in this tab or another. @returns a function that stops it. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  const onStorage = (event: StorageEvent) => {
    if (event.key === REFUSED_KEY) ended = event.newValue === null ? null : "refused";
    if (event.key === STORAGE_KEYS.token && event.newValue === null && ended !== "refused") forgetChoices();
    if (event.key !== null && event.key !== STORAGE_KEYS.user && event.key !== STORAGE_KEYS.token) return;
    listener();
  };
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** Decides only what is shown; the server decides what is allowed (product 1.4). */
export function isAdmin(session: Session): boolean {
  return session.user?.username === ADMIN_USERNAME && session.token !== null;
}
