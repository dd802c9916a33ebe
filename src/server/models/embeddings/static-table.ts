/**
 * A table of static embeddings in the format of model2vec: a folder with `model.safetensors` (a row of numbers for each
 * token), `tokenizer.json` and perhaps `config.json`. The vector of a text is the mean of its tokens' rows. Rows are read
 * from the file when they are needed, so that a large table takes no memory; the system keeps the used ones in its cache.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ModelError } from "../model.ts";
import { asRecord } from "../vendors/failures.ts";
import { normalise } from "./embedding.ts";
import { readTokenizer, type Tokenize } from "./tokenizer.ts";

export interface StaticTable {
  /** Changes with the content of the files. */
  version: string;
  dimensions: number;
  /**
   * A vector of zeros for a text without a known token.
   * @throws ModelError if the file is another one than when the table was opened; then open it again.
   */
  embed(text: string): Float32Array;
}

/** Bytes. The vocabulary is read at once, which holds the server for about a second at this size. */
const MAX_TOKENIZER = 64 * 1024 * 1024;
const MAX_HEADER = 1024 * 1024;
/** Bytes of the beginning of the table that its version is made from, together with its size and the tokenizer. */
const SAMPLE = 1024 * 1024;
/** As model2vec does. */
const MAX_TOKENS = 512;

const bad = (text: string) => new ModelError("rejected", `the table cannot be used: ${text}`);

/** @throws ModelError with words for the operator. */
export async function openStaticTable(folder: string): Promise<StaticTable> {
  const tokenizerText = await readWhole(join(folder, "tokenizer.json"));
  if (tokenizerText.length > MAX_TOKENIZER) throw bad("tokenizer.json is too large");
  const tokenize = readTokenizer(parse(tokenizerText, "tokenizer.json"));
  const config = asRecord(parse(await readWhole(join(folder, "config.json")).catch(() => "{}"), "config.json"));
  const path = join(folder, "model.safetensors");
  return readTable(new TableFile(path), tokenize, { isNormal: config.normalize !== false, salt: tokenizerText });
}

/** The file is opened for each use, and not mapped into memory: an operator may replace it, or a copy may shorten it. */
class TableFile {
  readonly size: number;
  private readonly changedAt: number;

  constructor(private readonly path: string) {
    const { size, mtimeMs } = this.use((file) => fstatSync(file));
    this.size = size;
    this.changedAt = mtimeMs;
  }

  /** Reads pieces of the same file. @throws ModelError */
  read<T>(work: (readBytes: ReadBytes) => T): T {
    return this.use((file) => {
      const { size, mtimeMs } = fstatSync(file);
      if (size !== this.size || mtimeMs !== this.changedAt) throw bad("model.safetensors has been replaced");
      return work((from, length) => {
        const bytes = new Uint8Array(length);
        if (readSync(file, bytes, 0, length, from) !== length) throw bad("model.safetensors is too short");
        return new DataView(bytes.buffer);
      });
    });
  }

  private use<T>(work: (file: number) => T): T {
    const file = openFile(this.path);
    try {
      return work(file);
    } finally {
      closeSync(file);
    }
  }
}

type ReadBytes = (from: number, length: number) => DataView;

async function readWhole(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new ModelError("rejected", `the table cannot be used: ${path} cannot be read`, null, { cause: error });
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw new ModelError("rejected", `the table cannot be used: ${path} cannot be read`, null, { cause: error });
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelError("rejected", `the table cannot be used: ${name} is not JSON`, null, { cause: error });
  }
}

type ReadNumber = (view: DataView, at: number) => number;
const NUMBERS: Readonly<Record<string, { bytes: number; read: ReadNumber }>> = {
  F64: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  F32: { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  F16: { bytes: 2, read: (view, at) => view.getFloat16(at, true) },
  I8: { bytes: 1, read: (view, at) => view.getInt8(at) },
  I32: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  I64: { bytes: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
};

interface Tensor {
  shape: readonly number[];
  bytes: number;
  read: ReadNumber;
  /** The position of the first number in the file. */
  from: number;
}

function readTable(file: TableFile, tokenize: Tokenize, { isNormal, salt }: { isNormal: boolean; salt: string }): StaticTable {
  const { tensors, weights, mapping, sample } = file.read((readBytes) => {
    const found = readTensors(readBytes, file.size);
    const lists = { weights: readList(readBytes, found.get("weights")), mapping: readList(readBytes, found.get("mapping")) };
    return { tensors: found, ...lists, sample: readBytes(0, Math.min(file.size, SAMPLE)) };
  });
  const matrix = tensors.get("embeddings") ?? tensors.get("embedding.weight");
  const [rows = 0, dimensions = 0] = matrix?.shape ?? [];
  if (matrix?.shape.length !== 2 || dimensions === 0) throw bad('model.safetensors has no matrix "embeddings"');
  const addRow = (readBytes: ReadBytes, token: number, sum: Float32Array): boolean => {
    const row = mapping ? (mapping[token] ?? -1) : token;
    if (row < 0 || row >= rows) return false;
    const weight = weights?.[token] ?? 1;
    const length = dimensions * matrix.bytes;
    const view = readBytes(matrix.from + row * length, length);
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + weight * matrix.read(view, at * matrix.bytes);
    return true;
  };
  return {
    version: createHash("sha256").update(salt).update(String(file.size)).update(sample).digest("hex").slice(0, 12),
    dimensions,
    embed(text) {
      const sum = new Float32Array(dimensions);
      const tokens = tokenize(text).slice(0, MAX_TOKENS);
      const known = file.read((readBytes) => tokens.filter((token) => addRow(readBytes, token, sum)).length);
      if (known > 0) for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) / known;
      return isNormal ? normalise(sum) : sum;
    },
  };
}

/** The header of a safetensors file: its length in eight bytes, and then JSON. */
function readTensors(readBytes: ReadBytes, size: number): Map<string, Tensor> {
  if (size < 8) throw bad("model.safetensors is too short");
  const length = Number(readBytes(0, 8).getBigUint64(0, true));
  if (length > MAX_HEADER || 8 + length > size) throw bad("model.safetensors has no valid header");
  const header = asRecord(parse(new TextDecoder().decode(readBytes(8, length)), "the header of model.safetensors"));
  const tensors = new Map<string, Tensor>();
  for (const [name, value] of Object.entries(header)) {
    if (name === "__metadata__") continue;
    const { dtype, shape, data_offsets: offsets } = asRecord(value);
    const numbers = NUMBERS[String(dtype)];
    const [from, to] = (Array.isArray(offsets) ? offsets : []).map(Number);
    const sides = (Array.isArray(shape) ? shape : []).map(Number);
    if (!numbers || from === undefined || to === undefined) throw bad(`the numbers of "${name}" have the form ${String(dtype)}`);
    const count = sides.reduce((product, side) => product * side, 1);
    if (count * numbers.bytes !== to - from || 8 + length + to > size) throw bad(`"${name}" does not have the size that it states`);
    tensors.set(name, { shape: sides, ...numbers, from: 8 + length + from });
  }
  return tensors;
}

function readList(readBytes: ReadBytes, tensor: Tensor | undefined): Float64Array | null {
  if (!tensor) return null;
  const count = tensor.shape.reduce((product, side) => product * side, 1);
  const view = readBytes(tensor.from, count * tensor.bytes);
  return Float64Array.from({ length: count }, (_, at) => tensor.read(view, at * tensor.bytes));
}
