import { describe, expect, test } from "bun:test";
import { DocumentUnreadable } from "../document.ts";
import { decodeText } from "./encoding.ts";
import { READ_LIMITS } from "./limits.ts";
import { readBytes } from "./read-bytes.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => Buffer.from(text, "utf16le");
const partsOf = async (name: string, bytes: Uint8Array | string) =>
  (await readBytes({ name, bytes: typeof bytes === "string" ? utf8(bytes) : bytes }, READ_LIMITS)).parts.map(({ heading, text }) => [
    heading,
    text,
  ]);

describe("the encoding of a text", () => {
  const text = "Kedai kopi: café “Ali” – RM5, jam 9 pagi hingga 5 petang\n";

  test("is found by its mark", () => {
    expect(decodeText(utf8(`\ufeff${text}`))).toBe(text);
    expect(decodeText(utf16(`\ufeff${text}`))).toBe(text);
    expect(decodeText(Buffer.from(utf16(`\ufeff${text}`)).swap16())).toBe(text);
  });

  test("is guessed without a mark", () => {
    expect(decodeText(utf8(text))).toBe(text);
    expect(decodeText(utf16(text))).toBe(text);
    expect(decodeText(Buffer.from(utf16(text)).swap16())).toBe(text);
    const windows = Uint8Array.from([...text].map((letter) => ({ "“": 0x93, "”": 0x94, "–": 0x96 })[letter] ?? letter.charCodeAt(0)));
    expect(decodeText(windows)).toBe(text);
    expect(decodeText(Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0x52, 0x4d, 0x35))).toBe("你好，RM5");
  });

  test("survives a text that is cut off within a character", () => {
    expect(decodeText(utf8("Teh tarik 拉茶").slice(0, -1))).toBe("Teh tarik 拉\ufffd");
  });

  test("is none if the bytes are no text", () => {
    expect(decodeText(Uint8Array.from({ length: 400 }, (_, at) => at % 256))).toBeNull();
  });
});

describe("a CSV file", () => {
  test("keeps the header with each row, with any delimiter and quoting", async () => {
    const lines = [["", 'Kek, "besar": Saiz: Large; RM50.00\nTeh tarik: Saiz: Small; RM2.50']];
    expect(await partsOf("a.csv", 'Nama,Saiz,Harga (RM)\r\n"Kek, ""besar""",Large,50.00\r\nTeh tarik,Small,2.50\r\n')).toEqual(lines);
    expect(await partsOf("a.csv", 'sep=;\nNama;Saiz;Harga (RM)\n"Kek, ""besar""";Large;50.00\nTeh tarik;Small;2.50')).toEqual(lines);
    expect(await partsOf("a.txt", 'Nama\tSaiz\tHarga (RM)\n"Kek, ""besar"""\tLarge\t50.00\nTeh tarik\tSmall\t2.50\n')).toEqual(lines);
  });

  test("keeps a line break within a cell in the row", async () => {
    expect(await partsOf("a.csv", 'Item,Price\n"Set A\nwith tea",RM10\n')).toEqual([["", "Set A with tea: RM10"]]);
  });

  test("with a mark that is never closed is read to its end", async () => {
    expect(await partsOf("a.csv", 'Item,Price\nTea,RM2\n"Rice,RM5')).toEqual([["", "Tea: RM2\nRice,RM5"]]);
  });
});

describe("a Markdown file", () => {
  test("has a part for each heading, with its path", async () => {
    const text =
      "---\ntitle: x\n---\nHello there.\n\n# Menu\n\nFresh daily.\n\nDrinks\n------\n- Tea **RM2**\n\n## Food ##\n```\n# no heading\n```\n";
    expect(await partsOf("a.md", text)).toEqual([
      ["", "Hello there."],
      ["Menu", "Fresh daily."],
      ["Menu › Drinks", "- Tea **RM2**"],
      ["Menu › Food", "# no heading"],
    ]);
  });

  test("loses no heading without text", async () => {
    expect(await partsOf("a.md", "# Open daily\n# Call 03-1234 5678\n")).toEqual([
      ["", "Open daily"],
      ["", "Call 03-1234 5678"],
    ]);
  });
});

test("a saved web page is read without its menu", async () => {
  const html = "<!DOCTYPE html><title>Menu</title><nav><a href=/>Home</a></nav><h1>Menu</h1><p>Nasi lemak costs RM 4.50 with egg.";
  expect(await partsOf("menu.html", html)).toEqual([["Menu", "Nasi lemak costs RM 4.50 with egg."]]);
});

test("a saved web page is recognized below a declaration and comments, and a part of a page by its name", async () => {
  const read = [["Menu", "Nasi lemak costs RM 4.50 with egg."]];
  const body = "<h1>Menu</h1><p>Nasi lemak costs <b>RM 4.50</b> with egg.</p>";
  expect(await partsOf("menu.htm", `<?xml version="1.0"?>\n<!DOCTYPE html><html><body>${body}</body></html>`)).toEqual(read);
  expect(await partsOf("menu.txt", `<!-- saved --> <!-- twice --><html><body>${body}</body></html>`)).toEqual(read);
  expect(await partsOf("menu.html", body)).toEqual(read);
  expect(await partsOf("menu.html", "Two lines\nwith 3 < 4 and no tags")).toEqual([["", "Two lines\nwith 3 < 4 and no tags"]]);
  expect(await partsOf("menu.txt", "Write <b> for bold")).toEqual([["", "Write <b> for bold"]]);
});

test("formats that are written as text but are not read yet are refused", async () => {
  for (const text of ["{\\rtf1 Hello}", "<?xml version='1.0'?><a>Hello</a>", "<!DOCTYPE svg><svg>Hello</svg>"]) {
    expect(await partsOf("menu.txt", text).catch((error) => error)).toBeInstanceOf(DocumentUnreadable);
  }
});
