import { planApi } from "../../contract/calls/plans.schema.ts";
import { type AdminPlan, FREE_PLAN_ID, isOnSale } from "../../contract/plan.ts";
import { presentPlan } from "../../contract/present-plan.ts";
import { countByPlan } from "../accounts/plan-store.ts";
import { notFound } from "../platform/errors.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { Db } from "../platform/storage/db.ts";
import { changePlan, createPlan, deletePlan } from "./edit.ts";
import { findPlan, listPlans, type StoredPlan } from "./store.ts";

/** Ids count from 1; any other text is not the id of a plan. */
function idOf(text: string | undefined): number {
  if (!/^[1-9]\d{0,9}$/.test(text ?? "")) throw notFound();
  return Number(text);
}

export function planRoutes({ db, http }: { db: Db; http: Http }) {
  const presentForAdmin = async (plans: readonly StoredPlan[]): Promise<AdminPlan[]> => {
    const users = await countByPlan(
      db,
      plans.map(({ id }) => id),
    );
    return plans.map((plan) => ({
      ...presentPlan(plan),
      lastUpdate: new Date(plan.updatedAt).toISOString(),
      users: users.get(plan.id) ?? 0,
    }));
  };
  const presentOne = async (id: number): Promise<AdminPlan> => {
    const plan = await findPlan(db, id);
    const [presented] = plan ? await presentForAdmin([plan]) : [];
    if (!presented) throw notFound();
    return presented;
  };

  const listAllPlans = http.forAdmin(planApi.listAllPlans, async () => presentForAdmin(await listPlans(db)));

  return mount("plans", [
    http.endpoint(planApi.listPlans, { forAdmin: listAllPlans }, async () =>
      (await listPlans(db)).filter((plan) => plan.id === FREE_PLAN_ID || isOnSale(plan)).map(presentPlan),
    ),
    http.endpoint(planApi.createPlan, async ({ viewer, body, address }) => {
      const id = await createPlan(db, { actor: viewer, address }, body);
      return presentOne(id);
    }),
    http.endpoint(planApi.updatePlan, async ({ viewer, params, body, address }) => {
      const id = idOf(params.id);
      await changePlan(db, { actor: viewer, address }, id, body);
      return presentOne(id);
    }),
    http.endpoint(planApi.deletePlan, async ({ viewer, params, address }) => {
      await deletePlan(db, { actor: viewer, address }, idOf(params.id));
      return { message: "Plan deleted." };
    }),
  ]);
}
