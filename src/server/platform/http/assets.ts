import type { Dress } from "./dressed-pages.ts";

export interface PageKind {
  /** 404 for an address that is not a page; otherwise 200. */
  status?: number;
  /** Whether to serve the page that does not offer sign-up. */
  isSignUpClosed?: boolean;
  /** Null: as it was built. */
  dress?: Dress | null;
}

/** The built web application and widget, as the server serves them. */
export interface Assets {
  /** Answers GET and HEAD of a built file (`/assets/…`, `/embed.js`, `/favicon.svg`, …); undefined if there is none. */
  serve(request: Request, pathname: string): Response | undefined;
  /** The application's page with its headers; for "/" the landing page. */
  page(request: Request, kind?: PageKind): Response;
  /**
   * For the framed chat page: the address of its script, the text of its style, the address of the script that it loads
   * next, and the text of the further style of a chat that is a page of its own.
   */
  frame: { script: string; style: string; talk?: string; pageStyle?: string };
}
