import { expect, test } from "bun:test";
import { DEFAULT_LIMITS } from "../../../../contract/limits.ts";
import { limitChanges } from "./limit-changes.ts";

const stored = { ...DEFAULT_LIMITS, previews: 7 };

test("only limits that were changed are sent, and a default is sent as null", () => {
  expect(limitChanges(stored, stored)).toEqual({});
  expect(limitChanges(stored, { ...stored, signUps: 3 })).toEqual({ signUps: 3 });
  expect(limitChanges(stored, { ...stored, previews: DEFAULT_LIMITS.previews })).toEqual({ previews: null });
});

test("an emptied field resets the limit to its default, and sends nothing if it was the default already", () => {
  expect(limitChanges(stored, { ...stored, previews: null, signUps: null })).toEqual({ previews: null });
});
