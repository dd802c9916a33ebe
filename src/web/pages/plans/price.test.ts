import { expect, test } from "bun:test";
import { presentPlan } from "../../../contract/present-plan.ts";
import { isMostPopular, offeredPlans, readPrice, shownPlans } from "./price.ts";

test("a discounted year shows its total, its month and what is saved", () => {
  expect(readPrice({ price: 49, validityMonths: 12, discountPercentage: 20 })).toEqual({
    totalSen: 47_040,
    monthlySen: 3_920,
    savingsSen: 11_760,
  });
});

test("without a discount a month costs the listed price", () => {
  expect(readPrice({ price: 29.9, validityMonths: 1, discountPercentage: 0 })).toEqual({
    totalSen: 2_990,
    monthlySen: 2_990,
    savingsSen: 0,
  });
  expect(readPrice({ price: 29.9, validityMonths: 6, discountPercentage: 0 }).monthlySen).toBe(2_990);
});

test("a plan whose name contains Pro is the most popular", () => {
  expect(isMostPopular({ planName: "Pro Yearly" })).toBe(true);
  expect(isMostPopular({ planName: "Business" })).toBe(false);
});

test("only plans that are on sale at a price above zero are offered, and the landing page also shows the Free Plan", () => {
  const ofSources = { sourceLimit: 1, pageLimit: 1, memberLimit: 3, totalWordLimit: 1 };
  const limits = { msgLimit: 1, chatLimit: 1, knowledgeWordLimit: 1, addKnowledgeLimit: 1, ...ofSources };
  const plan = { ...limits, priceSen: 2_990, validityMonths: 1, discountPercentage: 0, isOffered: true };
  const plans = [
    { ...plan, id: 2, name: "Starter" },
    { ...plan, id: 1, name: "Free Plan", priceSen: 0 },
    { ...plan, id: 3, name: "Staff", priceSen: 0 },
    { ...plan, id: 4, name: "Off sale", isOffered: false },
    { ...plan, id: 5, name: "Given away", discountPercentage: 100 },
  ].map(presentPlan);
  expect(offeredPlans(plans).map(({ name }) => name)).toEqual(["Starter"]);
  expect(shownPlans(plans).map(({ name }) => name)).toEqual(["Free Plan", "Starter"]);
});
