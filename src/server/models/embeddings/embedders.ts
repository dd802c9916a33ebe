/** Opens the embedding model that the operator has chosen: a vendor's, one of the local Ollama, or a table in the data folder. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../platform/clock.ts";
import { createRest } from "../../platform/steps.ts";
import { type Breaker, createBreaker } from "../calls/breaker.ts";
import { asModelError, ModelError, type TokenUsage } from "../model.ts";
import { estimateTokens } from "../tokens.ts";
import type { VendorUrls } from "../vendors/addresses.ts";
import { asRecord } from "../vendors/failures.ts";
import { requestJson } from "../vendors/json.ts";
import { isEmbeddingModel } from "../vendors/ollama.ts";
import type { Vendor } from "../vendors/vendors.ts";
import { type Embedder, normalise, type VendorEmbeddings } from "./embedding.ts";
import { openStaticTable, type StaticTable } from "./static-table.ts";
import { EMBEDDINGS, readVectors } from "./vendor-embeddings.ts";

export type EmbeddingVendor = keyof typeof EMBEDDINGS;
export const EMBEDDING_VENDORS = Object.keys(EMBEDDINGS) as readonly EmbeddingVendor[];

/** Where the tables of static embeddings are, in the data folder: one folder for each. */
const TABLES = "embeddings";
const TABLE = "table";

export interface Embedders {
  /** @param choice as the setting has it: `VENDOR/MODEL` or `table/FOLDER`. @throws ModelError, if it cannot be used now. */
  open(choice: string, keys: Partial<Record<Vendor, string>>): Promise<Embedder>;
  /** The choices that exist: of each vendor with a key, of the local Ollama, and tables. Never throws. */
  list(keys: Partial<Record<Vendor, string>>): Promise<string[]>;
}

interface EmbeddersDeps {
  urls: VendorUrls;
  clock: Clock;
  /** The data folder. */
  data: string;
}

/** Of tables that are in use only the words are in memory: up to 100 MB each. Two, while one replaces the other. */
const MAX_TABLES = 2;
const OLLAMA_MS = 1_000;
/** How long an answer of Ollama about its models is used. */
const OLLAMA_FRESH_MS = 60_000;
/** How long Ollama is not asked again after a failure. */
const OLLAMA_AGAIN_MS = 10_000;
/** Changes when what is asked of the vendors changes, for example the number of dimensions. */
const FORM = "1";

export function createEmbedders({ urls, clock, data }: EmbeddersDeps): Embedders {
  const breaker = createBreaker(clock);
  const tables = new Map<string, Promise<StaticTable>>();
  let ollama: Map<string, string> | ModelError | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking = Promise.resolve();

  const askOllama = async (): Promise<void> => {
    try {
      const { models } = await requestJson(`${urls.ollama}/api/tags`, { signal: AbortSignal.timeout(OLLAMA_MS) }, null);
      const found = (Array.isArray(models) ? models : []).map(asRecord);
      ollama = new Map(found.map(({ name, digest }) => [String(name), String(digest)]));
    } catch (error) {
      ollama = asModelError(error);
    }
  };
  /**
   * Ollama's models with the hashes of their content. Only the first call waits for Ollama, and those that are patient.
   * A failure is remembered too, because otherwise each question would wait for an Ollama that hangs. @throws ModelError
   */
  const readOllama = async ({ isPatient }: { isPatient: boolean }): Promise<Map<string, string>> => {
    if (clock.elapsed() - askedAt >= (ollama instanceof ModelError ? OLLAMA_AGAIN_MS : OLLAMA_FRESH_MS)) {
      askedAt = clock.elapsed();
      asking = askOllama();
    }
    if (isPatient || ollama === null) await asking;
    if (ollama instanceof Map) return ollama;
    throw ollama ?? new ModelError("unreachable", "Ollama has not answered yet");
  };

  const openTable = async (choice: string, name: string): Promise<Embedder> => {
    const opening = tables.get(choice) ?? openStaticTable(join(data, TABLES, name));
    const forget = () => void (tables.get(choice) === opening && tables.delete(choice));
    // In order of last use, the oldest first.
    tables.delete(choice);
    tables.set(choice, opening);
    for (const oldest of tables.keys()) if (tables.size > MAX_TABLES) tables.delete(oldest);
    try {
      return tableEmbedder(choice, await opening, forget);
    } catch (error) {
      // It may be there the next time.
      forget();
      throw error;
    }
  };

  return {
    async open(choice, keys) {
      const [vendor = "", ...rest] = choice.split("/");
      const model = rest.join("/");
      if (vendor === TABLE && /^[\w.-]+$/.test(model) && !model.startsWith(".")) return openTable(choice, model);
      if (!isEmbeddingVendor(vendor) || model === "") throw new ModelError("unknown_model", `"${choice}" has no embeddings`);
      const isLocal = vendor === "ollama";
      const version = isLocal ? (await readOllama({ isPatient: false })).get(model)?.slice(0, 12) : FORM;
      if (version === undefined) throw new ModelError("unknown_model", `Ollama does not have the model "${model}"`);
      const apiKey = isLocal ? null : (keys[vendor] ?? "");
      if (apiKey === "") throw new ModelError("bad_key", `no key for ${vendor} is stored`);
      const row: VendorEmbeddings = EMBEDDINGS[vendor];
      return vendorEmbedder({ row, name: `${choice}@${version}`, model, place: vendor, baseUrl: urls[vendor], apiKey, breaker });
    },
    async list(keys) {
      const ofVendors = EMBEDDING_VENDORS.flatMap((vendor) => {
        const { model } = EMBEDDINGS[vendor];
        return model !== null && keys[vendor] ? [`${vendor}/${model}`] : [];
      });
      const local = await readOllama({ isPatient: true }).catch(() => new Map<string, string>());
      const ofOllama = [...local.keys()].filter(isEmbeddingModel).map((name) => `ollama/${name}`);
      const folders = await readdir(join(data, TABLES), { withFileTypes: true }).catch(() => []);
      const tables = folders.filter((one) => one.isDirectory()).map(({ name }) => `${TABLE}/${name}`);
      return [...ofVendors, ...ofOllama, ...tables.sort()];
    },
  };
}

const isEmbeddingVendor = (name: string): name is EmbeddingVendor => EMBEDDING_VENDORS.some((vendor) => vendor === name);

interface AtVendor {
  row: VendorEmbeddings;
  name: string;
  model: string;
  place: EmbeddingVendor;
  baseUrl: string;
  apiKey: string | null;
  breaker: Breaker;
}

function vendorEmbedder({ row, name, model, place, baseUrl, apiKey, breaker }: AtVendor): Embedder {
  const target = { place, apiKey };
  const price = model === row.model ? row.price : null;
  return {
    name,
    price,
    batch: row.batch,
    async embed(texts, use, { signal, timeoutMs }) {
      const failure = breaker.closedFor(target);
      if (failure) throw new ModelError(failure, "not asked: it failed a moment ago");
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await row.ask({ model, texts, use, baseUrl, apiKey, signal: AbortSignal.any([signal, timeout]) });
        const vectors = readVectors(answer, texts.length).map(normalise);
        breaker.succeed(target);
        return { vectors, usage: apiKey === null ? null : readUsage(answer.tokens, texts) };
      } catch (error) {
        if (signal.aborted) throw error;
        const fault = timeout.aborted
          ? new ModelError("timeout", `no vectors within ${timeoutMs} ms`, null, { cause: error })
          : asModelError(error);
        breaker.fail(target, fault);
        throw fault;
      }
    },
  };
}

function readUsage(tokens: unknown, texts: readonly string[]): TokenUsage {
  const isGiven = typeof tokens === "number" && Number.isInteger(tokens) && tokens >= 0;
  const inputTokens = isGiven ? tokens : texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  return { inputTokens, outputTokens: 0, estimated: !isGiven };
}

/** @param forget is called when the table on the disk is another one now. */
function tableEmbedder(choice: string, table: StaticTable, forget: () => void): Embedder {
  return {
    name: `${choice}@${table.version}`,
    price: null,
    batch: 64,
    async embed(texts, _use, { signal }) {
      const vectors: Float32Array[] = [];
      const rest = createRest();
      const embed = (text: string): Float32Array => {
        try {
          return table.embed(text);
        } catch (error) {
          forget();
          throw error;
        }
      };
      for (const text of texts) {
        vectors.push(embed(text));
        if (!rest.isDue()) continue;
        await rest.take();
        signal.throwIfAborted();
      }
      return { vectors, usage: null };
    },
  };
}
