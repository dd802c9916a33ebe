/** Entries on the wire, with where they were read. */
import { formatEntry } from "../../../contract/knowledge.ts";
import type { StoredEntry } from "../../../contract/knowledge-calls.ts";
import type { EntryOrigin } from "../../../contract/source.ts";
import { datesOf } from "../../knowledge/dates.ts";
import { findOrigins } from "../../knowledge/read-store.ts";
import { findSources } from "../../knowledge/source-store.ts";
import type { KnowledgeRecord } from "../../knowledge/store.ts";
import type { Reader } from "../../platform/storage/db.ts";
import { versionOf } from "./save-entries.ts";

export async function presentEntries(
  { db, timeZone }: { db: Reader; timeZone: string },
  records: readonly KnowledgeRecord[],
): Promise<StoredEntry[]> {
  const origins = await originsOf(
    db,
    records.flatMap(({ id, sourceId }) => (sourceId === null ? [] : [id])),
  );
  return records.map((record) => {
    const dates = datesOf(record.valid, timeZone, db.now);
    const origin = origins.get(record.id);
    const { id, words } = record;
    return { id, entry: formatEntry(record.entry), words, version: versionOf(record), ...(dates && { dates }), ...(origin && { origin }) };
  });
}

async function originsOf(db: Reader, ids: readonly string[]): Promise<Map<string, EntryOrigin>> {
  if (ids.length === 0) return new Map();
  const found = await findOrigins(db, ids);
  const sources = new Map(
    (await findSources(db, [...new Set(found.map(({ sourceId }) => sourceId))])).map((source) => [source.id, source]),
  );
  return new Map(
    found.flatMap(({ id, sourceId, pageId, url, title, heading, page, fetchedAt, isPinned, conflict }) => {
      const source = sources.get(sourceId);
      if (!source) return [];
      const at = { sourceId, kind: source.kind, sourceName: source.name, pageId, url: url || null, title: title ?? "", heading, page };
      const origin: EntryOrigin = { ...at, fetchedAt: fetchedAt === null ? null : new Date(fetchedAt).toISOString(), isPinned, conflict };
      return [[id, origin] as const];
    }),
  );
}
