import { Elysia } from "elysia";
import { presentPlan } from "../../contract/plan.ts";
import type { Db } from "../platform/db.ts";
import { type Http, json } from "../platform/http.ts";
import { listPlans } from "./store.ts";

export function planRoutes({ db, http }: { db: Db; http: Http }) {
  return new Elysia({ name: "plans" }).get(
    "/api/plans",
    http.endpoint({ access: "anyone" }, async () => json((await listPlans(db)).map(presentPlan))),
  );
}
