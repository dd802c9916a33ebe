/** Makes a backup in a process of its own: SQLite's copy and its checks would block this one, and packing takes a whole processor. */

import { z } from "zod";
import { BACKUP_PROBLEMS, BACKUP_STEPS, type BackupStep } from "../../contract/backup.ts";
import { BackupFailed } from "../platform/backups/archive/problem.ts";
import type { Config } from "../platform/config.ts";
import { readEnvironment } from "../platform/config-environment.ts";
import { FolderPlace } from "../platform/files/place.ts";
import { parseJson } from "../platform/json.ts";
import { limited, ownCommand } from "../platform/own-program.ts";
import { type MadeBackup, makeBackup } from "./make.ts";

/** The internal command that makes a backup. */
export const MAKE_COMMAND = "make-backup";

const MEBIBYTE = 1_024 * 1_024;
const HOUR_MS = 3_600_000;
const LONGEST_MS = 6 * HOUR_MS;
const LIMITS = { memoryBytes: 1_024 * MEBIBYTE, seconds: (4 * HOUR_MS) / 1_000 };

const requestSchema = z.object({ identity: z.string(), version: z.string(), now: z.number() });
const size = z.number().int().nonnegative();
const lineSchema = z.union([
  z.object({ step: z.enum(BACKUP_STEPS), progress: z.number() }),
  z.object({
    made: z.object({
      name: z.string(),
      bytes: size,
      sha256: z.string(),
      rows: size,
      tables: size,
      files: size,
      missingFiles: size,
      tookMs: size,
    }),
  }),
  z.object({ problem: z.enum(BACKUP_PROBLEMS), detail: z.string() }),
]);
type Line = z.infer<typeof lineSchema>;

interface Options {
  config: Pick<Config, "data" | "files">;
  request: z.infer<typeof requestSchema>;
  /** Ends the process. */
  signal: AbortSignal;
  onStep(step: BackupStep, progress: number): void;
}

export type MakeBackup = (options: Options) => Promise<MadeBackup>;

/** @throws BackupFailed; the signal's reason */
export const makeInOwnProcess: MakeBackup = async ({ config, request, signal, onStep }) => {
  signal.throwIfAborted();
  const { files } = config;
  const place = files instanceof FolderPlace ? files.path : `s3://${files.bucket}/${files.prefix}`;
  const late = AbortSignal.timeout(LONGEST_MS);
  const child = Bun.spawn(limited(ownCommand(MAKE_COMMAND, "--data", config.data, "--files", place), LIMITS), {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
    // With the keys of the store of uploaded files. Bun would send a report if it crashes.
    env: { ...readEnvironment(), DO_NOT_TRACK: "1", BUN_ENABLE_CRASH_REPORTING: "0" },
    signal: AbortSignal.any([signal, late]),
  });
  // It stays open while this process lives: the child ends with it.
  child.stdin.write(`${JSON.stringify(request)}\n`);
  await child.stdin.flush();
  let last: Line | null = null;
  for await (const text of linesOf(child.stdout)) {
    const read = lineSchema.safeParse(parseJson(text));
    if (!read.success) continue;
    last = read.data;
    if ("step" in last) onStep(last.step, last.progress);
  }
  const code = await child.exited;
  signal.throwIfAborted();
  if (last && "made" in last) return last.made;
  if (last && "problem" in last) throw new BackupFailed(last.problem, last.detail);
  if (late.aborted) throw new BackupFailed("too_long", `it took longer than ${LONGEST_MS / HOUR_MS} hours`);
  throw new BackupFailed("failed", `the process that made it ended with ${child.signalCode ?? code}`);
};

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** The other side: reads the request from standard input, writes a line for each step, and ends when the server ends. */
export async function answerMake(
  input: ReadableStream<Uint8Array>,
  parts: Pick<Parameters<typeof makeBackup>[0], "config" | "files">,
  say: (line: string) => void,
): Promise<void> {
  const lines = linesOf(input);
  const { value } = await lines.next();
  const request = requestSchema.parse(parseJson(value ?? ""));
  const write = (line: Line) => say(JSON.stringify(line));
  void lines.next().then(() => process.exit(1));
  try {
    write({ made: await makeBackup({ ...parts, ...request, report: (step, progress) => write({ step, progress }) }) });
  } catch (error) {
    if (!(error instanceof BackupFailed)) throw error;
    write({ problem: error.problem, detail: error.detail });
  }
}
