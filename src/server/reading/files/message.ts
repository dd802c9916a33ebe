/** What the server and the process that reads a file send each other. */
import type { Unread } from "../document.ts";
import type { ReadTexts } from "../entries.ts";
import type { ReadLimits } from "./limits.ts";

/** The first line of the input; the bytes of the file follow. */
export interface ReadRequest {
  name: string;
  limits: ReadLimits;
  /** Of one text. */
  maxWords: number;
}

/** The output. */
export type ReadAnswer = { read: ReadTexts } | { reasons: Unread[] };

export const LINE_END = 10;
