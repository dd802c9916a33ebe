/** Writes a table of static embeddings in the format of model2vec, for tests and benchmarks. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface TableOptions {
  form?: "F32" | "F16";
  /** Of each token; the first one is the unknown token. */
  weights?: readonly number[];
  /** The row of each token. */
  mapping?: readonly number[];
}

/** @param rows a list of numbers for each word, in lower case. Words are not cut into parts. */
export function writeStaticTable(
  folder: string,
  rows: Readonly<Record<string, readonly number[]>>,
  { form = "F32", weights, mapping }: TableOptions = {},
): void {
  const words = Object.keys(rows);
  const dimensions = rows[words[0] ?? ""]?.length ?? 0;
  const numbers = [new Array<number>(dimensions).fill(0), ...Object.values(rows)].flat();
  const tensors = [
    {
      name: "embeddings",
      dtype: form,
      shape: [words.length + 1, dimensions],
      data: form === "F32" ? Float32Array.from(numbers) : Float16Array.from(numbers),
    },
    ...(weights ? [{ name: "weights", dtype: "F64", shape: [weights.length], data: Float64Array.from(weights) }] : []),
    ...(mapping ? [{ name: "mapping", dtype: "I64", shape: [mapping.length], data: BigInt64Array.from(mapping, BigInt) }] : []),
  ];
  let end = 0;
  const header: Record<string, unknown> = { __metadata__: { format: "pt" } };
  for (const { name, dtype, shape, data } of tensors) {
    header[name] = { dtype, shape, data_offsets: [end, end + data.byteLength] };
    end += data.byteLength;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(text.length), true);
  const parts = [new Uint8Array(length.buffer), text, ...tensors.map(({ data }) => new Uint8Array(data.buffer))];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "model.safetensors"), Buffer.concat(parts));
  const vocab = Object.fromEntries([["[UNK]", 0], ...words.map((word, at) => [word, at + 1])]);
  const tokenizer = {
    normalizer: { type: "BertNormalizer", lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    model: { type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##", vocab },
  };
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(tokenizer));
  writeFileSync(join(folder, "config.json"), JSON.stringify({ model_type: "model2vec", normalize: true }));
}
