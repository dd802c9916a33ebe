import { describe, expect, test } from "bun:test";
import { row, xlsx } from "../../../../test/office-files.ts";
import type { UnreadReason } from "../../../contract/source.ts";
import { DocumentUnreadable } from "../document.ts";
import { ReaderFailed } from "../own-process.ts";
import { READ_LIMITS } from "./limits.ts";
import { readFile } from "./read-file.ts";

const MAX_WORDS = 200;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textFile = (text: string) => ({ name: "a.txt", bytes: bytesOf(text), maxWords: MAX_WORDS });
const reasonsOf = async (reading: Promise<unknown>): Promise<UnreadReason[]> => {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DocumentUnreadable)) throw error ?? new Error("the document was read");
  return error.reasons.map(({ why }) => why);
};

describe("a file that is read in a process of its own", () => {
  test("becomes texts with its headings and tables", async () => {
    const document = await readFile({
      name: "Menu.md",
      bytes: bytesOf("# Menu\n\n## Drinks\n\n| Item | Hot |\n|---|---|\n| Teh tarik | RM2.50 |\n"),
      maxWords: MAX_WORDS,
    });
    expect(document).toEqual({
      title: "Menu",
      texts: [{ heading: "Menu › Drinks", text: "# Menu › Drinks\n\nTeh tarik: Hot RM2.50", page: null, words: 6 }],
      unread: [],
    });
  });

  test("is refused with its reason if it has no text", async () => {
    expect(await reasonsOf(readFile(textFile("")))).toEqual(["empty"]);
    expect(await reasonsOf(readFile(textFile(" \n\t\n--- ...")))).toEqual(["empty"]);
    expect(await reasonsOf(readFile(textFile("\x07".repeat(1_000))))).toEqual(["unsupported"]);
  });

  test("that needs too much work is refused, and ended in the middle of it", async () => {
    const merged = '<mergeCell ref="A1:XFD1048576"/>'.repeat(20_000);
    const xml = `<sheetData>${row("Tea", "RM2").repeat(20_000)}</sheetData><mergeCells>${merged}</mergeCells>`;
    const file = { name: "a.xlsx", bytes: xlsx([{ name: "A", xml }]), maxWords: MAX_WORDS };
    // Without a limit of time: on a busy machine, the first second of work may take long.
    expect(await reasonsOf(readFile(file, { ...READ_LIMITS, workSeconds: 1, seconds: 600 }))).toEqual(["too_long"]);
  }, 600_000);

  test("for which the machine has no time is not blamed for it: it may be read later", async () => {
    const reading = readFile(textFile("Open daily"), { ...READ_LIMITS, seconds: 0.001 });
    expect(reading).rejects.toBeInstanceOf(ReaderFailed);
    await reading.catch(() => undefined);
  });

  test("that takes too much memory is ended", async () => {
    const memoryBytes = -149 * 1_024 * 1_024;
    expect(await reasonsOf(readFile(textFile("Open daily"), { ...READ_LIMITS, memoryBytes }))).toEqual(["too_large"]);
  });

  test("that is no longer needed is ended, with the caller's reason", async () => {
    const stop = new AbortController();
    const reading = readFile(textFile("Open daily"), READ_LIMITS, stop.signal);
    stop.abort(new Error("the source was deleted"));
    expect(reading).rejects.toThrow("the source was deleted");
    await reading.catch(() => undefined);
  });

  test("keeps what fits of a text that is too long, and says so", async () => {
    const limits = { ...READ_LIMITS, characters: 10 };
    const { texts, unread } = await readFile(textFile("Open daily from 9"), limits);
    expect(texts.map(({ text }) => text)).toEqual(["Open daily"]);
    expect(unread).toEqual([{ page: null, why: "too_long" }]);
  });
});
