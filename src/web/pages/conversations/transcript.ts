/** Prepares the messages of a conversation: which question a reply answers, where a day begins, and what has no reply. */

import type { RecordedItem } from "../../../contract/conversation.ts";
import { CUT_NOTE } from "../../../contract/conversation.ts";

export interface Line {
  item: RecordedItem;
  /** The question that a reply answers; empty for a visitor's message and for a reply whose question is missing. */
  question: string;
  /** The first message of its calendar day, in the reader's time zone. */
  isNewDay: boolean;
  /** A visitor's last message that has no reply. */
  isSilent: boolean;
}

/** How long a model may take for a reply, in milliseconds. Until then a question counts as new, not as unanswered. */
const REPLY_WITHIN = 3 * 60_000;

/** Makes lines of the messages that have loaded. `isWhole`: there are no later messages. `now`: epoch milliseconds. */
export function readLines(items: readonly RecordedItem[], isWhole: boolean, now: number): Line[] {
  const questions = pairQuestions(items);
  let day = "";
  return items.map((item, at) => {
    const itsDay = new Date(item.at).toDateString();
    const isNewDay = itsDay !== day;
    day = itsDay;
    const isSilent = isWhole && at === items.length - 1 && item.sender === "user" && Date.parse(item.at) + REPLY_WITHIN < now;
    return { item, question: questions.get(item.sequence) ?? "", isNewDay, isSilent };
  });
}

/**
 * A visitor may send several messages before the first one is answered, and a failed turn has no reply. Within such a
 * stretch, the replies are in the order of the questions. If there are fewer replies, they belong to the last questions.
 */
function pairQuestions(items: readonly RecordedItem[]): Map<number, string> {
  const pairs = new Map<number, string>();
  for (const { asked, replies } of stretchesOf(items)) {
    const skipped = Math.max(0, asked.length - replies.length);
    replies.forEach((reply, at) => {
      const question = asked[skipped + at] ?? asked.at(-1);
      if (question) pairs.set(reply.sequence, question.text);
    });
  }
  return pairs;
}

interface Stretch {
  asked: RecordedItem[];
  replies: RecordedItem[];
}

/** Splits the messages into stretches: consecutive visitor messages, and the replies up to the next visitor message. */
function stretchesOf(items: readonly RecordedItem[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const item of items) {
    let last = stretches.at(-1);
    if (!last || (item.sender === "user" && last.replies.length > 0)) {
      last = { asked: [], replies: [] };
      stretches.push(last);
    }
    (item.sender === "user" ? last.asked : last.replies).push(item);
  }
  return stretches;
}

/** What the page says about a reply's note: why it ended as it did, or that a backup answered. */
export interface NoteWords {
  key: "conversations.brokeOff" | "conversations.backup";
  note: string;
}

/**
 * Why another model or the built-in answerer replied is for the operator, who can do something about it; the owner's visitor
 * got an answer. A reply that was cut off, and facts that were stopped, are for both.
 */
export function noteWords(note: string, { isInterrupted, isOperator }: { isInterrupted: boolean; isOperator: boolean }): NoteWords | null {
  if (isInterrupted || note === CUT_NOTE) return { key: "conversations.brokeOff", note };
  const stopped = note
    .split("; ")
    .filter((part) => part.startsWith("stopped: "))
    .join("; ");
  if (stopped === note || (stopped !== "" && !isOperator)) return { key: "conversations.brokeOff", note: stopped };
  return isOperator ? { key: "conversations.backup", note } : null;
}
