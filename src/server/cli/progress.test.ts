import { expect, test } from "bun:test";
import { createProgress } from "./progress.ts";

const largest = { step: "copy", table: "messages", rows: 20_000, of: 40_000, isDone: false } as const;

test("on a terminal, one line changes at most ten times a second and is removed in the end", () => {
  const written: string[] = [];
  const progress = createProgress({ isTTY: true, write: (text: string) => written.push(text) });
  for (let n = 0; n < 50; n++) progress.show(largest);
  progress.show({ step: "complete", table: "", rows: 0, of: 0, isDone: false });
  progress.clear();
  expect(written[0]).toStartWith("\r\u001b[KCopying messages: 20,000 of 40,000 rows");
  expect(written.slice(-2)).toEqual(["\r\u001b[KMaking indexes and checking foreign keys", "\r\u001b[K"]);
  expect(written.length).toBeLessThan(10);
});

test("without a terminal, there is one line for each large table and none for small ones", () => {
  const lines: string[] = [];
  const progress = createProgress({ write: (text: string) => lines.push(text) });
  progress.show(largest);
  progress.show({ ...largest, rows: 40_000, isDone: true });
  progress.show({ ...largest, table: "plans", rows: 3, of: 3, isDone: true });
  progress.clear();
  expect(lines).toEqual([expect.stringMatching(/^Copied messages: 40,000 rows.*\n$/)]);
});
