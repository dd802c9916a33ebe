/** The built web application and widget, as the server hands them out. */
export interface Assets {
  /** Answers GET and HEAD of a built file (`/assets/…`, `/embed.js`, `/favicon.svg`, …); undefined when there is none. */
  serve(request: Request, pathname: string): Response | undefined;
  /** The application's page, or for "/" the landing page, with its own headers; `status` 404 for an address that is no page. */
  page(request: Request, status?: number): Response;
  /** Of the framed chat page: its script's address, the text of its style, and the address of what is asked for next. */
  frame: { script: string; style: string; talk?: string };
}
