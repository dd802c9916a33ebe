/**
 * Writes a small language model as a GGUF file: a llama with one layer whose embeddings are one-hot, whose attention and
 * feed-forward parts add nothing, and whose output matrix has the probability of each byte after another in a text. Its
 * replies make no sense, but a real decoder computes them. Format: GGUF, version 3, as documented in ggml's repository.
 */

/** The vocabulary is `<unk>`, `<s>`, `</s>` and the 256 bytes, padded so that it can be divided into heads. */
export const FIRST_BYTE = 3;
export const BEGIN_TOKEN = 1;
const WIDTH = 288;
const HEADS = 9;
const FEED_FORWARD = 32;
const CONTEXT = 8_192;
const ALIGNMENT = 32;

const TYPE = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;
const TENSOR_F32 = 0;
const TOKEN = { unknown: 2, control: 3, unused: 5, byte: 6 } as const;

class Writer {
  private readonly parts: Uint8Array[] = [];
  length = 0;
  bytes(part: Uint8Array): void {
    this.parts.push(part);
    this.length += part.length;
  }
  private number(size: number, set: (view: DataView) => void): void {
    const part = new Uint8Array(size);
    set(new DataView(part.buffer));
    this.bytes(part);
  }
  u32 = (value: number) => this.number(4, (view) => view.setUint32(0, value, true));
  u64 = (value: number) => this.number(8, (view) => view.setBigUint64(0, BigInt(value), true));
  f32 = (value: number) => this.number(4, (view) => view.setFloat32(0, value, true));
  string(text: string): void {
    const encoded = new TextEncoder().encode(text);
    this.u64(encoded.length);
    this.bytes(encoded);
  }
  pad(): void {
    this.bytes(new Uint8Array((ALIGNMENT - (this.length % ALIGNMENT)) % ALIGNMENT));
  }
  whole = (): Uint8Array => Buffer.concat(this.parts);
}

interface Tensor {
  name: string;
  /** The dimensions, the fastest-changing one first. */
  shape: number[];
  data: Float32Array;
}

/** `text` must be ASCII; the model learns which of its bytes follow each other. */
export function writeBigramModel(text: string): Uint8Array {
  const tensors = makeTensors(text);
  const writer = new Writer();
  const facts = describe();
  writer.bytes(new TextEncoder().encode("GGUF"));
  writer.u32(3);
  writer.u64(tensors.length);
  writer.u64(facts.length);
  for (const fact of facts) fact(writer);
  let offset = 0;
  for (const { name, shape, data } of tensors) {
    writer.string(name);
    writer.u32(shape.length);
    for (const size of shape) writer.u64(size);
    writer.u32(TENSOR_F32);
    writer.u64(offset);
    offset += Math.ceil(data.byteLength / ALIGNMENT) * ALIGNMENT;
  }
  writer.pad();
  for (const { data } of tensors) {
    writer.bytes(new Uint8Array(data.buffer));
    writer.pad();
  }
  return writer.whole();
}

type Fact = (writer: Writer) => void;

function describe(): Fact[] {
  const fact =
    (name: string, type: number, write: Fact): Fact =>
    (writer) => {
      writer.string(name);
      writer.u32(type);
      write(writer);
    };
  const u32 = (name: string, value: number) => fact(name, TYPE.u32, (writer) => writer.u32(value));
  const text = (name: string, value: string) => fact(name, TYPE.string, (writer) => writer.string(value));
  const no = (name: string) => fact(name, TYPE.bool, (writer) => writer.bytes(new Uint8Array([0])));
  const list = (name: string, type: number, write: (writer: Writer, token: number) => void) =>
    fact(name, TYPE.array, (writer) => {
      writer.u32(type);
      writer.u64(WIDTH);
      for (let token = 0; token < WIDTH; token++) write(writer, token);
    });
  return [
    text("general.architecture", "llama"),
    text("general.name", "bigram"),
    u32("llama.context_length", CONTEXT),
    u32("llama.embedding_length", WIDTH),
    u32("llama.block_count", 1),
    u32("llama.feed_forward_length", FEED_FORWARD),
    u32("llama.attention.head_count", HEADS),
    u32("llama.rope.dimension_count", WIDTH / HEADS),
    u32("llama.vocab_size", WIDTH),
    fact("llama.attention.layer_norm_rms_epsilon", TYPE.f32, (writer) => writer.f32(1e-6)),
    text("tokenizer.ggml.model", "llama"),
    list("tokenizer.ggml.tokens", TYPE.string, (writer, token) => writer.string(nameOf(token))),
    list("tokenizer.ggml.scores", TYPE.f32, (writer) => writer.f32(0)),
    list("tokenizer.ggml.token_type", TYPE.i32, (writer, token) => writer.u32(kindOf(token))),
    u32("tokenizer.ggml.bos_token_id", BEGIN_TOKEN),
    u32("tokenizer.ggml.eos_token_id", 2),
    no("tokenizer.ggml.add_space_prefix"),
  ];
}

function nameOf(token: number): string {
  const byte = token - FIRST_BYTE;
  if (byte < 0) return ["<unk>", "<s>", "</s>"][token] ?? "";
  return byte < 256 ? `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>` : `<unused${byte}>`;
}

function kindOf(token: number): number {
  if (token === 0) return TOKEN.unknown;
  if (token < FIRST_BYTE) return TOKEN.control;
  return token < FIRST_BYTE + 256 ? TOKEN.byte : TOKEN.unused;
}

function makeTensors(text: string): Tensor[] {
  const zero = (name: string, ...shape: number[]): Tensor => ({ name, shape, data: new Float32Array(shape.reduce((a, b) => a * b)) });
  const ones = (name: string): Tensor => ({ name, shape: [WIDTH], data: new Float32Array(WIDTH).fill(1) });
  const embeddings = zero("token_embd.weight", WIDTH, WIDTH);
  for (let token = 0; token < WIDTH; token++) embeddings.data[token * WIDTH + token] = 1;
  return [
    embeddings,
    ones("blk.0.attn_norm.weight"),
    ...["q", "k", "v", "output"].map((part) => zero(`blk.0.attn_${part}.weight`, WIDTH, WIDTH)),
    ones("blk.0.ffn_norm.weight"),
    zero("blk.0.ffn_gate.weight", WIDTH, FEED_FORWARD),
    zero("blk.0.ffn_up.weight", WIDTH, FEED_FORWARD),
    zero("blk.0.ffn_down.weight", FEED_FORWARD, WIDTH),
    ones("output_norm.weight"),
    { name: "output.weight", shape: [WIDTH, WIDTH], data: learn(text) },
  ];
}

const NEVER = -30;

/** The row of a token has, for each possible token before it, the logarithm of how often the token follows it. */
function learn(text: string): Float32Array {
  const bytes = new TextEncoder().encode(text);
  const counts = new Float32Array(WIDTH * WIDTH);
  const totals = new Float32Array(WIDTH);
  const count = (before: number, next: number) => {
    const at = next * WIDTH + before;
    counts[at] = (counts[at] ?? 0) + 1;
    totals[before] = (totals[before] ?? 0) + 1;
  };
  count(BEGIN_TOKEN, FIRST_BYTE + (bytes[0] ?? 0));
  for (let i = 1; i < bytes.length; i++) count(FIRST_BYTE + (bytes[i - 1] ?? 0), FIRST_BYTE + (bytes[i] ?? 0));
  // A byte that is not in the text is followed by the text's first byte, so that no token ends the reply.
  for (let token = 0; token < WIDTH; token++) if (totals[token] === 0) count(token, FIRST_BYTE + (bytes[0] ?? 0));
  // The norm before the output multiplies the single 1 of an embedding by this factor.
  const scale = Math.sqrt(WIDTH);
  return counts.map((times, at) => (times > 0 ? Math.log(times / (totals[at % WIDTH] ?? 1)) : NEVER) / scale);
}
