/** How a record is read: which question a reply belongs to, where a day begins, and who was left without a word. */
import type { RecordedItem } from "../../../contract/conversation.ts";

export interface Line {
  item: RecordedItem;
  /** What a reply answers; empty for a visitor's message and for a reply whose question is not there. */
  question: string;
  /** The first of its calendar day, where the reader is. */
  isNewDay: boolean;
  /** The visitor's message at the end that nobody answered. */
  isSilent: boolean;
}

/** A model has this long for a reply; before that a question is not unanswered but new. Milliseconds. */
const REPLY_WITHIN = 3 * 60_000;

/** Makes lines of the messages read so far. `isWhole`: nothing follows them. `now`: epoch milliseconds. */
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
 * A visitor may send several messages before the first is answered, and a failed turn leaves none. Within such a
 * stretch replies come in the order of the questions; where there are fewer, the last questions are the answered ones.
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

/** Some messages of the visitor's, and the replies up to the next one. */
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
