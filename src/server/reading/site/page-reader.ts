/** The process that reads pages: what is asked on its input, answers on its output. It has no data and no secrets. */
import { stepBack } from "../own-process.ts";
import { AskedStream, type PageAnswer, type PageAsked } from "./page-stream.ts";
import { WORKS } from "./works.ts";

/** Answers until its input ends. */
export async function answerPages(input: ReadableStream<Uint8Array>, write: (answer: string) => Promise<unknown>): Promise<void> {
  stepBack();
  const stream = new AskedStream(input.getReader());
  for (let next = await stream.next(); next; next = await stream.next())
    await write(`${JSON.stringify(answerOf(next.asked, next.bytes))}\n`);
}

function answerOf({ kind, setting }: PageAsked, bytes: Uint8Array): PageAnswer {
  try {
    return { value: WORKS[kind](bytes, setting as never) };
  } catch {
    return { failed: true };
  }
}
