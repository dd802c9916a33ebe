import { operationApi } from "../../contract/calls/operation.schema.ts";
import { isPage } from "../../contract/page.ts";
import { notFound } from "./errors.ts";
import type { Health } from "./health.ts";
import { Reply } from "./http/answer.ts";
import type { Assets, PageKind } from "./http/assets.ts";
import { mount, plain, type Route } from "./http/endpoint.ts";
import type { Http } from "./http/http.ts";

interface Deps {
  version: string;
  assets: Assets;
  http: Http;
  health: Health;
  /** What the settings say about the application's documents. Never fails. */
  readPageKind(): Promise<Pick<PageKind, "isSignUpClosed" | "dress">>;
}

const HEALTH_PATHS: readonly string[] = [operationApi.checkHealth, operationApi.checkReadiness, operationApi.checkLife].map(
  ({ path }) => path,
);

export function isAskedByMonitors(request: Request): boolean {
  return HEALTH_PATHS.includes(new URL(request.url).pathname);
}

/** Health, built files, and the application's page for the addresses that are pages. */
export function platformRoutes(deps: Deps) {
  const { version, health } = deps;
  const state = <More extends object>(more: More) => {
    const reasons = health.reasons();
    return reasons.length === 0 ? { status: "ok" as const, ...more } : new Reply({ status: "failing" as const, reasons }, { status: 503 });
  };
  const handle: Route["handle"] = ({ request }) => serveFile(request, deps);
  return mount("platform", [
    plain(operationApi.checkHealth, () => state({ version })),
    plain(operationApi.checkReadiness, () => state({})),
    // A process that answers is alive; /readyz says whether it should get requests.
    plain(operationApi.checkLife, () => ({ status: "ok" as const })),
    { method: "GET", path: "/*", handle },
    { method: "HEAD", path: "/*", handle },
  ]);
}

async function serveFile(request: Request, { assets, http, readPageKind }: Deps): Promise<Response> {
  // Elysia's path and wildcard are wrong for unusual hosts, so parse the address here.
  const { pathname } = new URL(request.url);
  if (pathname === "/api" || pathname.startsWith("/api/")) return http.errorResponse(notFound(), request);
  const file = assets.serve(request, pathname);
  if (file) return file;
  const wantsPage = !pathname.startsWith("/assets/") && (request.headers.get("accept") ?? "").includes("text/html");
  if (!isPage(pathname) && !wantsPage) return http.errorResponse(notFound(), request);
  return assets.page(request, { status: isPage(pathname) ? 200 : 404, ...(await readPageKind()) });
}
