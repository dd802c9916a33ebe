import { expect, test } from "bun:test";
import fc from "fast-check";
import { stripImageMarkers } from "./knowledge.ts";

/** A slow but simple reference: removes one kind of marker after the other until none is left. */
function stripAgainAndAgain(text: string): string {
  const rest = text.replace(/\[(\/?)image\]/gi, (_, slash) => (slash ? " " : ""));
  return rest === text ? rest : stripAgainAndAgain(rest);
}

test("markers are removed in one pass with the same result as one after the other, however they are nested", () => {
  const part = fc.constantFrom(
    "[image]",
    "[/image]",
    "[",
    "]",
    "[im",
    "age]",
    "[/im",
    "[IMAGE]",
    "/",
    "i",
    "mage",
    " ",
    "😀",
    "\ud83d",
    "x",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      expect(stripImageMarkers(text)).toBe(stripAgainAndAgain(text));
    }),
    { numRuns: 2_000 },
  );
});

test("a text without a marker is returned as it is, and a long text loses nothing except its markers", () => {
  expect(stripImageMarkers("[x] image] [imag")).toBe("[x] image] [imag");
  const long = "ab😀".repeat(20_000);
  expect(stripImageMarkers(`[image]${long}[/image]`)).toBe(`${long} `);
});
