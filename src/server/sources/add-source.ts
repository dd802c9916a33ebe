/** Adds sources, and replaces the content of files. What they have is read by a job. */
import { told } from "../../contract/messages/message.ts";
import type { NewSource } from "../../contract/source.schema.ts";
import { MAX_SOURCE_NAME } from "../../contract/source.ts";
import { findOwnAgent } from "../agents/save.ts";
import type { StoredAgent } from "../agents/store.ts";
import { recordDocument, storeDocument } from "../files/upload.ts";
import { insertPage } from "../knowledge/page-store.ts";
import {
  findSame,
  findSource,
  findSourceOf,
  insertSource,
  type NewSourceRow,
  type StoredSource,
  setFile,
} from "../knowledge/source-store.ts";
import { findLimits } from "../plans/allowance.ts";
import { conflict, invalid, notFound } from "../platform/errors.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import { newId, repeatableId } from "../platform/ids.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { cleanLine } from "../reading/document.ts";
import { toPageAddress } from "../reading/site/page-address.ts";
import { purgeSource } from "./remove-source.ts";
import { ONE_PAGE, refusePages, refuseSource, sourceLimitReached } from "./room.ts";
import { findReading, startReading } from "./start-reading.ts";

export interface SourceDeps {
  db: Db;
  files: FileStore;
}

export interface NewFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

interface Request {
  viewer: Viewer;
  agentId: string;
  /** A repeated key (the client never received the answer) answers with the source that the first request made. */
  requestKey: string | null;
}

const idFor = ({ agentId, requestKey }: Request) => (requestKey === null ? newId() : repeatableId(`source of ${agentId}`, requestKey));

/** @throws DomainError not_found, invalid; conflict, if the agent reads the address already; plan_limit */
export async function addAddress({ db }: SourceDeps, request: Request, { kind, url }: NewSource): Promise<StoredSource> {
  const address = toPageAddress(url);
  if (address === null) throw invalid({ url: told("sources.badAddress") });
  const add = async (tx: Tx) => {
    const agent = await findOwnAgent(tx, request.viewer, request.agentId);
    const row = { id: idFor(request), agentId: agent.id, kind, name: address, url: address, fileHash: null };
    const made = await findSourceOf(tx, agent.id, row.id);
    if (made) return made;
    if (await findSame(tx, agent.id, { kind, url: address })) throw conflict(told("sources.twice"));
    return insertAndStart(tx, agent, row);
  };
  return db.transaction(add, { isGrowth: true });
}

/** @throws DomainError not_found, invalid, unsupported_type, account_full, busy; conflict, if the agent reads the file already; plan_limit */
export async function addFile(deps: SourceDeps, request: Request, { name, bytes }: NewFile): Promise<StoredSource> {
  const { id: agentId, accountId } = await findOwnAgent(deps.db, request.viewer, request.agentId);
  const before = await findSourceOf(deps.db, agentId, idFor(request));
  if (before) return before;
  // What is stored stays for a day, so that files that are refused could fill the store.
  await refuseSource(deps.db, agentId, await findLimits(deps.db, accountId));
  const { hash } = await storeDocument(deps, accountId, bytes);
  const add = async (tx: Tx) => {
    const agent = await findOwnAgent(tx, request.viewer, request.agentId);
    const row = { id: idFor(request), agentId: agent.id, kind: "file", name: cleanName(name), url: null, fileHash: hash } as const;
    const made = await findSourceOf(tx, agent.id, row.id);
    if (made) return made;
    if (await findSame(tx, agent.id, { kind: "file", hash })) throw conflict(told("sources.fileTwice"));
    const source = await insertAndStart(tx, agent, row);
    await recordDocument(tx, { sourceId: source.id, accountId: agent.accountId, hash });
    return source;
  };
  return deps.db.transaction(add, { isGrowth: true });
}

/** The last part of a path, as some browsers send one. */
const cleanName = (name: string): string =>
  cleanLine(name.split(/[\\/]/).at(-1) ?? "")
    .slice(0, MAX_SOURCE_NAME)
    .toWellFormed()
    .trim() || "file";

/** A file and a page count as one page from now on; of a website, the pages that the owner chooses do. */
async function insertAndStart(tx: Tx, agent: StoredAgent, row: NewSourceRow): Promise<StoredSource> {
  const limits = await findLimits(tx, agent.accountId);
  // A request that is repeated after its source was deleted makes it anew.
  await purgeSource(tx, row, tx.now);
  if (!(await insertSource(tx, row, limits?.sourceLimit ?? null))) throw sourceLimitReached(limits);
  await refusePages(tx, agent.id, limits, ONE_PAGE);
  if (row.kind !== "site") await insertPage(tx, row.id, { url: row.url ?? "", title: row.kind === "file" ? row.name : "", state: "taken" });
  await startReading(tx, { id: row.id, jobId: null }, agent);
  return existing(await findSource(tx, row.id));
}

function existing(source: StoredSource | undefined): StoredSource {
  if (!source) throw notFound();
  return source;
}

/**
 * The next version of a file. Texts that are in both keep their entries.
 * @throws DomainError not_found, invalid, unsupported_type, account_full, busy; conflict, if it is no file, or is being read
 */
export async function replaceFile(
  deps: SourceDeps,
  { viewer, agentId }: Omit<Request, "requestKey">,
  id: string,
  { name, bytes }: NewFile,
) {
  const { accountId } = await findOwnAgent(deps.db, viewer, agentId);
  await findReplaceable(deps.db, agentId, id);
  const { hash } = await storeDocument(deps, accountId, bytes);
  const replace = async (tx: Tx) => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    const source = await findReplaceable(tx, agent.id, id);
    const same = await findSame(tx, agent.id, { kind: "file", hash });
    if (same !== undefined && same !== source.id) throw conflict(told("sources.fileTwice"));
    await setFile(tx, source.id, { name: cleanName(name), hash });
    await recordDocument(tx, { sourceId: source.id, accountId: agent.accountId, hash });
    await startReading(tx, source, agent);
    return existing(await findSource(tx, source.id));
  };
  return deps.db.transaction(replace, { isGrowth: true });
}

async function findReplaceable(db: Db | Tx, agentId: string, id: string): Promise<StoredSource> {
  const source = existing(await findSourceOf(db, agentId, id));
  if (source.kind !== "file") throw conflict(told("sources.notFile"));
  if (await findReading(db, source)) throw conflict(told("sources.isRead"));
  return source;
}
