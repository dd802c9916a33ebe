import { describe, expect, test } from "bun:test";
import type { UnreadReason } from "../../../contract/source.ts";
import { DocumentUnreadable } from "../document.ts";
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

  test("that takes too much time is ended", async () => {
    const seconds = 0.001;
    expect(await reasonsOf(readFile(textFile("Open daily"), { ...READ_LIMITS, seconds }))).toEqual(["too_long"]);
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
