/** Paged lists: `?page=1&limit=30`, counted from 1, limit at most 100 (product 11.9). */

export const MAX_PAGE_LIMIT = 100;
export const PAGE_SIZE = {
  users: 30,
  conversations: 20,
  payments: 20,
  audit: 30,
  costs: 10,
  ledger: 10,
  accountLog: 20,
  invitations: 10,
  members: 10,
  businesses: 25,
  knowledge: 25,
  agents: 25,
  pictures: 24,
  versions: 30,
  versionEntries: 50,
  questionGroups: 5,
  golden: 25,
  changedAnswers: 10,
  warnings: 50,
  sources: 25,
  sourcePages: 50,
} as const;

export const pagesOf = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit));

/** Paths that answer with the web application. Any other path answers 404, also with the page, so that it can show the error. */
export const PAGES = [
  "/",
  "/signup",
  "/login",
  "/forgot",
  "/reset",
  "/confirm",
  "/join",
  "/start",
  "/dashboard",
  "/editor",
  "/conversations/:chatId",
  "/embed-code/:chatId",
  "/account",
  "/businesses",
  "/second-factor",
  "/awc",
  "/plans",
  "/billing",
  "/demo",
  "/privacy/:chatId",
  "/licence",
  "/receipt/:paymentId",
  "/payment/redirect",
  "/payment/callback",
] as const;

/** Whether a path is one of the application's pages. A parameter matches one non-empty segment. */
export function isPage(pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/(?<!\/)\/+$/, "") : pathname;
  const segments = path.split("/");
  return PAGES.some((page) => {
    const wanted = page.split("/");
    return (
      wanted.length === segments.length && wanted.every((want, i) => (want.startsWith(":") ? segments[i] !== "" : want === segments[i]))
    );
  });
}

/** Pages with a document of their own, which has their bones, and loads their code together with the application. */
export const EARLY_PAGES = ["/dashboard", "/editor", "/start", "/signup", "/login"] as const;
