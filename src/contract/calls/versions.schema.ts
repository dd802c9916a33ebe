import { draftDecision, draftGate, draftMode, draftPublish, versionListQuery, versionQuery } from "../version.schema.ts";
import { describe } from "./call.schema.ts";
import { versionCalls } from "./versions.ts";

export const versionApi = describe(versionCalls, {
  listVersions: { query: versionListQuery },
  fetchVersion: { query: versionQuery },
  setDraftMode: { body: draftMode },
  setGate: { body: draftGate },
  publishDraft: { body: draftPublish },
  discardDraft: { body: draftDecision },
});
