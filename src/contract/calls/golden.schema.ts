import { goldenInput, goldenQuery, nightlyInput } from "../golden.schema.ts";
import { describe } from "./call.schema.ts";
import { goldenCalls } from "./golden.ts";

export const goldenApi = describe(goldenCalls, {
  listGolden: { query: goldenQuery },
  addGolden: { body: goldenInput, status: 201 },
  setNightlyTests: { body: nightlyInput },
  updateGolden: { body: goldenInput },
});
