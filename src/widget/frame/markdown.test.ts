import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Block, type Inline, parseBlocks, parseInline, safeHref } from "./markdown.ts";

const kinds = (text: string) => parseBlocks(text).map((block) => block.kind);
const flat = (content: Inline[]): string =>
  content.map((part) => (typeof part === "string" ? part : part.kind === "code" ? part.text : flat(part.content))).join("");
const links = (text: string) => parseInline(text).filter((part) => typeof part === "object" && part.kind === "link");

describe("blocks", () => {
  test("blank lines separate paragraphs, and single line breaks stay", () => {
    expect(parseBlocks("one\ntwo\n\nthree")).toEqual([
      { kind: "text", lines: ["one", "two"], isHeading: false, raw: "one\ntwo" },
      { kind: "text", lines: ["three"], isHeading: false, raw: "three" },
    ]);
  });

  test("bullets of each kind form one list, and deeper ones are nested once", () => {
    const [block] = parseBlocks("- a\n- b\n  - c\n    - d\n- e");
    expect(block).toMatchObject({
      kind: "list",
      list: { isOrdered: false, items: [{ lines: ["a"] }, { lines: ["b"] }, { lines: ["e"] }] },
    });
    expect((block as Block & { kind: "list" }).list.items[1]?.sub?.items.map((item) => item.lines)).toEqual([["c"], ["d"]]);
    expect(kinds("* a\n+ b\n• c")).toEqual(["list"]);
  });

  test("numbered lists keep their first number, and blank lines between items do not split them", () => {
    expect(parseBlocks("3. a\n\n4. b")).toMatchObject([{ kind: "list", list: { isOrdered: true, start: 3, items: [{}, {}] } }]);
  });

  test("a list ends where a paragraph begins", () => {
    expect(kinds("- a\n- b\n\nEnd.")).toEqual(["list", "text"]);
    expect(kinds("Intro:\n- a")).toEqual(["text", "list"]);
  });

  test("code is kept as it is, closed or not", () => {
    expect(parseBlocks("```js\nconst a = '**b**';\n```\nafter")).toMatchObject([
      { kind: "code", text: "const a = '**b**';" },
      { kind: "text" },
    ]);
    expect(parseBlocks("```\nstill streaming")).toMatchObject([{ kind: "code", text: "still streaming" }]);
  });

  test("tables have a head and rows, and a single bar is text", () => {
    expect(parseBlocks("| A | B |\n|---|:-:|\n| 1 | 2 |\n| 3 |")).toMatchObject([
      { kind: "table", head: ["A", "B"], rows: [["1", "2"], ["3"]] },
    ]);
    expect(kinds("a | b")).toEqual(["text"]);
  });

  test("a text that grows changes only its last two blocks", () => {
    const full = "Hai.\n\n- a\n- b\n\nOne more **thing**\n\n1. x\n2. y";
    for (let end = 1; end < full.length; end++) {
      const now = parseBlocks(full.slice(0, end));
      const next = parseBlocks(full.slice(0, end + 1));
      expect(next.slice(0, Math.max(0, now.length - 2))).toEqual(now.slice(0, -2));
    }
  });
});

describe("inline", () => {
  test("bold, italic, code", () => {
    expect(parseInline("a **b** *c* _d_ `**e**`")).toEqual([
      "a ",
      { kind: "strong", content: ["b"] },
      " ",
      { kind: "em", content: ["c"] },
      " ",
      { kind: "em", content: ["d"] },
      " ",
      { kind: "code", text: "**e**" },
    ]);
  });

  test("stars and underscores that are not markup stay", () => {
    for (const text of ["2 * 3 * 4", "snake_case_name", "** not bold **", "5*", "*"]) expect(parseInline(text)).toEqual([text]);
  });

  test("addresses become links without the sentence's punctuation", () => {
    expect(links("Lihat https://a.my/x?y=1.")).toEqual([{ kind: "link", href: "https://a.my/x?y=1", content: ["https://a.my/x?y=1"] }]);
    expect(links("(https://a.my/b_(c))")).toMatchObject([{ href: "https://a.my/b_(c)" }]);
    expect(links("[sini](https://a.my)")).toMatchObject([{ href: "https://a.my/", content: ["sini"] }]);
    expect(links("tulis ke hai@kedai.com.my!")).toMatchObject([{ href: "mailto:hai@kedai.com.my", content: ["hai@kedai.com.my"] }]);
    expect(links("[telefon](tel:+60123)")).toMatchObject([{ href: "tel:+60123" }]);
  });

  test("an image in the text becomes a link, because only the server may show images", () => {
    expect(links("![x](https://a.my/p.png)")).toMatchObject([{ kind: "link", href: "https://a.my/p.png" }]);
  });

  test("no address that runs code or is relative becomes a link", () => {
    const bad = [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "java\tscript:alert(1)",
      " javascript:x",
      "\u0001javascript:x",
      "data:text/html,x",
      "vbscript:x",
      "file:///etc",
      "blob:x",
      "/admin",
      "//evil.com",
      "#x",
      "sapa",
    ];
    for (const address of bad) expect(safeHref(address)).toBeNull();
    expect(links("[x](javascript:alert(1)) [y](data:text/html;base64,xx)")).toEqual([]);
  });
});

describe("any text", () => {
  test("loses no letter and no digit", () => {
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const line = text.replace(/[\r\n]/g, " ");
        // The addresses of labelled links are not shown; all other text must be kept.
        fc.pre(!/\]\(/.test(line));
        expect(letters(flat(parseInline(line)))).toBe(letters(line));
      }),
    );
  });

  test("is parsed in time proportional to its length, even if it was made to be slow", () => {
    const nasty = [
      "[",
      "*",
      "**a",
      "_a",
      "`",
      "](",
      "[a](",
      "![",
      "|",
      "- ",
      "1. ",
      "http://",
      "a@",
      "a@b.",
      "(",
      "\n",
      "```",
      "|-",
      "  - a\n",
      "https://a.b/)",
      "#",
      "x.",
    ];
    for (const piece of nasty) {
      const text = piece.repeat(Math.ceil(20_000 / piece.length));
      const began = performance.now();
      for (const block of parseBlocks(text)) if (block.kind === "text") for (const line of block.lines) parseInline(line);
      expect(performance.now() - began).toBeLessThan(1_500);
    }
  });
});
