/** The process that reads one file: a request on its input, an answer on its output. It has no data and no secrets. */
import { DocumentUnreadable, unreadable } from "../document.ts";
import { toTexts } from "../entries.ts";
import { stepBack } from "../own-process.ts";
import { LINE_END, type ReadAnswer, type ReadRequest } from "./message.ts";
import { readBytes } from "./read-bytes.ts";

/** Reads the request, and answers it. */
export async function answerRequest(input: Blob, write: (answer: string) => Promise<unknown>): Promise<void> {
  stepBack();
  const bytes = new Uint8Array(await input.arrayBuffer());
  const end = bytes.indexOf(LINE_END);
  const { name, limits, maxWords } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as ReadRequest;
  const answer = await readBytes({ bytes: bytes.subarray(end + 1), name }, limits).then(
    (document): ReadAnswer => ({ read: toTexts(document, maxWords) }),
    (error: unknown): ReadAnswer => ({ reasons: reasonsOf(error) }),
  );
  await write(JSON.stringify(answer));
}

/** An error that no reader expected comes from a file that is not as its format says. */
function reasonsOf(error: unknown): DocumentUnreadable["reasons"] {
  if (error instanceof DocumentUnreadable) return error.reasons;
  const isMemory = error instanceof RangeError && /memory|length|size/i.test(error.message);
  return unreadable(isMemory ? "too_large" : "broken").reasons;
}
