import { expect, test } from "bun:test";
import { SETTINGS_DEFAULTS } from "../../contract/settings-fields.ts";
import { createPageKind } from "./page-kind.ts";
import type { Settings } from "./settings.ts";

const log = { debug: () => undefined };
const withName = (productName: string) => ({ ...SETTINGS_DEFAULTS, productName }) as Settings;

test("documents are sent as they were built until the operator changes something", async () => {
  const read = createPageKind({ read: async () => withName("") }, log);
  expect(await read()).toEqual({ isSignUpClosed: false, dress: null });
});

test("while the settings cannot be read, pages keep the brand that they had", async () => {
  let current: Settings | null = { ...withName("Kedai"), signUpsOpen: false };
  const read = createPageKind(
    {
      read: async () => {
        if (!current) throw new Error("the storage is away");
        return current;
      },
    },
    log,
  );
  const before = await read();
  expect([before.isSignUpClosed, before.dress?.fill("\uE000")]).toEqual([true, "Kedai"]);
  current = null;
  expect(await read()).toBe(before);
  current = withName("Warung");
  const after = await read();
  expect([after.isSignUpClosed, after.dress?.fill("\uE000"), after.dress?.key === before.dress?.key]).toEqual([false, "Warung", false]);
});
