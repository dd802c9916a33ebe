/** Writes an agent as one file: its settings, look, knowledge, uploaded pictures and latest changes (product 16). */
import { PICTURE_FIELDS } from "../../../contract/agent-fields.ts";
import { AGENT_FILE, AGENT_FILE_MEGABYTES, KNOWLEDGE_NAME, MANIFEST_NAME, pictureName } from "../../../contract/agent-file.ts";
import { formatEntry, type KnowledgeEntry } from "../../../contract/knowledge.ts";
import { told } from "../../../contract/messages/message.ts";
import type { VersionFields, VersionSummary } from "../../../contract/version.ts";
import { hashInAddress, typeOf } from "../../files/picture.ts";
import { findFile, isUsed } from "../../files/store.ts";
import { datesOf } from "../../knowledge/dates.ts";
import { type KnowledgeRecord, listEntries } from "../../knowledge/store.ts";
import { DomainError, tooLarge } from "../../platform/errors.ts";
import { type FileStore, hashOf } from "../../platform/files/file-store.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import { packZip } from "../../platform/pack-zip.ts";
import { nextTurn } from "../../platform/steps.ts";
import type { Db, Reader } from "../../platform/storage/db.ts";
import { listGolden } from "../golden/golden-store.ts";
import { findOwnAgent } from "../save.ts";
import type { StoredAgent } from "../store.ts";
import { fieldsOf } from "../versions/keep-version.ts";
import { listVersions } from "../versions/read-versions.ts";

interface Deps {
  db: Db;
  files: FileStore;
  timeZone: string;
  /** Of Sapa. */
  version: string;
}

const SLICE = 500;
const MAX_TRIES = 3;

const exportTooLarge = () => tooLarge(told("agentFile.exportTooLarge", { megabytes: AGENT_FILE_MEGABYTES }));

/** @throws DomainError not_found; too_large; busy, if the agent changes all the time. */
export async function writeAgentFile(
  deps: Deps,
  viewer: Viewer,
  agentId: string,
): Promise<{ agent: StoredAgent; bytes: Uint8Array<ArrayBuffer> }> {
  const { db, timeZone, version } = deps;
  const { agent, records } = await readWhole(db, viewer, agentId);
  const pictures = await readPictures(deps, agent, records);
  const knowledge = await writeLines(records, ({ entry, valid }) => {
    const dates = datesOf(valid, timeZone, 0);
    return { entry: formatEntry(named(entry, pictures)), ...(dates && { dates: { from: dates.from, until: dates.until } }) };
  });
  const manifest = {
    format: AGENT_FILE.format,
    version: AGENT_FILE.version,
    exportedAt: new Date(db.now).toISOString(),
    sapa: version,
    agent: withNames(fieldsOf(agent), pictures),
    entries: records.length,
    goldenQuestions: await readQuestions(db, agent, records),
    changes: await latestChanges(db, agent),
  };
  const bytes = await packZip([
    { name: MANIFEST_NAME, bytes: Buffer.from(JSON.stringify(manifest, null, 2)) },
    { name: KNOWLEDGE_NAME, bytes: knowledge },
    ...[...pictures.values()].map((picture) => ({ ...picture, isDense: true })),
  ]);
  if (bytes.length > AGENT_FILE.bytes) throw exportTooLarge();
  return { agent, bytes };
}

/** The agent with all of its entries, as they were together. */
async function readWhole(db: Reader, viewer: Viewer, agentId: string): Promise<{ agent: StoredAgent; records: KnowledgeRecord[] }> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const agent = await findOwnAgent(db, viewer, agentId);
    const records: KnowledgeRecord[] = [];
    for (let slice = await listEntries(db, agentId, -1, SLICE); slice.length > 0; ) {
      records.push(...slice);
      await nextTurn();
      slice = await listEntries(db, agentId, slice.at(-1)?.position, SLICE);
    }
    const { updatedAt, knowledgeUpdatedAt } = await findOwnAgent(db, viewer, agentId);
    if (updatedAt === agent.updatedAt && knowledgeUpdatedAt === agent.knowledgeUpdatedAt) return { agent, records };
  }
  throw new DomainError("busy", told("agentFile.changedMeanwhile"), { retryAfterSeconds: 1 });
}

/** An uploaded picture under the name that it has in the file. */
interface Picture {
  name: string;
  bytes: Uint8Array;
}

/** Those pictures of the agent that its account has uploaded, by their hash. One that is missing in the store keeps its address. */
async function readPictures({ db, files }: Deps, agent: StoredAgent, records: readonly KnowledgeRecord[]): Promise<Map<string, Picture>> {
  const addresses = [
    ...PICTURE_FIELDS.map((field) => agent[field]),
    ...records.flatMap(({ entry }) => (entry.kind === "image" ? [entry.url] : [])),
  ];
  const pictures = new Map<string, Picture>();
  let size = 0;
  for (const hash of new Set(addresses.map(hashInAddress))) {
    const file = hash !== null && (await isUsed(db, agent.accountId, hash)) ? await findFile(db, hash) : undefined;
    if (!file) continue;
    size += file.bytes;
    if (size > AGENT_FILE.bytes) throw exportTooLarge();
    const content = await files.read(file.hash);
    const bytes = content && (await new Response(content.body).bytes());
    if (bytes && hashOf(bytes) === file.hash) pictures.set(file.hash, { name: pictureName(file.hash, typeOf(file.mediaType)[0]), bytes });
  }
  return pictures;
}

const nameOf = (address: string, pictures: ReadonlyMap<string, Picture>): string =>
  pictures.get(hashInAddress(address) ?? "")?.name ?? address;

const named = (entry: KnowledgeEntry, pictures: ReadonlyMap<string, Picture>): KnowledgeEntry =>
  entry.kind === "image" ? { ...entry, url: nameOf(entry.url, pictures) } : entry;

const withNames = (fields: VersionFields, pictures: ReadonlyMap<string, Picture>): VersionFields => ({
  ...fields,
  ...Object.fromEntries(PICTURE_FIELDS.map((field) => [field, nameOf(fields[field], pictures)])),
});

async function writeLines<Item>(items: readonly Item[], present: (item: Item) => object): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let at = 0; at < items.length; at += SLICE) {
    const lines = items.slice(at, at + SLICE).map((item) => `${JSON.stringify(present(item))}\n`);
    const part = Buffer.from(lines.join(""));
    size += part.length;
    if (size > AGENT_FILE.textBytes) throw exportTooLarge();
    parts.push(part);
    await nextTurn();
  }
  return Buffer.concat(parts);
}

/** The questions with which the owner tests the agent. Entries are named by their lines. */
async function readQuestions(db: Reader, agent: StoredAgent, records: readonly KnowledgeRecord[]) {
  const lines = new Map(records.map(({ id }, at) => [id, at + 1]));
  return (await listGolden(db, agent.id)).map(({ question, expects: { entryId, ...expects } }) => ({
    question,
    entry: lines.get(entryId ?? "") ?? null,
    expects,
  }));
}

/** For people who read the file. Whoever made the changes is not named: the file may be given to anyone. */
async function latestChanges(db: Reader, agent: StoredAgent) {
  const { versions } = await listVersions(db, agent, { page: 1, limit: AGENT_FILE.changes });
  return versions.map(({ authorName: _, overriddenBy: __, ...version }) => ({ ...version, words: wordsOf(version) }));
}

/** What a version changed, in English: "edit; entries: 1 added, 2 changed; settings: chatName". */
function wordsOf({ action, added, changed, removed, moved, fields }: Omit<VersionSummary, "authorName" | "overriddenBy">): string {
  const counts = [
    [added, "added"],
    [changed, "changed"],
    [removed, "deleted"],
    [moved, "moved"],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const entries = parts.length > 0 ? [`entries: ${parts.join(", ")}`] : [];
  const settings = fields.length > 0 ? [`settings: ${fields.join(", ")}`] : [];
  return [action, ...entries, ...settings].join("; ");
}
