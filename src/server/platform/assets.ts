export interface PageKind {
  /** 404 for an address that is no page; else 200. */
  status?: number;
  /** The page that offers no sign-up. */
  isSignUpClosed?: boolean;
}

/** The built web application and widget, as the server hands them out. */
export interface Assets {
  /** Answers GET and HEAD of a built file (`/assets/…`, `/embed.js`, `/favicon.svg`, …); undefined when there is none. */
  serve(request: Request, pathname: string): Response | undefined;
  /** The application's page, or for "/" the landing page, with its own headers. */
  page(request: Request, kind?: PageKind): Response;
  /** Of the framed chat page: its script's address, the text of its style, and the address of what is asked for next. */
  frame: { script: string; style: string; talk?: string };
}
