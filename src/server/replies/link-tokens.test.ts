import { expect, test } from "bun:test";
import { createKeys } from "../platform/keys.ts";
import { LinkTokens } from "./link-tokens.ts";

test("a token is spent once, by the node that it names, and before it expires", () => {
  const db = { now: 1_000 };
  const tokens = new LinkTokens({ keys: createKeys(new Uint8Array(32)), db });
  const [first, second, third] = [tokens.make("far", "near"), tokens.make("far", "near"), tokens.make("far", "near")];
  expect(tokens.spend(first, "other")).toBeNull();
  expect([tokens.spend(first, "near"), tokens.spend(first, "near"), tokens.spend(second, "near")]).toEqual(["far", null, "far"]);
  db.now += 120_000;
  expect([tokens.spend(third, "near"), tokens.spend(first, "near")]).toEqual([null, null]);
});

test("no token is accepted while too many spent ones must be remembered", () => {
  const db = { now: 1_000 };
  const tokens = new LinkTokens({ keys: createKeys(new Uint8Array(32)), db }, 2);
  const spend = () => tokens.spend(tokens.make("far", "near"), "near");
  expect([spend(), spend(), spend()]).toEqual(["far", "far", null]);
  db.now += 120_000;
  expect(spend()).toBe("far");
});
