/**
 * Reads an agent's file (product 16). Anyone may have made it: every size is bounded, every value is checked as if a client
 * had sent it, and nothing in it names anything of this installation.
 */
import type { z } from "zod";
import { PICTURE_FIELDS } from "../../../contract/agent-fields.ts";
import { agentFileEntry, agentFileHead, agentManifest } from "../../../contract/agent-file.schema.ts";
import { AGENT_FILE, AGENT_FILE_MEGABYTES, KNOWLEDGE_NAME, MANIFEST_NAME, PICTURE_NAME } from "../../../contract/agent-file.ts";
import { PICTURE_MAX_BYTES } from "../../../contract/file.ts";
import { formatEntry, parseEntry } from "../../../contract/knowledge.ts";
import { type EntryDates, KNOWLEDGE_MAX } from "../../../contract/knowledge-calls.ts";
import { type Message, told } from "../../../contract/messages/message.ts";
import { storable } from "../../../contract/text.schema.ts";
import { picturePath, pictureTypeOf } from "../../files/picture.ts";
import { DomainError, invalid, tooLarge } from "../../platform/errors.ts";
import { hashOf } from "../../platform/files/file-store.ts";
import { createRest } from "../../platform/steps.ts";
import { DocumentUnreadable } from "../../reading/document.ts";
import { Archive } from "../../reading/files/office/zip.ts";
import { type JsonBound, parseBounded } from "./bounded-json.ts";

export interface AgentFile {
  agent: z.output<typeof agentManifest>["agent"];
  entries: { entry: string; dates: EntryDates | null }[];
  goldenQuestions: z.output<typeof agentManifest>["goldenQuestions"];
  /** The pictures that the agent shows. */
  pictures: Uint8Array<ArrayBuffer>[];
}

const RATIO = 100;
const UNPACKED_BYTES = AGENT_FILE.bytes + AGENT_FILE.textBytes;

const refused = (message: Message) => invalid({ file: message });

/** `origin`: of the addresses that the pictures will have. @throws DomainError unsupported_type, invalid, too_large */
export async function readAgentFile(bytes: Uint8Array<ArrayBuffer>, origin: string): Promise<AgentFile> {
  try {
    const archive = openArchive(bytes);
    const manifest = await readManifest(archive);
    const pictures = new Pictures(archive, origin);
    const agent = await pictures.resolveFields(manifest.agent);
    const checked = check(agentManifest, { ...manifest, agent }, (name) => told("agentFile.field", { name }));
    const entries = await readEntries(archive, pictures);
    if (entries.length !== checked.entries) throw refused(told("agentFile.broken"));
    return { ...checked, entries, pictures: pictures.found() };
  } catch (error) {
    throw error instanceof DocumentUnreadable ? refusalOf(error) : error;
  }
}

function refusalOf(error: DocumentUnreadable): DomainError {
  const isLarge = error.reasons.some(({ why }) => why === "too_large");
  return isLarge ? tooLarge(told("agentFile.tooLarge", { megabytes: AGENT_FILE_MEGABYTES })) : refused(told("agentFile.broken"));
}

/** A file that is no archive, or one of something else, is told from one that is damaged. */
function openArchive(bytes: Uint8Array<ArrayBuffer>): Archive {
  const isArchive = Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "PK\x03\x04";
  if (!isArchive) throw new DomainError("unsupported_type", told("agentFile.noFile"));
  const archive = new Archive(bytes, { unpackedBytes: UNPACKED_BYTES, ratio: RATIO });
  if (archive.names().length > AGENT_FILE.names) throw refused(told("agentFile.broken"));
  if (!archive.has(MANIFEST_NAME)) throw new DomainError("unsupported_type", told("agentFile.noFile"));
  return archive;
}

/** A text that cannot be stored is refused like any other wrong value. `refuse` gets the path of the value. */
function check<T>(schema: z.ZodType<T>, value: unknown, refuse: (name: string) => Message): T {
  const wrong = storable.safeParse(value).error;
  const result = wrong ? null : schema.safeParse(value);
  if (result?.success) return result.data;
  const path = (wrong ?? result?.error)?.issues[0]?.path ?? [];
  throw refused(refuse(path.filter((part) => part !== "agent").join(".") || "?"));
}

async function readText(archive: Archive, name: string): Promise<string> {
  const bytes = await archive.bytesOf(name);
  if (bytes === null) throw refused(told("agentFile.broken"));
  if (bytes.length > AGENT_FILE.textBytes) throw tooLarge(told("agentFile.tooLarge", { megabytes: AGENT_FILE_MEGABYTES }));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused(told("agentFile.broken"));
  }
}

/** 200 test questions with their texts in any script, the latest changes, and parts of later versions. */
const MANIFEST: JsonBound = { characters: 4_000_000, values: 20_000 };
/** Each character of an entry may be written as an escape of six. */
const LINE: JsonBound = { characters: KNOWLEDGE_MAX.entryLength * 6 + 10_000, values: 100 };

function parseJson(text: string, bound: JsonBound): unknown {
  try {
    return parseBounded(text, bound);
  } catch {
    throw refused(told("agentFile.broken"));
  }
}

/** Its parts are not checked yet: the names of pictures are no addresses. */
async function readManifest(archive: Archive): Promise<Record<string, unknown>> {
  const value = parseJson(await readText(archive, MANIFEST_NAME), MANIFEST);
  const head = agentFileHead.safeParse(value);
  if (!head.success || !isRecord(value)) throw new DomainError("unsupported_type", told("agentFile.noFile"));
  if (head.data.version > AGENT_FILE.version) throw refused(told("agentFile.newer"));
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

async function readEntries(archive: Archive, pictures: Pictures): Promise<AgentFile["entries"]> {
  const text = await readText(archive, KNOWLEDGE_NAME);
  const rest = createRest();
  const entries: AgentFile["entries"] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    if (entries.length >= KNOWLEDGE_MAX.entries) throw tooLarge(told("agentFile.tooLarge", { megabytes: AGENT_FILE_MEGABYTES }));
    const line = parseJson(text.slice(from, end === -1 ? undefined : end), LINE);
    const wrong = told("agentFile.entry", { number: entries.length + 1 });
    const named = isRecord(line) && typeof line.entry === "string" ? { ...line, entry: await pictures.resolveEntry(line.entry) } : line;
    const { entry, dates = null } = check(agentFileEntry, named, () => wrong);
    entries.push({ entry, dates });
    from = end === -1 ? text.length : end + 1;
    if (rest.isDue()) await rest.take();
  }
  return entries;
}

/** The pictures of a file. Each is checked when something names it, as if it was uploaded; others are ignored. */
class Pictures {
  readonly #known = new Map<string, { address: string; bytes: Uint8Array<ArrayBuffer> }>();

  constructor(
    private readonly archive: Archive,
    private readonly origin: string,
  ) {}

  found(): Uint8Array<ArrayBuffer>[] {
    return [...this.#known.values()].map(({ bytes }) => bytes);
  }

  async resolveFields(agent: unknown): Promise<unknown> {
    if (!isRecord(agent)) return agent;
    const resolved = { ...agent };
    for (const field of PICTURE_FIELDS) {
      const value = agent[field];
      if (typeof value === "string") resolved[field] = await this.#resolve(value);
    }
    return resolved;
  }

  async resolveEntry(text: string): Promise<string> {
    const entry = parseEntry(text);
    return entry.kind === "image" && PICTURE_NAME.test(entry.url) ? formatEntry({ ...entry, url: await this.#resolve(entry.url) }) : text;
  }

  /** The address that a picture of the file will have; any other text stays as it is. */
  async #resolve(name: string): Promise<string> {
    const [, hash] = PICTURE_NAME.exec(name) ?? [];
    if (hash === undefined) return name;
    const known = this.#known.get(hash);
    if (known) return known.address;
    const bytes = await this.archive.bytesOf(name);
    const mediaType = bytes && pictureTypeOf(bytes);
    if (!bytes || !mediaType || bytes.length > PICTURE_MAX_BYTES || hashOf(bytes) !== hash) throw refused(told("agentFile.picture"));
    const address = `${this.origin}${picturePath({ hash, mediaType })}`;
    this.#known.set(hash, { address, bytes });
    return address;
  }
}
