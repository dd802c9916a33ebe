/**
 * Reads files that were made to do harm, as the server does: each is read or refused in time, the process that reads it is
 * gone afterwards, and the memory of this one is back. Run: bun bench/reading/hostile.ts. Ends with 1 if one of them did harm.
 */
import { existsSync, readFileSync } from "node:fs";
import { DocumentUnreadable } from "../../src/server/reading/document.ts";
import { readFile } from "../../src/server/reading/files/read-file.ts";
import { ReaderFailed } from "../../src/server/reading/own-process.ts";
import { hostileFiles } from "./hostile-files.ts";

const LIMIT_MS = 20_000;
const GROWN_MB = 60;
const MEGABYTE = 1_024 * 1_024;
let visits = 0;
const linked = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(String(++visits)) });
const FILES = hostileFiles(`http://127.0.0.1:${linked.port}`);

const megabytes = () => process.memoryUsage.rss() / MEGABYTE;
/** Processes of this one that still run. */
const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim();

const [only = ""] = process.argv.slice(2);
let harm = 0;
Bun.gc(true);
const before = megabytes();
for (const [name, make] of Object.entries(FILES)) {
  if (!name.includes(only)) continue;
  const bytes = make();
  const started = performance.now();
  const result = await readFile({ name, bytes, maxWords: 200 }).then(
    ({ texts, unread }) =>
      `read: ${texts.length} texts, ${texts.reduce((sum, { text }) => sum + text.length, 0)} characters; ${describe(unread)}`,
    (error: unknown) => {
      if (error instanceof DocumentUnreadable) return `refused: ${describe(error.reasons)}`;
      return `${error instanceof ReaderFailed ? "to be tried again" : "FAILED"}: ${String(error)}`;
    },
  );
  const ms = performance.now() - started;
  const left = existsSync("/proc/self/task") ? children() : "";
  const isHarmed = ms > LIMIT_MS || left !== "" || result.startsWith("FAILED");
  if (isHarmed) harm++;
  console.log(
    `${isHarmed ? "HARM " : ""}${name.padEnd(36)} ${(bytes.length / 1e6).toFixed(1).padStart(5)} MB ${(ms / 1_000).toFixed(1).padStart(5)} s  ${result}${left === "" ? "" : ` (still running: ${left})`}`,
  );
}

function describe(unread: readonly { page: number | null; why: string }[]): string {
  const first = unread.slice(0, 3).map(({ page: number, why }) => (number === null ? why : `${why} from page ${number}`));
  return `${first.join(", ")}${unread.length > 3 ? `, … (${unread.length})` : ""}`;
}

Bun.gc(true);
await Bun.sleep(500);
Bun.gc(true);
const grown = megabytes() - before;
if (visits > 0) harm++;
if (grown > GROWN_MB && only === "") harm++;
console.log(`${visits} requests to linked addresses; this process has grown by ${grown.toFixed(0)} MB`);
await linked.stop(true);
process.exit(harm > 0 ? 1 : 0);
