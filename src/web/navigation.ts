/** Who may see which page (product 10.1), as one pure decision. */
import { isAdmin, type Session } from "./session.ts";

/**
 * Who may see a page. Each route of the table states it, since the text of an address says it in many ways: the router
 * ignores the case of letters and decodes them. `entrance`: makes sense only before signing in.
 */
export type Access = "entrance" | "open" | "signed-in" | "admin";

/** Who may see an address for which there is no page: everything that starts with /embed is open. */
export const accessOfUnknown = (pathname: string): Access => (/^\/embed/i.test(pathname) ? "open" : "signed-in");

/** Where a person who asks for such a page must go instead; null when they may stay. */
export function redirectFor(access: Access, session: Session): "/login" | "/dashboard" | null {
  if (session.user === null) return access === "entrance" || access === "open" ? null : "/login";
  if (access === "entrance" || (access === "admin" && !isAdmin(session))) return "/dashboard";
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
