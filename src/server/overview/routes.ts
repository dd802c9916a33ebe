import { Elysia } from "elysia";
import type { Overview } from "../../contract/overview.ts";
import { type Http, json } from "../platform/http.ts";

export function overviewRoutes({ http, overview }: { http: Http; overview: { read(): Promise<Overview> } }) {
  return new Elysia({ name: "overview" }).get(
    "/api/overview",
    http.endpoint({ access: "admin" }, async () => json(await overview.read())),
  );
}
