import { draftDecision, draftMode, versionListQuery, versionQuery } from "../version.schema.ts";
import { describe } from "./call.schema.ts";
import { versionCalls } from "./versions.ts";

export const versionApi = describe(versionCalls, {
  listVersions: { query: versionListQuery },
  fetchVersion: { query: versionQuery },
  setDraftMode: { body: draftMode },
  publishDraft: { body: draftDecision },
  discardDraft: { body: draftDecision },
});
