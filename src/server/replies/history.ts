import { listSaid, type Said } from "../conversations/store.ts";
import type { Reader } from "../platform/storage/db.ts";

/** Maximum number of earlier messages that a prompt may use. */
const HISTORY_READ = 40;

/**
 * The messages before the question: each earlier question with its reply, even if the reply was stored after this
 * question. Sapa's texts about limits are omitted.
 *
 * @param questionId the question's id; null if it is not stored yet.
 */
export async function readHistory(db: Reader, conversationId: string, questionId: string | null): Promise<Said[]> {
  const messages = await listSaid(db, conversationId, HISTORY_READ);
  const asked = questionId === null ? messages.length : messages.findIndex((message) => message.id === questionId);
  const replies = new Map(messages.filter((message) => message.author === "agent").map((message) => [message.clientId, message]));
  return messages
    .slice(0, Math.max(asked, 0))
    .filter((message) => message.author === "visitor")
    .flatMap((question) => {
      const reply = replies.get(question.clientId);
      return reply?.kind === "reply" ? [question, reply] : [question];
    });
}
