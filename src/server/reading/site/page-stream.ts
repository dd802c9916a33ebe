/** What the server and the process that reads pages send each other. */
import type { Setting, Work } from "./works.ts";

/** A line of JSON; the bytes follow it. */
export interface PageAsked {
  kind: Work;
  setting: Setting<Work>;
  /** How many. */
  bytes: number;
}

/** A line of JSON. */
export type PageAnswer = { value: unknown } | { failed: true };

const LINE_END = 10;

type Input = Pick<ReadableStreamDefaultReader<Uint8Array>, "read">;

/** The next line, if nothing follows it before the next question; null at the end of the stream, or if it is longer than `most` bytes. */
export async function readLine(input: Input, most: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await input.read();
    if (done) return null;
    size += value.length;
    if (size > most) return null;
    chunks.push(value);
    if (value.at(-1) === LINE_END) return Buffer.concat(chunks).toString("utf8");
  }
}

/** Reads what is asked, one after the other. */
export class AskedStream {
  #left: Uint8Array = new Uint8Array();

  constructor(private readonly input: Input) {}

  /** Null at the end of the stream. */
  async next(): Promise<{ asked: PageAsked; bytes: Uint8Array } | null> {
    let end = this.#left.indexOf(LINE_END);
    for (; end === -1; end = this.#left.indexOf(LINE_END)) if (!(await this.#read(this.#left.length + 1))) return null;
    const asked: PageAsked = JSON.parse(new TextDecoder().decode(this.#left.subarray(0, end)));
    if (!(await this.#read(end + 1 + asked.bytes))) return null;
    const bytes = this.#left.slice(end + 1, end + 1 + asked.bytes);
    this.#left = this.#left.slice(end + 1 + asked.bytes);
    return { asked, bytes };
  }

  /** Until as many bytes are there. @returns false if the stream ends before */
  async #read(length: number): Promise<boolean> {
    const chunks = [this.#left];
    let size = this.#left.length;
    while (size < length) {
      const { done, value } = await this.input.read();
      if (done) return false;
      chunks.push(value);
      size += value.length;
    }
    this.#left = Buffer.concat(chunks);
    return true;
  }
}
