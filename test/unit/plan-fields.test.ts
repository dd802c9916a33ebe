/** Each field of a plan that the administrator can send goes through schema, store and presenter, and into the audit log. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { PlanInput } from "../../src/contract/plan.schema.ts";
import { type TestApp, testApp } from "../app.ts";

let sapa: TestApp;
let token: string;
beforeAll(async () => {
  sapa = await testApp();
  token = await sapa.adminToken();
});
afterAll(() => sapa.close());

/** Of each field a value that no new plan has. A new field needs one here, or it does not compile. */
const OTHERS: Record<Exclude<keyof PlanInput, "lastUpdate">, unknown> = {
  planName: "Another",
  msgLimit: 11,
  chatLimit: 12,
  knowledgeWordLimit: 13,
  addKnowledgeLimit: 14,
  sourceLimit: 21,
  pageLimit: 22,
  totalWordLimit: 23,
  memberLimit: 7,
  price: 15.5,
  validityMonths: 16,
  discountPercentage: 17.25,
  isOffered: false,
};
/** As the audit log names them: a price is in sen there. */
const { planName: name, price: _, ...same } = OTHERS;
const RECORDED = { name, priceSen: 1_550, ...same };

const call = async (method: string, path: string, body?: unknown) => {
  // Of two lines of the audit log in the same millisecond, either may be the first.
  sapa.clock.pass(1);
  return (await sapa.call(method, path, { token, body })).body;
};
const lastAudit = async () => (await call("GET", "/api/audit")).entries[0];

test("every field is stored when a plan is made, and when it is changed, and the audit log has it", async () => {
  const made = await call("POST", "/api/plans", OTHERS);
  expect(made).toMatchObject(OTHERS);
  expect((await lastAudit()).after).toEqual(RECORDED);
  const { id } = await call("POST", "/api/plans", { planName: "Empty" });
  expect(await call("PUT", `/api/plans/${id}`, OTHERS)).toMatchObject(OTHERS);
  expect((await lastAudit()).after).toEqual(RECORDED);
});

test("a change of one field leaves the others as they are", async () => {
  const { id } = await call("POST", "/api/plans", OTHERS);
  for (const [field, value] of Object.entries(OTHERS)) {
    expect(await call("PUT", `/api/plans/${id}`, { [field]: value })).toMatchObject(OTHERS);
  }
});

test("a new plan of which only the name is sent allows nothing, costs nothing and is offered for one month", async () => {
  expect(await call("POST", "/api/plans", { planName: "Bare" })).toMatchObject({
    msgLimit: 0,
    chatLimit: 0,
    knowledgeWordLimit: 0,
    addKnowledgeLimit: 0,
    sourceLimit: 0,
    pageLimit: 0,
    totalWordLimit: 0,
    price: 0,
    validityMonths: 1,
    discountPercentage: 0,
    isOffered: true,
  });
});
