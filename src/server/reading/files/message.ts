/** What the server and the process that reads a file send each other. */
import type { ReadDocument, Unread } from "../document.ts";
import type { ReadLimits } from "./limits.ts";

/** The first line of the input; the bytes of the file follow. */
export interface ReadRequest {
  name: string;
  limits: ReadLimits;
}

/** The output. */
export type ReadAnswer = { document: ReadDocument } | { reasons: Unread[] };

export const LINE_END = 10;
