import { FILE_MAX_BYTES } from "../limits.ts";
import { changedSource, chosenPages, settledConflict, sourceListQuery, sourceQuery } from "../source.schema.ts";
import { SOURCE_FILE_MS } from "../source.ts";
import { describe, idempotencyKey, LARGEST_BODY } from "./call.schema.ts";
import { sourceCalls } from "./sources.ts";

/** What a form adds to its file, in bytes. */
const FORM = 64 * 1_024;
const FILE = { file: true, maxBody: FILE_MAX_BYTES + FORM, maxBodyMs: SOURCE_FILE_MS, status: 202 } as const;

export const sourceApi = describe(sourceCalls, {
  addSource: { requestKey: idempotencyKey, ...FILE },
  listSources: { query: sourceListQuery },
  fetchSource: { query: sourceQuery },
  changeSource: { body: changedSource },
  syncSource: { status: 202 },
  replaceFile: FILE,
  choosePages: { body: chosenPages, maxBody: LARGEST_BODY, status: 202 },
  takePage: { status: 202 },
  settleConflict: { body: settledConflict },
});
