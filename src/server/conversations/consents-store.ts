/** Owns: consents. What visitors have agreed to; a row goes with its conversation. */
import type { Language } from "../../contract/language.ts";
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export interface StoredConsent {
  /** A hash of the text in all languages. */
  version: string;
  language: Language;
  /** As it was shown. */
  text: string;
  at: number;
}

type ConsentRow = StoredConsent & { conversationId: string };

const COLUMNS = sql`c.conversation_id as "conversationId", c.version, c.language, c.body as text, c.agreed_at as at`;

/**
 * A consent on which the visitor's next message can rest: the one of the open conversation, whatever its version, or else
 * one to this version from an earlier conversation.
 */
export async function findUsableConsent(
  db: Reader,
  { visitorId, openId, version }: { visitorId: string; openId: string | null; version: string },
): Promise<ConsentRow | undefined> {
  return db.get<ConsentRow>(sql`
    select ${COLUMNS} from conversations v join consents c on c.conversation_id = v.id
    where v.visitor_id = ${visitorId} and (v.id = ${openId} or c.version = ${version})
    order by case when v.id = ${openId} then 0 else 1 end, c.agreed_at desc limit 1`);
}

export function insertConsent(tx: Tx, conversationId: string, consent: StoredConsent): void {
  tx.send(sql`
    insert into consents (conversation_id, version, language, body, agreed_at)
    values (${conversationId}, ${consent.version}, ${consent.language}, ${consent.text}, ${consent.at})`);
}

/** The consents of conversations, by the conversations' ids. */
export async function listConsents(db: Reader, conversationIds: readonly string[]): Promise<Map<string, StoredConsent>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await db.all<ConsentRow>(sql`select ${COLUMNS} from consents c where c.conversation_id in ${sqlList(conversationIds)}`);
  return new Map(rows.map(({ conversationId, ...consent }) => [conversationId, consent]));
}
