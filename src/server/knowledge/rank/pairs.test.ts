import { expect, test } from "bun:test";
import { LEXICON } from "../lexicon/concepts.ts";
import { conceptKey } from "./keys.ts";
import { liftOf, packPairs, unpackPairs } from "./pairs.ts";

const [first, second, third] = LEXICON.concepts.map(({ name }) => name) as [string, string, string];
const [one, two, three] = [0, 1, 2].map(conceptKey) as [number, number, number];

test("counts are stored by the names of concepts, and those that say little are left out", () => {
  const pairs = new Map([
    [
      one,
      new Map([
        [two, [4, 0.5] as [number, number]],
        [three, [0, 0.04] as [number, number]],
      ]),
    ],
    [two, new Map([[three, [0, 0.04] as [number, number]]])],
  ]);
  const packed = packPairs(pairs, ([seen]) => seen > 0);
  expect(packed).toEqual({ [first]: { [second]: [4, 0.5] } });
  expect(unpackPairs(packed)).toEqual(new Map([[one, new Map([[two, [4, 0.5]]])]]));
  expect(packPairs(pairs)[first]?.[third]).toEqual([0, 0]);
});

test("a concept that is no longer in the lexicon is left out", () => {
  expect(unpackPairs({ "gone/gone": { [first]: [3, 1] }, [first]: { "gone/gone": [3, 1], [second]: [2, 1] } })).toEqual(
    new Map([[one, new Map([[two, [2, 1]]])]]),
  );
});

test("what answers have more often than by chance speaks for a passage, and what they have less often speaks against it", () => {
  expect(liftOf([8, 1])).toBeGreaterThan(liftOf([2, 1]));
  expect(liftOf([2, 1])).toBeGreaterThan(0);
  expect(liftOf([0, 6])).toBeLessThan(0);
  expect(liftOf([0, 0])).toBe(0);
});
