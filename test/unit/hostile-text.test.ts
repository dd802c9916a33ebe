/** No visitor or owner can block the server with a text: all work is linear in the length of the text, not quadratic. */
import { describe, expect, test } from "bun:test";
import { READERS } from "../foreign-text.ts";
import { hostileSeeds, type Measure, runnerOf, type Seed, show, steepness, wordsIn, writtenPatterns } from "../hostile-seeds.ts";

const PATTERN: Measure = { floor: 1 };
/** For work that is done in slices, or in the reader's own browser. */
const SLICED: Measure = { floor: 10, short: 2_000 };
const PATIENCE_MS = 300_000;
/** Processor time for each pattern or reader; most need a tenth of it. `bench/patterns.ts` tries all seeds. */
const BUDGET_MICROS = 1_500_000;
/** The seeds for which the work is more than linear. The search stops at the first one. */
function findSteep(run: (text: string) => unknown, seeds: Iterable<Seed>, measure: Measure): string[] {
  const began = process.cpuUsage();
  for (const seed of seeds) {
    const { user, system } = process.cpuUsage(began);
    if (user + system > BUDGET_MICROS) break;
    const growth = steepness(run, seed, measure);
    if (growth !== null) return [`${show(seed)}: ${growth.toFixed(1)} times the work of the same text in sixteen parts`];
  }
  return [];
}

describe("the measure", () => {
  const find = (pattern: RegExp) =>
    findSteep(runnerOf(pattern), hostileSeeds({ words: wordsIn(pattern.source), count: 50 }), { ...PATTERN, short: 1_000 });

  test(
    "finds patterns that were once slow, with generated seeds",
    () => {
      for (const pattern of [/[\w.+-]+@[\w-]+\.\w+/g, /\{\{image\s*:?\s*(\d{1,4})\}\}/gi, /\s*\S+\s*/g]) {
        expect(find(pattern), String(pattern)).not.toEqual([]);
      }
    },
    PATIENCE_MS,
  );

  test("reports no pattern that is linear", () => {
    for (const pattern of [/(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.\w{1,24}/g, /\S+\s*|\s+/g, /\bhello\b/g]) {
      expect(find(pattern), String(pattern)).toEqual([]);
    }
  });
});

for (const folder of ["src/contract", "src/server", "src/web", "src/widget"]) {
  test(
    `every pattern in ${folder} takes time in proportion to the text`,
    () => {
      const steep = writtenPatterns(folder).flatMap(({ where, pattern, run }) =>
        findSteep(run, hostileSeeds({ words: wordsIn(pattern.source), count: 60 }), PATTERN).map((seed) => `${where} ${pattern} ${seed}`),
      );
      expect(steep).toEqual([]);
    },
    PATIENCE_MS,
  );
}

describe("reading foreign text takes time in proportion to it", () => {
  for (const { name, run, isSliced } of READERS) {
    test(
      name,
      () => {
        const every = isSliced ? 23 : 3;
        const seeds = [...hostileSeeds({ count: 60 })].filter((_, place) => place % every === 0);
        const steep = findSteep(run, seeds, isSliced ? SLICED : PATTERN);
        expect(steep).toEqual([]);
      },
      PATIENCE_MS,
    );
  }
});
