import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeStaticTable } from "../../../../test/static-table.ts";
import { openStaticTable } from "./static-table.ts";
import { readTokenizer } from "./tokenizer.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-table-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const round = (vector: Iterable<number>) => [...vector].map((value) => Number(value.toFixed(3)));

describe("tokens", () => {
  const bert = {
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: { "[UNK]": 0, buka: 1, open: 2, "##ing": 3, cafe: 4, "!": 5, 营: 6, 业: 7, "##er": 8 },
    },
  };

  test("WordPiece takes the longest known beginnings, and leaves out words that it cannot write", () => {
    const tokenize = readTokenizer(bert);
    expect(tokenize("Opening  CAFÉ!")).toEqual([2, 3, 4, 5]);
    expect(tokenize("openxer buka")).toEqual([1]);
    expect(tokenize("营业opener")).toEqual([6, 7, 2, 8]);
    expect(tokenize("")).toEqual([]);
  });

  test("Unigram takes the most likely way to write a word", () => {
    const vocab = [
      ["<unk>", 0],
      ["▁", -5],
      ["▁buka", -2],
      ["▁bu", -3],
      ["ka", -3],
      ["h", -6],
      ["kah", -2.5],
      ["▁pukul", -2],
    ];
    const tokenize = readTokenizer({
      normalizer: { type: "Sequence", normalizers: [{ type: "NFKC" }, { type: "Lowercase" }] },
      pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
      model: { type: "Unigram", unk_id: 0, vocab },
    });
    expect(tokenize("Buka")).toEqual([2]);
    expect(tokenize("bukah pukul")).toEqual([3, 6, 7]);
    expect(tokenize("bukaЖ")).toEqual([2]);
    expect(tokenize("x".repeat(100_000))).toEqual([1]);
  });

  test("a tokenizer that it does not know is refused by name", () => {
    expect(() => readTokenizer({ model: { type: "BPE" } })).toThrow('the model "BPE"');
    expect(() => readTokenizer({ ...bert, pre_tokenizer: { type: "ByteLevel" } })).toThrow('the pre-tokenizer "ByteLevel"');
    expect(() => readTokenizer({ ...bert, normalizer: { type: "Replace", pattern: { Regex: "(?<" } } })).toThrow("the pattern");
  });
});

describe("a table", () => {
  const words = { buka: [1, 0, 0], open: [0.8, 0.6, 0], harga: [0, 0, 2] };

  test.each(["F32", "F16"] as const)("with numbers of the form %p gives the mean of the tokens' rows, of length 1", async (form) => {
    writeStaticTable(folder, words, { form });
    const table = await openStaticTable(folder);
    expect(table.dimensions).toBe(3);
    expect(round(table.embed("buka"))).toEqual([1, 0, 0]);
    expect(round(table.embed("Harga!"))).toEqual([0, 0, 1]);
    // The mean of (1, 0, 0) and (0.8, 0.6, 0) is (0.9, 0.3, 0).
    expect(round(table.embed("buka open"))).toEqual([0.949, 0.316, 0]);
    expect(round(table.embed("nothing known"))).toEqual([0, 0, 0]);
  });

  test("weighs tokens and shares rows where the file says so", async () => {
    writeStaticTable(folder, words, { weights: [0, 1, 3, 1] });
    const table = await openStaticTable(folder);
    expect(round(table.embed("buka open"))).toEqual([0.884, 0.468, 0]);
    writeStaticTable(folder, words, { mapping: [0, 1, 1, 3] });
    const shared = await openStaticTable(folder);
    expect(round(shared.embed("open"))).toEqual([1, 0, 0]);
  });

  test("has another version with other content", async () => {
    const versionOf = async (rows: Record<string, number[]>) => {
      writeStaticTable(folder, rows);
      const table = await openStaticTable(folder);
      return table.version;
    };
    const first = await versionOf(words);
    expect(await versionOf(words)).toBe(first);
    expect(await versionOf({ ...words, buka: [0, 1, 0] })).not.toBe(first);
    expect(await versionOf({ ...words, tutup: [0, 1, 0] })).not.toBe(first);
  });

  test("that is damaged is refused in words, and one that is shortened while it is in use does not end the process", async () => {
    writeStaticTable(folder, words);
    const file = join(folder, "model.safetensors");
    const table = await openStaticTable(folder);
    truncateSync(file, 60);
    expect(() => table.embed("harga")).toThrow("has been replaced");
    expect(openStaticTable(folder)).rejects.toThrow("the table cannot be used");
    writeFileSync(file, "PK\u0003\u0004 this is something else entirely");
    expect(openStaticTable(folder)).rejects.toThrow("no valid header");
    writeFileSync(join(folder, "tokenizer.json"), "{");
    expect(openStaticTable(folder)).rejects.toThrow("tokenizer.json is not JSON");
    expect(openStaticTable(join(folder, "missing"))).rejects.toThrow("cannot be read");
  });
});
