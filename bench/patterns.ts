/**
 * How long every pattern and every function that reads foreign text takes for 100,000 characters of the generated texts
 * that slow it most, in milliseconds on this machine. Goal: 20 for a pattern.
 * Run: bun bench/patterns.ts [number of random seeds]
 */
import { READERS } from "../test/foreign-text.ts";
import { fastest, grow, hostileSeeds, type Seed, show, wordsIn, writtenPatterns } from "../test/hostile-seeds.ts";

const LENGTH = 100_000;
const SCREEN = 16_000;
const GOAL_MS = 20;
const SHOWN = 25;
const drawn = Number(process.argv[2] ?? 100);

interface Row {
  name: string;
  ms: number;
  seed: string;
}

/** The three seeds that take longest at a sixth of the length, measured at the full length. */
function findWorst(name: string, run: (text: string) => unknown, seeds: Iterable<Seed>): Row {
  const screened = [...seeds].map((seed) => ({ seed, ms: fastest(() => run(grow(seed, SCREEN))) }));
  const rows = screened
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 3)
    .map(({ seed }) => ({ name, ms: fastest(() => run(grow(seed, LENGTH)), 5), seed: show(seed) }));
  return rows.reduce((worst, row) => (row.ms > worst.ms ? row : worst));
}

function print(title: string, rows: Row[]): void {
  const over = rows.filter(({ ms }) => ms > GOAL_MS).length;
  console.log(`\n${title}: ${rows.length}, of them ${over} over ${GOAL_MS} ms for ${LENGTH.toLocaleString("en")} characters`);
  for (const { name, ms, seed } of rows.sort((a, b) => b.ms - a.ms).slice(0, SHOWN)) {
    console.log(`${ms.toFixed(2).padStart(9)}  ${name.slice(0, 90).padEnd(90)}  ${seed}`);
  }
}

const patterns = ["src/contract", "src/server", "src/web", "src/widget"].flatMap(writtenPatterns);
print(
  "patterns",
  patterns.map(({ where, pattern, run }) =>
    findWorst(`${where} ${pattern}`, run, hostileSeeds({ words: wordsIn(pattern.source), count: drawn })),
  ),
);
const [whole, sliced] = [READERS.filter(({ isSliced }) => !isSliced), READERS.filter(({ isSliced }) => isSliced)];
print(
  "readers",
  whole.map(({ name, run }) => findWorst(name, run, hostileSeeds({ count: drawn }))),
);
print(
  "functions that work in slices or in the reader's own browser",
  sliced.map(({ name, run }) =>
    findWorst(
      name,
      run,
      [...hostileSeeds({ count: drawn })].filter((_, place) => place % 10 === 0),
    ),
  ),
);
