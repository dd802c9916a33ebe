/** Measures the checks of knowledge on labelled pairs and on the labelled businesses: `bun bench/checks.ts [FOLDER] [--show]`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEntry } from "../src/contract/knowledge.ts";
import { checkEntries, type Finding } from "../src/server/knowledge/checks/check-entries.ts";
import { ALWAYS } from "../src/server/knowledge/dates.ts";
import { runAtOnce } from "../src/server/platform/steps.ts";

interface LabelledPair {
  a: string;
  b: string;
  label: string;
  note: string;
}

/** The day on which the pairs were written. */
const TODAY = "2026-11-23";
const KINDS: Readonly<Record<string, readonly string[]>> = {
  "contradiction-price": ["price"],
  "contradiction-time": ["time"],
  "contradiction-phone": ["phone"],
  duplicate: ["duplicate", "covered"],
  "past-date": ["past"],
  "too-long-or-secret": ["secret", "long"],
};

const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? join(import.meta.dir, "checks");
const isShown = process.argv.includes("--show");

const check = (texts: readonly string[]): readonly Finding[] => {
  const entries = texts.map((text, at) => ({ id: `${at}`, entry: parseEntry(text), valid: ALWAYS, version: "1", saved: TODAY }));
  return runAtOnce(checkEntries(entries, TODAY)).findings;
};
const say = (finding: Finding) => `${finding.kind}: ${finding.places.map(({ quote }) => JSON.stringify(quote)).join(" / ")}`;
const share = (part: number, whole: number) => (whole === 0 ? "-" : (part / whole).toFixed(3));

const counts = new Map(Object.keys(KINDS).map((label) => [label, { planted: 0, found: 0, right: 0, wrong: 0 }]));
let clean = 0;
let disturbed = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith(".json"))) {
  for (const pair of JSON.parse(readFileSync(join(folder, name), "utf8")) as LabelledPair[]) {
    const found = check([pair.a, pair.b].filter((text) => text !== ""));
    const own = counts.get(pair.label);
    const isFound = found.some(({ kind }) => KINDS[pair.label]?.includes(kind));
    if (own) own.planted++;
    if (own && isFound) own.found++;
    if (!own) clean++;
    if (!own && found.length > 0) disturbed++;
    for (const finding of found) {
      const [label = ""] = Object.entries(KINDS).find(([, kinds]) => kinds.includes(finding.kind)) ?? [];
      const count = counts.get(label);
      if (count) count[label === pair.label ? "right" : "wrong"]++;
      if (isShown && label !== pair.label) console.log(`WRONG [${pair.label}] ${pair.note}\n  ${pair.a}\n  ${pair.b}\n  ${say(finding)}\n`);
    }
    if (isShown && own && !isFound) console.log(`MISSED [${pair.label}] ${pair.note}\n  ${pair.a}\n  ${pair.b}\n`);
  }
}
const all = { planted: 0, found: 0, right: 0, wrong: 0 };
for (const [label, count] of counts) {
  for (const key of Object.keys(all) as (keyof typeof all)[]) all[key] += count[key];
  console.log(
    `${label.padEnd(20)} precision ${share(count.right, count.right + count.wrong)}, recall ${share(count.found, count.planted)} (${count.found} of ${count.planted})`,
  );
}
console.log(
  `${"all".padEnd(20)} precision ${share(all.right, all.right + all.wrong)} (${all.wrong} wrong), recall ${share(all.found, all.planted)}; ${disturbed} of ${clean} clean pairs have a warning`,
);

if (process.argv.includes("--businesses")) {
  const sets = join(import.meta.dir, "answers-sets");
  const kinds = new Map<string, number>();
  let entries = 0;
  for (const name of readdirSync(sets).filter((file) => file.endsWith(".json"))) {
    const { knowledge } = JSON.parse(readFileSync(join(sets, name), "utf8")) as { knowledge: string[] };
    entries += knowledge.length;
    for (const finding of check(knowledge)) {
      kinds.set(finding.kind, (kinds.get(finding.kind) ?? 0) + 1);
      if (isShown) console.log(`${name} ${say(finding)}`);
    }
  }
  console.log(`the businesses of answers-sets: ${entries} entries, warnings ${JSON.stringify(Object.fromEntries(kinds))}`);
}
