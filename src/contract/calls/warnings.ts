/** What the checks of an agent's knowledge find. */
import type { warningKeyInput, warningsQuery } from "../warning.schema.ts";
import type { WarningPage } from "../warning.ts";
import { call, type Done, SAVE } from "./call.ts";

export const warningCalls = {
  /** The gravest kinds first. The first call after a change reads the entries. */
  listWarnings: call<{ query: typeof warningsQuery; answer: WarningPage }>()("GET", "/api/chats/:chatId/warnings", "viewer", {
    timeoutMs: 30_000,
  }),
  /** The warning is not shown again until the words in which it was found change. */
  dismissWarning: call<{ body: typeof warningKeyInput; answer: Done }>()("POST", "/api/chats/:chatId/warnings/dismiss", "editor", SAVE),
  /** Takes back a dismissal. */
  recallWarning: call<{ body: typeof warningKeyInput; answer: Done }>()("POST", "/api/chats/:chatId/warnings/recall", "editor", SAVE),
};
