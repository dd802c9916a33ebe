import { operationApi } from "../../contract/calls/operation.schema.ts";
import type { Overview } from "../../contract/overview.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";

export function overviewRoutes({ http, overview }: { http: Http; overview: { read(): Promise<Overview> } }) {
  return mount("overview", [http.endpoint(operationApi.fetchOverview, async () => overview.read())]);
}
