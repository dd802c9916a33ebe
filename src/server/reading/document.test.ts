import { expect, test } from "bun:test";
import { HEADING_GLUE, Outline } from "./document.ts";

test("very long headings are cut in the path of each part, and one with nothing below it is kept whole", () => {
  const outline = new Outline();
  for (const [at, letter] of [..."abcde"].entries()) outline.enter(at + 1, letter.repeat(20_000));
  for (let part = 0; part < 100; part++) {
    outline.enter(6, `Cake ${part}`);
    outline.add("It costs RM 4.50.");
  }
  outline.enter(6, "x".repeat(20_000));
  const parts = outline.finish();
  expect(parts).toHaveLength(101);
  expect(Math.max(...parts.map(({ heading }) => heading.length))).toBeLessThan(2_000);
  expect(parts[3]?.heading.split(HEADING_GLUE).at(-1)).toBe("Cake 3");
  expect(parts.at(-1)?.text).toBe("x".repeat(20_000));
});
