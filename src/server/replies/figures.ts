/** What a monitor learns about messages and replies (docs/operate.md#monitoring). */
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { Accepted } from "./accept.ts";
import type { TurnEnd } from "./record.ts";

export interface ReplyFigures {
  /** A message was stored or refused. `ms`: how long its transaction took. */
  accepted(accepted: Accepted, ms: number): void;
  /** A message could not be stored. */
  unstored(): void;
  /** The first piece of a reply reached the listeners, `ms` after its message was stored. */
  firstText(ms: number): void;
  ended(end: TurnEnd): void;
}

export function createReplyFigures(metrics: Metrics): ReplyFigures {
  const messages = metrics.counter(
    "sapa_messages_total",
    "Messages of visitors: turn (to be answered), limit, offline and other refusals, or unstored.",
    ["outcome"],
  );
  const stored = metrics.histogram("sapa_message_stored_seconds", "Time to store a message, with its commit.");
  const first = metrics.histogram("sapa_reply_first_text_seconds", "Time from a stored message to the first text of its reply.");
  const replies = metrics.counter("sapa_replies_total", "Replies by how they ended, and by whether a model gave them.", ["state", "by"]);
  const unanswered = metrics.counter("sapa_replies_unanswered_total", "Replies that say that the agent does not know.");
  return {
    accepted(accepted, ms) {
      messages({ outcome: accepted.kind === "told" ? accepted.reply.kind : accepted.kind });
      stored(ms);
    },
    unstored: () => messages({ outcome: "unstored" }),
    firstText: first,
    ended(end) {
      replies({ state: end.state, by: end.model === null ? "none" : end.model === BUILTIN_MODEL ? "builtin" : "model" });
      if (end.unanswered && end.text !== "") unanswered();
    },
  };
}
