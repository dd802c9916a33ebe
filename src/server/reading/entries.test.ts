import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { countWords } from "../../contract/knowledge.ts";
import { cleanText, type Part, toDocument } from "./document.ts";
import { toEntries } from "./entries.ts";

const part = (heading: string, text: string, page: number | null = null): Part => ({ heading, text, page });
const entriesOf = (parts: Part[], maxWords = 500) => toEntries({ title: "", parts, unread: [] }, maxWords);
const words = (count: number, word = "word") => Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ");

describe("the entries of a document", () => {
  test("begin with their heading and keep their page", () => {
    const text = words(80);
    expect(entriesOf([part("Menu › Drinks", text, 3)])).toEqual([
      { heading: "Menu › Drinks", page: 3, text: `# Menu › Drinks\n\n${text}` },
    ]);
  });

  test("merge tiny neighbours under one heading, and no others", () => {
    const entries = entriesOf([part("Menu › Drinks", "Tea: RM2"), part("Menu › Food", "Rice: RM5"), part("Contact", "Call 03-1234 5678")]);
    expect(entries).toEqual([
      { heading: "Menu", page: null, text: "# Menu\n\n## Drinks\n\nTea: RM2\n\n## Food\n\nRice: RM5" },
      { heading: "Contact", page: null, text: "# Contact\n\nCall 03-1234 5678" },
    ]);
  });

  test("split long parts between rows, so that each row stays whole", () => {
    const rows = Array.from({ length: 300 }, (_, at) => `Item number ${at}: Price RM${at}.50; Size large`);
    const entries = entriesOf([part("Prices", rows.join("\n"))], 100);
    expect(entries.length).toBeGreaterThan(20);
    const kept = entries.flatMap(({ text }) => text.split("\n").filter((line) => line.includes("RM")));
    expect(kept).toEqual(rows);
    for (const { text } of entries) expect(text.startsWith("# Prices\n\n")).toBeTrue();
  });

  test("split a long paragraph between sentences", () => {
    const sentences = Array.from({ length: 40 }, (_, at) => `Sentence number ${at} says something else again.`);
    const entries = entriesOf([part("", sentences.join(" "))], 50);
    for (const { text } of entries) expect(text).toEndWith(".");
    expect(entries.map(({ text }) => text).join(" ")).toBe(sentences.join(" "));
  });

  test("lose and double nothing and keep to the limit, whatever the document", () => {
    const texts = fc.array(fc.oneof(fc.string({ unit: "grapheme", maxLength: 200 }), fc.lorem({ maxCount: 60 }), fc.constant("\n\n")), {
      maxLength: 6,
    });
    const parts = fc.array(fc.record({ heading: fc.constantFrom("", "Menu", "Menu › Drinks", "A › B › C"), texts }), { maxLength: 8 });
    const letters = (text: string) => text.replace(/[\s#]/g, "");
    fc.assert(
      fc.property(parts, fc.integer({ min: 4, max: 120 }), (found, maxWords) => {
        const all = found.map(({ heading, texts: lines }) => part(heading, lines.join(" "))).concat(part("", "end"));
        const document = toDocument("", all, []);
        const entries = toEntries(document, maxWords);
        expect(toEntries(document, maxWords)).toEqual(entries);
        for (const { text } of entries) expect(countWords(text)).toBeLessThanOrEqual(maxWords);
        const headless = document.parts.map((one) => ({ ...one, heading: "" }));
        const bare = toEntries({ ...document, parts: headless }, maxWords);
        expect(letters(bare.map(({ text }) => text).join(""))).toBe(letters(headless.map(({ text }) => text).join("")));
      }),
      { numRuns: 300 },
    );
  });
});

test("text is stored without control characters, markers and what cannot be seen", () => {
  expect(cleanText("A\u0000b\u200bc\r\n\r\n\r\n\r\nd\t e[image]x[/image]\ud800")).toBe("Abc\n\nd ex \ufffd");
});
