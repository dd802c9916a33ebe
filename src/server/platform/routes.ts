import { Elysia } from "elysia";
import { isPage } from "../../contract/page.ts";
import type { Assets } from "./assets.ts";
import { notFound } from "./errors.ts";
import type { Health } from "./health.ts";
import { type Http, json } from "./http.ts";

interface Deps {
  version: string;
  assets: Assets;
  http: Http;
  health: Health;
  /** Never fails. */
  isSignUpOpen(): Promise<boolean>;
}

/** Health, built files, and the application's page for the addresses that are pages. */
export function platformRoutes(deps: Deps) {
  const { version, health } = deps;
  const state = (more: Record<string, string>) => {
    const reasons = health.reasons();
    return reasons.length === 0 ? json({ status: "ok", ...more }) : json({ status: "failing", reasons }, { status: 503 });
  };
  return (
    new Elysia({ name: "platform" })
      .get("/api/health", () => state({ version }))
      .get("/readyz", () => state({}))
      // A process that answers is alive; whether it should get requests is what /readyz says.
      .get("/healthz", () => json({ status: "ok" }))
      .get("/*", ({ request }) => serveFile(request, deps))
      .head("/*", ({ request }) => serveFile(request, deps))
  );
}

async function serveFile(request: Request, { assets, http, isSignUpOpen }: Deps): Promise<Response> {
  // Elysia's own path and wildcard are wrong for unusual hosts; the parsed address is not.
  const { pathname } = new URL(request.url);
  if (pathname === "/api" || pathname.startsWith("/api/")) return http.errorResponse(notFound(), request);
  const file = assets.serve(request, pathname);
  if (file) return file;
  const wantsPage = !pathname.startsWith("/assets/") && (request.headers.get("accept") ?? "").includes("text/html");
  if (!isPage(pathname) && !wantsPage) return http.errorResponse(notFound(), request);
  return assets.page(request, { status: isPage(pathname) ? 200 : 404, isSignUpClosed: !(await isSignUpOpen()) });
}
