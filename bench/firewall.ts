/**
 * What the check of facts lets through and stops, what it costs for each token of a reply, beside the reply filter alone
 * (the raw baseline), and what reading an agent's entries costs once. Hostile texts are those that a slow check would be
 * slowest with. Goal: 30 µs a token.
 * Run: bun bench/firewall.ts
 */

import { findElements } from "../src/server/knowledge/facts/elements.ts";
import { fold } from "../src/server/knowledge/facts/fold.ts";
import { wantedBy } from "../src/server/knowledge/facts/keys.ts";
import { createFactCheck } from "../src/server/replies/facts/check.ts";
import { createReplyFilter } from "../src/server/replies/prompt.ts";
import { type Business, readBusinesses } from "../test/facts/businesses.ts";
import { BY_HAND } from "../test/facts/by-hand.ts";
import { makeFaithful } from "../test/facts/faithful.ts";
import { sendInPieces } from "../test/facts/send.ts";
import { readWritten } from "../test/facts/written.ts";
import { makeWrong, mayBeSeen } from "../test/facts/wrong.ts";
import { createRandom, fastest } from "../test/hostile-seeds.ts";
import { quantile } from "./measuring.ts";

const ROUNDS = 6;
const GOAL_MICROS = 30;
/** Pieces of about the size of a model's tokens, with the space before a word. */
const toTokens = (text: string): string[] => text.match(/\s?[^\s]{1,4}|\s/g) ?? [];

interface Pass {
  write(token: string): string;
  end(): string;
}

const businesses = readBusinesses();
const replies = makeFaithful(businesses, 1_000, 7).map(({ business, reply }) => ({ business, tokens: toTokens(reply) }));
const long = { business: replies[0]?.business, tokens: replies.flatMap(({ tokens }) => [...tokens, "\n\n"]).slice(0, 20_000) };

/** Microseconds for each token: of all replies together, and the slowest hundredth of them. Of each reply, the fastest round. */
function measure(name: string, make: (reply: (typeof replies)[number]) => Pass): void {
  const runs = replies.map((reply) => {
    const run = () => {
      const pass = make(reply);
      for (const token of reply.tokens) pass.write(token);
      pass.end();
    };
    return { tokens: reply.tokens.length, micros: fastest(run, ROUNDS) * 1_000 };
  });
  const total = runs.reduce((sum, { micros }) => sum + micros, 0) / runs.reduce((sum, { tokens }) => sum + tokens, 0);
  const p99 = quantile(
    runs.map(({ micros, tokens }) => micros / tokens),
    0.99,
  );
  console.log(`${name.padEnd(28)} ${total.toFixed(2).padStart(7)} µs a token  p99 ${p99.toFixed(2).padStart(7)}  (goal ${GOAL_MICROS})`);
}

const sourcesOf = ({ business }: { business: Business }) => ({ entries: business.entries, owner: [], visitor: [], allowsSums: false });
measure("reply filter alone", ({ business }) => createReplyFilter(business.entries));
measure("check of facts alone", (reply) => createFactCheck(sourcesOf(reply)));
measure("both, as in a reply", (reply) => {
  const [filter, check] = [createReplyFilter(reply.business.entries), createFactCheck(sourcesOf(reply))];
  return { write: (token) => check.write(filter.write(token)), end: () => check.write(filter.end()) + check.end() };
});

/** Processor time does not depend on other programs. */
function processorMicros(run: () => unknown): number {
  const began = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(began);
  return user + system;
}

const known = readBusinesses()
  .slice(0, 1)
  .flatMap((business) => business.entries);
const HOSTILE: Readonly<Record<string, string>> = {
  "digits only": "1234567890",
  "digits apart": "1 2 3 4 ",
  "telephone numbers": "012-345 6789 / 013-456 7890, ",
  "one digit, hidden characters": "4\u200b",
  "hidden characters only": "\u200b",
  "separators only": "- / . , : ",
  "dots only": ".",
  "opening brackets": "(",
  "emphasis only": "*",
  "white space only": "  \n ",
  "one enormous word": "abcdefghij",
  "one enormous word with hyphens": "ab-",
  "one enormous address": "https://a.b/c",
  "labels only": "a.",
  "mail signs": "a@",
  "numbers in words": "four hundred and ",
  "digits in words": "zero one two ",
  "numbers glued together": "limapuluh",
  "open and closed, alternating": "RM 4 x ",
  "currencies only": "RM ",
  "days and months": "Mon - Fri, 3 March to ",
  "read-out addresses": "a at b dot ",
  "other digits": "４④⁴",
  accents: "é",
};
console.log("\nhostile texts of 20,000 units, in pieces of four units (µs a token; the middle and the slowest of the runs)");
for (const [name, unit] of Object.entries(HOSTILE)) {
  const tokens = unit.repeat(Math.ceil(20_000 / unit.length)).match(/.{1,4}/gs) ?? [];
  // Everything is known, so that nothing ends the reply before its end.
  const run = () => {
    const pass = createFactCheck({ entries: known, owner: [], visitor: [unit.repeat(40)], allowsSums: false });
    const last = tokens.findIndex((token) => pass.write(token) === "" && pass.stopped() !== null);
    pass.end();
    return { tokens: last < 0 ? tokens.length : last + 1, stopped: pass.stopped() };
  };
  const { tokens: count, stopped } = run();
  const times = Array.from({ length: 5 }, () => processorMicros(run) / count).sort((one, other) => one - other);
  console.log(
    `${name.padEnd(34)} ${(times[2] ?? 0).toFixed(2).padStart(7)}  ${(times[4] ?? 0).toFixed(2).padStart(7)}${stopped === null ? "" : `  (stops at ${JSON.stringify(stopped.slice(0, 30))})`}`,
  );
}

console.log("\nwrong replies, whole, in single characters, and cut at each position");
const random = createRandom(5);
for (const seed of [101, 102]) {
  const samples = makeWrong(businesses, 2_000, seed);
  const escaped = samples.filter((sample) => {
    const { reply } = sample;
    const cuts = [() => false, () => true, () => random(3) === 0, ...[...reply].map((_, cut) => (at: number) => at === cut)];
    return cuts.some((isCut) => {
      const { shown, stopped } = sendInPieces(sourcesOf(sample), reply, isCut);
      return stopped === null || shown.length > mayBeSeen(sample);
    });
  });
  console.log(`seed ${seed}: ${escaped.length} of ${samples.length} escape`);
  for (const { kind, reply } of escaped.slice(0, 10)) console.log(`  ${kind}: ${JSON.stringify(reply)}`);
}

console.log("\nfaithful replies: how many of their facts are stopped, by kind");
const written = [
  ...BY_HAND.flatMap(({ set, replies: ofSet }) => ofSet.map(([question, reply]) => ({ set, question, reply }))),
  ...readWritten(),
].map(({ set, question, reply }) => ({ business: businesses.find(({ name }) => name === set), question: [question], reply }));
const made = makeFaithful(businesses, 400, 17).map((sample) => ({ ...sample, question: [] as string[] }));
const counts = new Map<string, { all: number; stopped: number }>();
let stoppedReplies = 0;
for (const { business, question, reply } of [...written, ...made]) {
  if (!business) throw new Error("a reply belongs to a business that does not exist");
  const { stopped } = sendInPieces(
    { entries: business.entries, owner: [], visitor: question, allowsSums: false },
    reply,
    (at) => at % 4 === 0,
  );
  if (stopped !== null) stoppedReplies++;
  for (const element of findElements(fold(reply).text)) {
    if (!wantedBy(element)) continue;
    const kind = element.kind === "amount" ? (element.amount.unit?.kind ?? "number without a unit") : element.kind;
    const count = counts.get(kind) ?? { all: 0, stopped: 0 };
    count.all++;
    // A stop ends the reply, so at most one of its facts is counted.
    if (stopped !== null && stopped === reply.slice(element.start, element.end)) count.stopped++;
    counts.set(kind, count);
  }
}
for (const [kind, { all, stopped }] of counts) console.log(`${kind.padEnd(24)} ${`${all}`.padStart(5)} facts  ${stopped} stopped`);
console.log(`${stoppedReplies} of ${written.length + made.length} replies are stopped`);

const entries = businesses.flatMap((business) => business.entries);
const check = createFactCheck({ entries, owner: [], visitor: [], allowsSums: false });
const micros = processorMicros(() => {
  for (const token of long.tokens) check.write(token);
});
console.log(`one reply of ${long.tokens.length} tokens: ${(micros / long.tokens.length).toFixed(2)} µs a token`);
const fresh = entries.map((entry) => `${entry.text} `);
const reading = processorMicros(() => {
  createFactCheck({ entries: [], owner: fresh, visitor: [], allowsSums: false }).write("RM12345. ");
});
const size = fresh.reduce((sum, text) => sum + text.length, 0);
console.log(`reading ${fresh.length} entries (${Math.round(size / 1_000)} KB) once: ${(reading / 1_000).toFixed(1)} ms`);
