/** The global navigation rules of spec.md §2, as one pure decision. */
import { isAdmin, type Session } from "./session.ts";

/** Pages that only make sense before signing in. */
const ENTRANCES = ["/", "/signup", "/login"];
/** Open to visitors beside the entrances and everything that starts with /embed. */
const OPEN = ["/demo", "/payment/callback"];

/** Where a person who asks for `pathname` must go instead; null when they may stay. */
export function redirectFor(pathname: string, session: Session): "/login" | "/dashboard" | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  if (session.user === null) {
    const isOpen = ENTRANCES.includes(path) || OPEN.includes(path) || path.startsWith("/embed");
    return isOpen ? null : "/login";
  }
  if (ENTRANCES.includes(path)) return "/dashboard";
  if (path === "/awc" && !isAdmin(session)) return "/dashboard";
  return null;
}

/** Where somebody was when their session ended; only the same person is brought back there. */
export interface ReturnTo {
  from: string;
  userId: string | null;
}

/** Reads the router's state of /login, which a person can have tampered with or another version written. */
export function readReturnTo(state: unknown): ReturnTo | null {
  if (typeof state !== "object" || state === null) return null;
  const { from, userId } = state as Partial<ReturnTo>;
  // "//host" would leave the site.
  if (typeof from !== "string" || !from.startsWith("/") || from.startsWith("//")) return null;
  return { from, userId: typeof userId === "string" ? userId : null };
}

/** The page after a login. */
export function pageAfterLogin(returnTo: ReturnTo | null, userId: string): string {
  if (!returnTo || (returnTo.userId !== null && returnTo.userId !== userId)) return "/dashboard";
  return returnTo.from;
}
