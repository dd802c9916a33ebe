import { expect, test } from "bun:test";
import { DEFAULT_LIMITS } from "../../../../contract/limits.ts";
import { DEFAULT_TIMEOUTS } from "../../../../contract/model.ts";
import { SETTINGS_DEFAULTS } from "../../../../contract/settings-fields.ts";
import { changesOf, type SettingsValues } from "./section.ts";

const stored: SettingsValues = {
  aiModel: "gemini-pro",
  modelKeys: { google: "••••••••1234" },
  failover: [],
  timeouts: DEFAULT_TIMEOUTS,
  rmPerUsd: 4.2,
  ...SETTINGS_DEFAULTS,
  budgets: { boxSen: null, ownerSen: null },
  billplzApiKey: "••••••••5678",
  billplzCollectionId: "c1",
  limits: DEFAULT_LIMITS,
};

test("only changed values are sent, so another window's save stays", () => {
  expect(changesOf(stored, { ...stored, failover: [], budgets: { ...stored.budgets } })).toEqual({});
  expect(changesOf(stored, { ...stored, billplzSandbox: true, operatorName: "Sapa" })).toEqual({
    billplzSandbox: true,
    operatorName: "Sapa",
  });
  expect(changesOf(stored, { ...stored, modelKeys: { google: "new" }, billplzApiKey: "" })).toEqual({
    modelKeys: { google: "new" },
    billplzApiKey: "",
  });
});

test("of the limits only the changed ones are sent, and a default is sent as null", () => {
  expect(changesOf(stored, { ...stored, limits: { ...DEFAULT_LIMITS } })).toEqual({});
  const lower = { ...DEFAULT_LIMITS, signUps: 3 };
  expect(changesOf(stored, { ...stored, limits: lower })).toEqual({ limits: { signUps: 3 } });
  expect(changesOf({ ...stored, limits: lower }, stored)).toEqual({ limits: { signUps: null } });
});
