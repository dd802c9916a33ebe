import { expect, test } from "bun:test";
import { isMostPopular, readPrice } from "./price.ts";

test("a discounted year shows its total, its month and what is saved", () => {
  expect(readPrice({ price: 49, validityMonths: 12, discountPercentage: 20 })).toEqual({
    totalSen: 47_040,
    monthlySen: 3_920,
    savingsSen: 11_760,
  });
});

test("without a discount there is only the total", () => {
  expect(readPrice({ price: 29.9, validityMonths: 1, discountPercentage: 0 })).toEqual({
    totalSen: 2_990,
    monthlySen: null,
    savingsSen: 0,
  });
  expect(readPrice({ price: 29.9, validityMonths: 6, discountPercentage: 0 }).monthlySen).toBeNull();
});

test("a plan whose name contains Pro is the most popular", () => {
  expect(isMostPopular({ planName: "Pro Yearly" })).toBe(true);
  expect(isMostPopular({ planName: "Business" })).toBe(false);
});
