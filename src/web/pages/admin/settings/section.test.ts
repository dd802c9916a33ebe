import { expect, test } from "bun:test";
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
