import { describe, expect, test } from "bun:test";
import { runAtOnce } from "../../platform/steps.ts";
import { LEXICON } from "../lexicon/concepts.ts";
import { conceptToken, cosine, EMPTY_ENCODER, Encoder, lengthOf, SIZE, sharedToken } from "./encoder.ts";
import { meaningOf, noteLeads, noteMeaning } from "./features-meaning.ts";
import { LEVEL } from "./levels.ts";
import { buildLibrary } from "./library.ts";
import type { Indexed } from "./passages.ts";
import { readQuestion } from "./question.ts";
import { AT, Sheet } from "./sheet.ts";

/** An encoder whose rows have the given values in their first components. */
function encoderOf(rows: Record<string, [scale: number, ...values: number[]]>): Encoder {
  const bytes = new Int8Array(Object.keys(rows).length * SIZE);
  for (const [row, [, ...values]] of Object.values(rows).entries()) bytes.set(values, row * SIZE);
  return new Encoder({
    tokens: Object.keys(rows).join("\n"),
    scales: Object.values(rows).map(([scale]) => scale),
    vectors: Buffer.from(bytes.buffer).toString("base64"),
  });
}

const libraryOf = (...texts: string[]) => runAtOnce(buildLibrary(texts.map((text) => ({ kind: "text", text }))));

describe("the vectors of words", () => {
  test("are the stored bytes times their scale", () => {
    const encoder = encoderOf({ zorb: [0.5, 4, -2], quib: [2, 1, 1] });
    expect([...encoder.sum([0, 1])].slice(0, 3)).toEqual([4, 1, 0]);
    expect(lengthOf(encoder.sum([1]))).toBeCloseTo(Math.sqrt(8), 6);
  });

  test("are found for the words and concepts of a passage, and unknown words have none", () => {
    const [name] = LEXICON.words.keys();
    const concept = LEXICON.words.get(name ?? "")?.[0] ?? 0;
    const encoder = encoderOf({ zorb: [1, 1], [conceptToken(concept)]: [1, 0, 1] });
    const library = libraryOf(`Zorb vlimp ${name}`);
    const passage = library.passages[0] as Indexed;
    const { rows } = encoder.read(passage, library.vocabulary.table);
    expect(rows.toSorted()).toEqual([0, 1]);
  });

  test("are found for words that a later version of the entries added to the same table", () => {
    const encoder = encoderOf({ zorb: [1, 1], quib: [1, 0, 1] });
    const first = libraryOf("Zorb");
    const one = first.passages[0] as Indexed;
    expect(encoder.read(one, first.vocabulary.table).rows).toEqual([0]);
    const second = runAtOnce(
      buildLibrary(
        ["Zorb", "Quib"].map((text) => ({ kind: "text", text })),
        first,
      ),
    );
    expect(second.vocabulary.table).toBe(first.vocabulary.table);
    const two = second.passages[1] as Indexed;
    expect(encoder.read(two, second.vocabulary.table).rows).toEqual([1]);
  });

  test("of rare words are shared, so that a name in both texts makes them near to each other", () => {
    const encoder = encoderOf({ [sharedToken("vlimp")]: [1, 5] });
    const library = libraryOf("Vlimp 7");
    expect(encoder.read(library.passages[0] as Indexed, library.vocabulary.table).whole[0]).toBe(5);
    const [term] = readQuestion(library, "vlimp?").terms;
    expect(term && encoder.rowsOfTerm(term, library.vocabulary.table)).toEqual([0]);
  });

  test("have no direction if there are none", () => {
    expect(cosine(EMPTY_ENCODER.sum([]), EMPTY_ENCODER.sum([]))).toBe(0);
  });
});

describe("the meaning of a passage", () => {
  const encoder = encoderOf({ zorb: [1, 100, 10], quib: [1, 100, -10], plonk: [1, 0, 100] });
  const describeBoth = (question: string, ...texts: string[]) => {
    const library = libraryOf(...texts);
    const asked = readQuestion(library, question);
    const meaning = meaningOf(asked, library, encoder);
    const sheets = library.passages.map((indexed) => {
      const sheet = new Sheet();
      noteMeaning(sheet, { asked, meaning, levels: asked.terms.map(() => LEVEL.none) }, indexed, library, encoder);
      return sheet;
    });
    noteLeads(sheets);
    return sheets as [Sheet, Sheet];
  };

  test("is near to that of a question with other words that point in the same direction", () => {
    const [near, far] = describeBoth("zorb", "Quib", "Plonk");
    expect(near.get(AT.meaning)).toBeGreaterThan(0.9);
    expect(far.get(AT.meaning)).toBeLessThan(0.2);
    expect(near.get(AT.meaningLead)).toBeCloseTo(-far.get(AT.meaningLead), 6);
  });

  test("covers a word of the question that the passage does not have as far as a word of the passage is near to it", () => {
    const [near, far] = describeBoth("zorb", "Quib plonk", "Vlimp");
    expect(near.get(AT.softUnmet)).toBeGreaterThan(0.9);
    expect(far.get(AT.softUnmet)).toBe(0);
    expect(far.get(AT.softWorst)).toBeGreaterThan(near.get(AT.softWorst));
  });
});
