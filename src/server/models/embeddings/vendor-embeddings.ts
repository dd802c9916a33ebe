/** How each vendor is asked for vectors. */
import { ModelError } from "../model.ts";
import { asRecord } from "../vendors/failures.ts";
import { postJson } from "../vendors/json.ts";
import type { AskForVectors, EmbeddingAnswer, EmbeddingUse, VendorEmbeddings } from "./embedding.ts";

/** When the vendors listed these prices. */
const AS_OF = "2026-11-21";
const priced = (inputUsd: number) => ({ inputUsd, outputUsd: 0, asOf: AS_OF });
const bearer = (key: string | null) => ({ authorization: `Bearer ${key ?? ""}` });
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** OpenAI's protocol. Some vendors refuse parameters that they do not know. */
function askOpenAi(more: Record<string, unknown>): AskForVectors {
  return async ({ baseUrl, apiKey, model, texts, signal }) => {
    const body = { model, input: texts, encoding_format: "float", ...more };
    const answer = await postJson(`${baseUrl}/v1/embeddings`, { headers: bearer(apiKey), body, secret: apiKey, signal });
    const items = listOf(answer.data).map(asRecord);
    const inOrder = items.toSorted((a, b) => Number(a.index) - Number(b.index));
    return { lists: inOrder.map(({ embedding }) => embedding), tokens: asRecord(answer.usage).prompt_tokens };
  };
}

/** 512 of 1,536 dimensions find almost the same, and need a third of the memory. */
const OPENAI: VendorEmbeddings = {
  model: "text-embedding-3-small",
  ask: askOpenAi({ dimensions: 512 }),
  price: priced(0.02),
  batch: 64,
};

const MISTRAL: VendorEmbeddings = { model: "mistral-embed", ask: askOpenAi({}), price: priced(0.1), batch: 32 };

/** This model reads what a text is for in the text itself. */
const GOOGLE_FORMS: Readonly<Record<EmbeddingUse, (text: string) => string>> = {
  passage: (text) => `title: none | text: ${text}`,
  question: (text) => `task: search result | query: ${text}`,
};
const GOOGLE: VendorEmbeddings = {
  model: "gemini-embedding-2",
  async ask({ baseUrl, apiKey, model, texts, use, signal }) {
    const requests = texts.map((text) => ({
      model: `models/${model}`,
      content: { parts: [{ text: GOOGLE_FORMS[use](text) }] },
      outputDimensionality: 768,
    }));
    const url = `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:batchEmbedContents`;
    const headers = { "x-goog-api-key": apiKey ?? "" };
    const answer = await postJson(url, { headers, body: { requests }, secret: apiKey, signal });
    const lists = listOf(answer.embeddings).map((item) => asRecord(item).values);
    return { lists, tokens: asRecord(answer.usageMetadata).promptTokenCount };
  },
  price: priced(0.2),
  batch: 64,
};

const COHERE: VendorEmbeddings = {
  model: "embed-v4.0",
  async ask({ baseUrl, apiKey, model, texts, use, signal }) {
    const input = use === "passage" ? "search_document" : "search_query";
    const body = { model, texts, input_type: input, embedding_types: ["float"], output_dimension: 512 };
    const answer = await postJson(`${baseUrl}/v2/embed`, { headers: bearer(apiKey), body, secret: apiKey, signal });
    const billed = asRecord(asRecord(answer.meta).billed_units);
    return { lists: listOf(asRecord(answer.embeddings).float), tokens: billed.input_tokens };
  },
  price: priced(0.12),
  batch: 64,
};

/** Keeps the model loaded between visitors, as for replies. */
const KEEP_ALIVE = "30m";
const OLLAMA: VendorEmbeddings = {
  model: null,
  async ask({ baseUrl, model, texts, signal }) {
    const body = { model, input: texts, truncate: true, keep_alive: KEEP_ALIVE };
    const answer = await postJson(`${baseUrl}/api/embed`, { headers: {}, body, secret: null, signal });
    return { lists: listOf(answer.embeddings), tokens: null };
  },
  price: null,
  // A processor needs seconds for more, and the next question waits for it.
  batch: 8,
};

export const EMBEDDINGS = { openai: OPENAI, google: GOOGLE, mistral: MISTRAL, cohere: COHERE, ollama: OLLAMA } as const;

/** The largest number of dimensions that any of these models has. */
const MAX_DIMENSIONS = 4_096;

/** The vectors of an answer. @throws ModelError if it is not one list of numbers for each text, all of one length, or if all are zeros. */
export function readVectors({ lists }: EmbeddingAnswer, count: number): Float32Array[] {
  const vectors = lists.map((list) => Float32Array.from(listOf(list), Number));
  const length = vectors[0]?.length ?? 0;
  const isGood = (vector: Float32Array) => vector.length === length && vector.every(Number.isFinite);
  if (vectors.length !== count || length === 0 || length > MAX_DIMENSIONS || !vectors.every(isGood)) {
    throw new ModelError("protocol", "the answer does not have one vector for each text");
  }
  if (vectors.every((vector) => vector.every((value) => value === 0))) throw new ModelError("protocol", "the vectors have only zeros");
  return vectors;
}
