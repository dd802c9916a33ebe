/** Decides who may see which page (product 10.1). Pure. */
import { mayOf } from "./may.ts";
import { operatorOf } from "./operator.ts";
import type { Session } from "./session.ts";

/**
 * Who may see a page. Each route of the table states it, because one address can be written in many ways: the router
 * ignores case and decodes characters. `entrance`: a page that makes sense only before signing in. `person`: also for
 * someone who is a member of no business. `owner`: for owners of the business on screen. `securing`: the page on which a
 * required second factor is set up. `admin`: for the administrator and the staff, who see different parts of the page.
 */
export type Access = "entrance" | "open" | "person" | "signed-in" | "owner" | "securing" | "admin";

/** Who may see a path that has no page. Everything that starts with /embed is open. */
export const accessOfUnknown = (pathname: string): Access => (/^\/embed/i.test(pathname) ? "open" : "signed-in");

/** The first page of a person who has signed in. */
export const homeOf = (session: Session): "/dashboard" | "/awc" | "/account" => {
  if (operatorOf(session) !== null) return "/awc";
  return session.user?.memberRole === null ? "/account" : "/dashboard";
};

/** The page on which a required second factor is set up. */
export const SECURING = "/second-factor";

/** Where a person must be redirected from a page with this access; null when they may see it. */
export function redirectFor(access: Access, session: Session): "/login" | "/dashboard" | "/awc" | "/account" | typeof SECURING | null {
  if (session.user === null) return access === "entrance" || access === "open" ? null : "/login";
  if (session.user.needsFactor) return access === "securing" || access === "open" ? null : SECURING;
  if ((access === "signed-in" || access === "owner") && session.user.memberRole === null) return homeOf(session);
  if (access === "owner" && !mayOf(session).own) return homeOf(session);
  if (access === "securing" || access === "entrance" || (access === "admin" && operatorOf(session) === null)) return homeOf(session);
  return null;
}

/** The page that was open when the session ended. Only the same user is sent back to it. */
export interface ReturnTo {
  from: string;
  userId: string | null;
}

/** Reads the router's state of /login. It is not trusted: it may have been tampered with or written by another version. */
export function readReturnTo(state: unknown): ReturnTo | null {
  if (typeof state !== "object" || state === null) return null;
  const { from, userId } = state as Partial<ReturnTo>;
  // "//host" would lead to another site.
  if (typeof from !== "string" || !from.startsWith("/") || from.startsWith("//")) return null;
  return { from, userId: typeof userId === "string" ? userId : null };
}

/** The page that is opened after a login. */
export function pageAfterLogin(returnTo: ReturnTo | null, userId: string, home: string): string {
  if (!returnTo || (returnTo.userId !== null && returnTo.userId !== userId)) return home;
  return returnTo.from;
}
