/** Owns: knowledge. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { countWords, formatEntry, parseEntry } from "../../contract/knowledge.ts";
import { type Reader, sql, type Tx } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";

interface KnowledgeRow {
  id: string;
  kind: "text" | "image";
  image_url: string | null;
  body: string;
}

const toEntry = (row: KnowledgeRow): KnowledgeEntry =>
  row.kind === "image" ? { kind: "image", url: row.image_url ?? "", text: row.body } : { kind: "text", text: row.body };

const rowsOf = (db: Reader, agentId: string) =>
  db.all<KnowledgeRow>(sql`select id, kind, image_url, body from knowledge where agent_id = ${agentId} order by position`);

/** An agent's entries in their order. */
export async function listEntries(db: Reader, agentId: string): Promise<KnowledgeEntry[]> {
  return (await rowsOf(db, agentId)).map(toEntry);
}

/** Stores the list; an entry that stays as it was keeps its row and id, wherever it moved. */
export async function replaceEntries(tx: Tx, agentId: string, entries: readonly string[], now: number): Promise<void> {
  const kept = new Map<string, string[]>();
  for (const row of await rowsOf(tx, agentId)) {
    const text = formatEntry(toEntry(row));
    kept.set(text, [...(kept.get(text) ?? []), row.id]);
  }
  for (const [position, text] of entries.entries()) {
    const entry = parseEntry(text);
    const id = kept.get(formatEntry(entry))?.shift();
    if (id) await tx.run(sql`update knowledge set position = ${position} where id = ${id} and position <> ${position}`);
    else {
      await tx.run(sql`
        insert into knowledge (id, agent_id, position, kind, image_url, body, words, created_at, updated_at)
        values (${newId()}, ${agentId}, ${position}, ${entry.kind}, ${entry.kind === "image" ? entry.url : null}, ${entry.text},
          ${countWords(entry.text)}, ${now}, ${now})`);
    }
  }
  for (const id of [...kept.values()].flat()) await tx.run(sql`delete from knowledge where id = ${id}`);
}
