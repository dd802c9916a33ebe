/**
 * How much a hostile file slows down the replies to visitors: the time of a reply by the built-in answerer of the built
 * executable, alone and while a file is added, read, stored or refused, in turns, so that other programs disturb both alike.
 * Build first. Run: bun bench/reading/beside.ts [REPLIES]. Ends with 1 if the goal is missed.
 */
import { readFileSync } from "node:fs";
import type { SourceView } from "../../src/contract/source.ts";
import { changeDatabase } from "../../test/e2e/aftermath.ts";
import { startSapa } from "../../test/e2e/sapa.ts";
import { connect } from "../../test/socket-client.ts";
import { formOf } from "../../test/sources.ts";
import { cpuOf, quantile } from "../measuring.ts";
import { hostileFiles } from "./hostile-files.ts";

const [replies = "1000"] = process.argv.slice(2);
const REPLIES = Number(replies);
const GOAL = 1.2;
/** Between a reply and the next question. */
const PAUSE_MS = 15;
const FILES = ["zip bomb of 600 MB.docx", "pages in a circle.pdf", "sheet of 50 MB.xlsx", "10,000 pages.pdf"];
const ROOM =
  "source_limit = 1000, page_limit = 100000, total_word_limit = 10000000, chat_limit = 1000, msg_limit = 1000000, add_knowledge_limit = 1000";
const QUESTIONS = [
  "When do you open?",
  "Berapa harga bilik 7?",
  "Do you deliver to room 12?",
  "Ada tempat letak kereta?",
  "Can I pay by card?",
];

const all = hostileFiles("http://127.0.0.1:9");
const files = await Promise.all(
  FILES.map(async (name) => ({ name, form: await formOf(name, (all[name]?.() ?? new Uint8Array()) as Uint8Array<ArrayBuffer>) })),
);
const sapa = await startSapa({ env: { SAPA_RATE_SCALE: "100000", SAPA_OLLAMA_URL: "http://127.0.0.1:9" } });
changeDatabase(sapa, (database) => database.run(`update plans set ${ROOM} where id = 1`));
const owner = (await sapa.signUp("good")).token;
const knowledge = Array.from({ length: 60 }, (_, at) => `Bilik ${at} ialah RM ${at + 90} semalam, dan muat untuk ${at + 1} orang.`);
const chatId = await sapa.createAgent(owner, {
  knowledge: [...knowledge, "We open at nine every day.", "Parking is behind the shop.", "Cards are accepted."],
});
const other = (await sapa.signUp("bad")).token;
const attacked = await sapa.createAgent(other);
const visitor = await connect(sapa.url, chatId);

const readers = () => readFileSync(`/proc/${sapa.pid}/task/${sapa.pid}/children`, "utf8").trim();
let asked = 0;
let beside = 0;
/** Asks one question after the other until `isOver`. */
async function askUntil(isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    visitor.events.length = 0;
    const question = QUESTIONS[asked++ % QUESTIONS.length] ?? "";
    const began = performance.now();
    const { error } = await visitor.ask(question, undefined, 60_000);
    times.push(performance.now() - began);
    if (error !== null) throw new Error(error);
    if (readers() !== "") beside++;
    await Bun.sleep(PAUSE_MS);
  }
  return times;
}

const call = async <Answer>(method: string, path: string) =>
  (await sapa.call<Answer>(method, `/api/chats/${attacked}/sources${path}`, { token: other })).body;

/** Adds the file, and resolves when its reading has ended. */
async function readFile({ form }: (typeof files)[number]): Promise<SourceView> {
  const headers = { authorization: `Bearer ${other}`, "content-type": form.type };
  const added = await fetch(`${sapa.url}/api/chats/${attacked}/sources`, { method: "POST", headers, body: form.bytes });
  const {
    source: { id },
  } = (await added.json()) as { source: SourceView };
  for (;;) {
    const { source } = await call<{ source: SourceView }>("GET", `/${id}?limit=1`);
    if (source.job?.state === "done" || source.job?.state === "failed") return source;
    await Bun.sleep(200);
  }
}

interface Times {
  alone: number[];
  besides: number[];
  seconds: number;
  end: string;
}
const results = new Map<string, Times>(files.map(({ name }) => [name, { alone: [], besides: [], seconds: 0, end: "" }]));
const pool = (kind: "alone" | "besides") => [...results.values()].flatMap((times) => times[kind]);

// Warm up: an installation runs compiled code.
for (let end = performance.now() + 5_000; performance.now() < end; ) await askUntil(() => performance.now() >= end);
beside = 0;
while (pool("alone").length < REPLIES || pool("besides").length < REPLIES) {
  for (const file of files) {
    const times = results.get(file.name) as Times;
    const began = performance.now();
    let source: SourceView | null = null;
    const reading = readFile(file).then((ended) => {
      source = ended;
    });
    times.besides.push(...(await askUntil(() => source !== null)));
    await reading;
    const seconds = (performance.now() - began) / 1_000;
    times.seconds += seconds;
    const { id, state, failure, words } = source as unknown as SourceView;
    times.end = `${state} ${failure ?? ""} ${words} words`;
    await call("DELETE", `/${id}`);
    const ends = performance.now() + seconds * 1_000;
    times.alone.push(...(await askUntil(() => performance.now() >= ends)));
  }
}

const row = (name: string, alone: number[], besides: number[], more = "") => {
  const at = (times: number[], share: number) => quantile(times, share).toFixed(1).padStart(7);
  const ratio = quantile(besides, 0.99) / quantile(alone, 0.99);
  const figures = [alone, besides].map(
    (times) => `${String(times.length).padStart(6)} ${at(times, 0.5)} ${at(times, 0.99)} ${at(times, 1)}`,
  );
  console.log(`${name.padEnd(26)} ${figures.join("   ")}   ${ratio.toFixed(2)}   ${more}`);
  return ratio;
};
console.log("ms per reply                    alone: n, p50, p99, most        beside: n, p50, p99, most    p99 ratio");
for (const [name, { alone, besides, seconds, end }] of results) row(name, alone, besides, `${seconds.toFixed(1)} s; ${end}`);
const ratio = row("all", pool("alone"), pool("besides"), `${beside} replies while a reader ran; server used ${cpuOf(sapa.pid)} ms`);
visitor.close();
await sapa.dispose();
process.exit(ratio <= GOAL ? 0 : 1);
