/**
 * Cuts texts into the tokens of a `tokenizer.json` of the Hugging Face tokenizers: WordPiece, Unigram and word-level
 * models, with the normalizers and pre-tokenizers that tables of static embeddings use. What it does not know it refuses,
 * because other tokens would silently give wrong vectors.
 */
import { ModelError } from "../model.ts";
import { asRecord } from "../vendors/failures.ts";

/** The ids of a text's known tokens, without special tokens. */
export type Tokenize = (text: string) => number[];

type Step = (text: string) => string;
type Cut = (piece: string) => string[];
/** The ids of a word. */
type Match = (word: string) => number[];

const refuse = (what: string, name: unknown): never => {
  throw new ModelError("rejected", `the table's tokenizer has ${what} "${String(name)}", which is not supported`);
};

/** @param file the content of tokenizer.json. @throws ModelError */
export function readTokenizer(file: unknown): Tokenize {
  const root = asRecord(file);
  const normalizers = flatten(root.normalizer, "normalizers").map(readNormalizer);
  const cuts = flatten(root.pre_tokenizer, "pretokenizers").map(readCut);
  const match = readMatch(asRecord(root.model));
  return (text) => {
    const normal = normalizers.reduce((done, step) => step(done), text);
    const words = cuts.reduce((pieces, cut) => pieces.flatMap(cut), [normal]);
    return words.flatMap(match);
  };
}

/** The parts of a sequence, or the one part; none for null. */
function flatten(value: unknown, list: string): Record<string, unknown>[] {
  if (value === null || value === undefined) return [];
  const part = asRecord(value);
  const inner = part[list];
  return part.type === "Sequence" && Array.isArray(inner) ? inner.flatMap((one) => flatten(one, list)) : [part];
}

const ACCENTS = /\p{Mn}/gu;
const CJK = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]/gu;
const CONTROLS = /[\p{Cc}\p{Cf}\ufffd]/gu;
const withoutAccents: Step = (text) => text.normalize("NFD").replace(ACCENTS, "");

function readNormalizer(part: Record<string, unknown>): Step {
  switch (part.type) {
    case "Lowercase":
      return (text) => text.toLowerCase();
    case "NFC":
    case "NFD":
    case "NFKC":
    case "NFKD": {
      const form = part.type;
      return (text) => text.normalize(form);
    }
    // The usual table of SentencePiece is this form, with white space and controls made plain.
    case "Precompiled":
    case "Nmt":
      return (text) =>
        text
          .normalize("NFKC")
          .replace(/[\t\n\r]/g, " ")
          .replace(CONTROLS, "");
    case "StripAccents":
      return (text) => text.replace(ACCENTS, "");
    case "Strip":
      return (text) => (part.strip_right === false ? text.trimStart() : part.strip_left === false ? text.trimEnd() : text.trim());
    case "Prepend":
      return (text) => (text === "" ? text : String(part.prepend ?? "") + text);
    case "Replace": {
      const pattern = readPattern(part.pattern);
      return (text) => text.replaceAll(pattern, () => String(part.content ?? ""));
    }
    case "BertNormalizer":
      return bertNormalizer(part);
    default:
      return refuse("the normalizer", part.type);
  }
}

function bertNormalizer(part: Record<string, unknown>): Step {
  const isLower = part.lowercase !== false;
  const stripsAccents = part.strip_accents === true || (part.strip_accents !== false && isLower);
  return (text) => {
    let done = part.clean_text === false ? text : text.replace(/\s/g, " ").replace(CONTROLS, "");
    if (part.handle_chinese_chars !== false) done = done.replace(CJK, " $& ");
    if (stripsAccents) done = withoutAccents(done);
    return isLower ? done.toLowerCase() : done;
  };
}

/** @throws ModelError if the pattern is none that JavaScript has too. */
function readPattern(value: unknown): RegExp {
  const { String: text, Regex: regex } = asRecord(value);
  if (typeof text === "string") return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "gu");
  try {
    return new RegExp(String(regex), "gu");
  } catch {
    return refuse("the pattern", regex);
  }
}

const PUNCTUATION = /[\p{P}$+<=>^`|~]/gu;
const isolate = (piece: string, pattern: RegExp): string[] => piece.replaceAll(pattern, "\u0000$&\u0000").split("\u0000").filter(Boolean);
const bySpaces: Cut = (piece) => piece.split(/\s+/).filter(Boolean);

function readCut(part: Record<string, unknown>): Cut {
  switch (part.type) {
    case "BertPreTokenizer":
      return (piece) => bySpaces(piece).flatMap((word) => isolate(word, PUNCTUATION));
    case "Whitespace":
      return (piece) => piece.match(/[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_\s]+/gu) ?? [];
    case "WhitespaceSplit":
      return bySpaces;
    case "Punctuation":
      return (piece) => isolate(piece, PUNCTUATION);
    case "Digits":
      return (piece) => isolate(piece, part.individual_digits === true ? /\p{N}/gu : /\p{N}+/gu);
    case "Split": {
      const pattern = readPattern(part.pattern);
      if (part.behavior === "Isolated") return (piece) => isolate(piece, pattern);
      if (part.behavior === "Removed") return (piece) => piece.split(pattern).filter(Boolean);
      return refuse("the behavior", part.behavior);
    }
    case "Metaspace":
      return metaspace(part);
    default:
      return refuse("the pre-tokenizer", part.type);
  }
}

/** Marks the beginning of words by a sign instead of a space. */
function metaspace(part: Record<string, unknown>): Cut {
  const sign = typeof part.replacement === "string" ? part.replacement : "▁";
  const hasPrefix = part.prepend_scheme === undefined ? part.add_prefix_space !== false : part.prepend_scheme !== "never";
  return (piece) => {
    const marked = piece.replaceAll(" ", sign);
    const whole = hasPrefix && marked !== "" && !marked.startsWith(sign) ? sign + marked : marked;
    if (part.split === false) return whole === "" ? [] : [whole];
    const words = whole.split(sign);
    return words.map((word, at) => (at === 0 ? word : sign + word)).filter(Boolean);
  };
}

function readMatch(model: Record<string, unknown>): Match {
  // Older files of WordPiece do not name their type.
  const type = model.type ?? (model.continuing_subword_prefix === undefined ? undefined : "WordPiece");
  if (type === "WordPiece") return matchWordPiece(model);
  if (type === "Unigram") return matchUnigram(model);
  if (type === "WordLevel") {
    const ids = readVocabulary(model.vocab);
    return (word) => withoutUnknown([ids.get(word)], ids.get(String(model.unk_token)));
  }
  return refuse("the model", model.type);
}

const readVocabulary = (vocab: unknown): Map<string, number> =>
  new Map(Object.entries(asRecord(vocab)).map(([token, id]) => [token, Number(id)]));

/** Unknown tokens have no meaning, so they are left out. */
const withoutUnknown = (ids: readonly (number | undefined)[], unknown: number | undefined): number[] =>
  ids.filter((id) => id !== undefined && id !== unknown) as number[];

/** The longest known beginning of the word, and so on with the rest; nothing if a part is not known. */
function matchWordPiece(model: Record<string, unknown>): Match {
  const ids = readVocabulary(model.vocab);
  const unknown = ids.get(String(model.unk_token ?? "[UNK]"));
  const prefix = String(model.continuing_subword_prefix ?? "##");
  const longest = Number(model.max_input_chars_per_word ?? 100);
  return (word) => {
    if (word.length > longest) return [];
    const found: number[] = [];
    for (let from = 0; from < word.length; ) {
      let end = word.length;
      let id: number | undefined;
      for (; end > from; end--) {
        id = ids.get((from > 0 ? prefix : "") + word.slice(from, end));
        if (id !== undefined) break;
      }
      if (id === undefined) return [];
      found.push(id);
      from = end;
    }
    return withoutUnknown(found, unknown);
  };
}

/** A character that no token has costs this much more than the rarest token. */
const UNKNOWN_COST = 10;
/** UTF-16 units. Longer words are cut, because the work grows with their length. */
const LONGEST_WORD = 400;

/** The most likely way to write the word as tokens. */
function matchUnigram(model: Record<string, unknown>): Match {
  const pairs = (Array.isArray(model.vocab) ? model.vocab : []) as [string, number][];
  const ids = new Map(pairs.map(([token], id) => [token, id]));
  const scores = Float64Array.from(pairs, ([, score]) => Number(score));
  const unknown = typeof model.unk_id === "number" ? model.unk_id : undefined;
  let least = 0;
  let longest = 1;
  for (const [token, score] of pairs) {
    least = Math.min(least, score);
    longest = Math.max(longest, token.length);
  }
  return (word) =>
    withoutUnknown(findBestPath(word.slice(0, LONGEST_WORD), { ids, scores, longest, missing: least - UNKNOWN_COST }), unknown);
}

interface Unigram {
  ids: ReadonlyMap<string, number>;
  scores: Float64Array;
  /** The length of the longest token. */
  longest: number;
  /** The score of a character that no token has. */
  missing: number;
}

function findBestPath(word: string, { ids, scores, longest, missing }: Unigram): (number | undefined)[] {
  const best = new Float64Array(word.length + 1).fill(Number.NEGATIVE_INFINITY);
  const before = new Int32Array(word.length + 1);
  const through: (number | undefined)[] = [];
  best[0] = 0;
  for (let from = 0; from < word.length; from++) {
    const reached = best[from] ?? 0;
    for (let end = from + 1; end <= Math.min(word.length, from + longest); end++) {
      const id = ids.get(word.slice(from, end));
      if (id === undefined && end > from + 1) continue;
      const score = reached + (id === undefined ? missing : (scores[id] ?? missing));
      if (score <= (best[end] ?? 0)) continue;
      best[end] = score;
      before[end] = from;
      through[end] = id;
    }
  }
  const path: (number | undefined)[] = [];
  for (let at = word.length; at > 0; at = before[at] ?? 0) path.push(through[at]);
  return path.reverse();
}
