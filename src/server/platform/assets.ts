/** The built web application and widget, as the server hands them out. */
export interface Assets {
  /** Answers GET and HEAD of a built file (`/assets/…`, `/embed.js`, `/favicon.svg`, …); undefined when there is none. */
  serve(request: Request, pathname: string): Response | undefined;
  /** The application's page, or for "/" the landing page, with its own headers; `status` 404 for an address that is no page. */
  page(request: Request, status?: number): Response;
  /** Addresses of the framed chat page's built files. */
  frame: { script: string; style: string };
}
