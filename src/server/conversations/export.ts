/** The table of all conversations, as a CSV file, and the names in it. */
import { listAccountNames } from "../accounts/store.ts";
import { listAgentNames } from "../agents/store.ts";
import { CSV_SLICE } from "../platform/csv.ts";
import type { Reader } from "../platform/storage/db.ts";
import { type ArchiveCursor, type ArchiveFilter, listOpenings, listPlaces, listThese, type StoredConversation } from "./archive-store.ts";

interface Names {
  chatName: string;
  username: string;
}

/** Reads the names of the agents and owners of these conversations. */
export async function readNames(
  db: Reader,
  conversations: readonly StoredConversation[],
): Promise<(conversation: StoredConversation) => Names> {
  const agents = await listAgentNames(
    db,
    conversations.flatMap(({ agentId }) => agentId ?? []),
  );
  const owners = await listAccountNames(
    db,
    conversations.flatMap(({ accountId }) => accountId ?? []),
  );
  return ({ agentId, accountId }) => ({ chatName: agents.get(agentId ?? "") ?? "", username: owners.get(accountId ?? "") ?? "" });
}

export const ARCHIVE_COLUMNS = ["id", "chatId", "agent", "userId", "owner", "messages", "unanswered", "lastMessageAt", "firstMessage"];

interface ArchiveRow extends Names {
  conversation: StoredConversation;
  opening: string;
}

export const archiveCells = ({ conversation, opening, chatName, username }: ArchiveRow): (string | number | null)[] => [
  conversation.id,
  conversation.agentId,
  chatName,
  conversation.accountId,
  username,
  conversation.messageCount,
  conversation.unanswered,
  new Date(conversation.updatedAt).toISOString(),
  opening,
];

/** The matching conversations, the latest first, slice by slice. */
export async function* readArchive(db: Reader, filter: ArchiveFilter): AsyncGenerator<ArchiveRow[]> {
  for (let after: ArchiveCursor | null = null; ; ) {
    const places: ArchiveCursor[] = await listPlaces(db, filter, after, CSV_SLICE);
    const ids = places.map(({ id }) => id);
    if (ids.length > 0) {
      const conversations = await listThese(db, ids);
      const namesOf = await readNames(db, conversations);
      const openings = await listOpenings(db, ids);
      yield conversations.map((conversation) => ({ conversation, opening: openings.get(conversation.id) ?? "", ...namesOf(conversation) }));
    }
    after = places.at(-1) ?? null;
    if (after === null || places.length < CSV_SLICE) return;
  }
}

/** What an unknown id has. */
export async function* nothing(): AsyncGenerator<ArchiveRow[]> {
  yield [];
}
