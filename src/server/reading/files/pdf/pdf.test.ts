import { describe, expect, test } from "bun:test";
import { type Piece, pdf, pdfOf } from "../../../../../test/office-files.ts";
import { DocumentUnreadable } from "../../document.ts";
import { READ_LIMITS } from "../limits.ts";
import { readBytes } from "../read-bytes.ts";
import { joinLines } from "./rows.ts";

const read = (bytes: Uint8Array, limits = READ_LIMITS) => readBytes({ name: "a.pdf", bytes }, limits);
const partsOf = async (...pages: (readonly Piece[] | string)[]) =>
  (await read(pdf(pages))).parts.map(({ heading, text, page }) => [page, heading, text]);
const reasonsOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "it was read",
    (error: unknown) => (error instanceof DocumentUnreadable ? error.reasons : error),
  );
/** Lines below each other. */
const column = (x: number, top: number, lines: readonly string[]): Piece[] => lines.map((line, at) => [x, top - at * 13, line]);
const LONG = "This page has enough words to count as a page with text, not as a scan.";

describe("a PDF", () => {
  test("has headings by the size of letters, and the page of each part", async () => {
    const pages: Piece[][] = [
      [
        [60, 780, "Our menu", 20],
        [60, 740, "Fresh every day, with rice from Kedah and fish from the market."],
      ],
      [
        [60, 780, "Delivery", 16],
        [60, 740, "We deliver within ten kilometres, and for free from eighty ringgit."],
      ],
    ];
    expect(await partsOf(...pages)).toEqual([
      [1, "Our menu", "Fresh every day, with rice from Kedah and fish from the market."],
      [2, "Our menu › Delivery", "We deliver within ten kilometres, and for free from eighty ringgit."],
    ]);
  });

  test("keeps a price at the right with its name", async () => {
    const rows: [string, string][] = [
      ["Nasi lemak", "RM5.00"],
      ["Teh tarik", "RM2.50"],
      ["Mee goreng mamak", "RM7.00"],
      ["Roti canai", "RM1.80"],
    ];
    const page = rows.flatMap(([name, price], at): Piece[] => [
      [60, 700 - at * 16, name],
      [480, 700 - at * 16, price],
    ]);
    expect(await partsOf(page)).toEqual([[1, "", rows.map(([name, price]) => `${name}: ${price}`).join("\n")]]);
  });

  test("keeps a price below its name with it, also in lists beside each other", async () => {
    const list = (x: number, names: string[]) =>
      names.flatMap((name, at): Piece[] => [
        [x, 700 - at * 45, name],
        [x, 685 - at * 45, `RM${x + at}`],
      ]);
    const lists = [
      list(60, ["Urutan badan", "Lulur", "Mandi bunga"]),
      list(220, ["Facial asas", "Rawatan bekam", "Pakej bersalin"]),
      list(380, ["Manikur", "Pedikur", "Potong rambut"]),
    ];
    const body = "Urutan badan: RM60\n\nLulur: RM61\n\nMandi bunga: RM62";
    const face = "Facial asas: RM220\n\nRawatan bekam: RM221\n\nPakej bersalin: RM222";
    const nails = "Manikur: RM380\n\nPedikur: RM381\n\nPotong rambut: RM382";
    expect(await partsOf(lists.slice(0, 2).flat())).toEqual([[1, "", `${body}\n\n${face}`]]);
    expect(await partsOf(lists.flat())).toEqual([[1, "", `${body}\n\n${face}\n\n${nails}`]]);
  });

  test("has no row of a header that a table repeats, also of one of two lines", async () => {
    const tableOf = (top: number, rows: readonly (readonly string[])[]) =>
      rows.flatMap((row, at) => row.flatMap((cell, column): Piece[] => (cell === "" ? [] : [[60 + 170 * column, top - at * 16, cell]])));
    const header = ["Item", "Small", "Large"];
    const first = [header, ["Latte", "RM9", "RM11"], ["Mocha", "RM10", "RM12"]];
    const second = [
      ["ITEM", "SMALL", "LARGE"],
      ["Teh tarik", "RM3", "RM4"],
    ];
    const [one, other] = ["Latte: Small RM9; Large RM11\nMocha: Small RM10; Large RM12", "Teh tarik: Small RM3; Large RM4"];
    expect(await partsOf(tableOf(700, [...first, ...second]))).toEqual([[1, "", `${one}\n${other}`]]);
    expect(await partsOf(tableOf(700, [...first, ["TEA"], ...second]))).toEqual([
      [1, "", one],
      [1, "TEA", other.replace("Small", "SMALL").replace("Large", "LARGE")],
    ]);
    const upper = ["", "Price", "Price"];
    const labelled = (line: string) => line.replaceAll("Small", "Price Small").replaceAll("Large", "Price Large");
    expect(await partsOf(tableOf(700, [upper, ...first, upper, header, ["Teh tarik", "RM3", "RM4"]]))).toEqual([
      [1, "", labelled(`${one}\n${other}`)],
    ]);
  });

  test("keeps numbered names with what is right of them", async () => {
    const rows: [string, string, string][] = [
      ["1 Kad kahwin", "sekeping", "RM0.85"],
      ["2 Bunting 2x5", "sekeping", "RM25.00"],
      ["3 Banner besar", "kaki", "RM2.20"],
      ["4 Cop getah", "unit", "RM28.00"],
    ];
    const page = rows.flatMap(([name, unit, price], at): Piece[] => [
      [60, 700 - at * 16, name],
      [250, 700 - at * 16, unit],
      [330, 700 - at * 16, price],
    ]);
    expect(await partsOf(page)).toEqual([[1, "", rows.map(([name, unit, price]) => `${name}: ${unit}; ${price}`).join("\n")]]);
  });

  test("does not say which name a price belongs to if it is as near to the next one", async () => {
    const page = ["RM20", "Urutan badan", "RM30", "Lulur", "RM40", "Mandi bunga"].map((text, at): Piece => [60, 700 - at * 16, text]);
    const [[, , text = ""] = []] = await partsOf(page);
    expect(String(text).split(/\n+/)).toEqual(["RM20", "Urutan badan", "RM30", "Lulur", "RM40", "Mandi bunga"]);
  });

  test("reads two price lists beside each other one after the other", async () => {
    const list = (x: number, names: string[]) =>
      names.flatMap((name, at): Piece[] => [
        [x, 700 - at * 16, name],
        [x + 150, 700 - at * 16, `RM${at + 2}.00`],
      ]);
    const page = [...list(60, ["Nasi lemak", "Mee goreng", "Laksa"]), ...list(320, ["Teh tarik", "Kopi", "Milo ais"])];
    expect(await partsOf(page)).toEqual([
      [1, "", "Nasi lemak: RM2.00\nMee goreng: RM3.00\nLaksa: RM4.00\n\nTeh tarik: RM2.00\nKopi: RM3.00\nMilo ais: RM4.00"],
    ]);
  });

  test("reads columns of text from top to bottom, and joins the lines of paragraphs", async () => {
    const left = [
      "We opened our first workshop in Klang",
      "in the year 1998 and have repaired more",
      "than ten thousand cars in it since that",
      "year.",
    ];
    const right = [
      "Bookings are made by telephone or by a",
      "message. Please come a little early, so",
      "that we can look at the car with you at",
      "leisure.",
    ];
    expect(await partsOf([...column(60, 700, left), ...column(320, 700, right)])).toEqual([
      [1, "", `${left.join(" ")}\n\n${right.join(" ")}`],
    ]);
  });

  test("keeps the header of a table with each row", async () => {
    const cells = [
      ["Room", "Weekday", "Weekend"],
      ["Deluxe", "RM120", "RM150"],
      ["Suite", "RM220", "RM260"],
    ];
    const page = cells.flatMap((texts, line) => texts.map((text, at): Piece => [60 + at * 150, 700 - line * 16, text]));
    expect(await partsOf(page)).toEqual([[1, "", "Deluxe: Weekday RM120; Weekend RM150\nSuite: Weekday RM220; Weekend RM260"]]);
  });

  test("has what each page repeats only once, and no numbers of pages", async () => {
    const page = (number: number): Piece[] => [
      [60, 800, "Kedai Ali, Klang"],
      [60, 700, `${LONG} Its name is ${"abcd"[number]}.`],
      [300, 30, `Page ${number + 1} of 4`],
    ];
    const text = (await read(pdf([0, 1, 2, 3].map(page)))).parts.map((part) => part.text).join("\n");
    expect(text.split("Kedai Ali")).toHaveLength(2);
    expect(text).not.toContain("of 4");
    for (const name of "abcd") expect(text).toContain(`name is ${name}.`);
  });

  test("says which pages are pictures, empty or too many", async () => {
    const picture = "q 500 0 0 700 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q BT /F1 8 Tf 400 20 Td (Scanned by app) Tj ET";
    const bytes = pdf([[[60, 700, LONG]], picture, "", [[60, 700, LONG]]]);
    expect((await read(bytes, { ...READ_LIMITS, pages: 3 })).unread).toEqual([
      { page: 2, why: "no_text" },
      { page: 3, why: "empty" },
      { page: 4, why: "too_long" },
    ]);
    expect(await reasonsOf(read(pdf([picture, picture])))).toEqual([
      { page: 1, why: "no_text" },
      { page: 2, why: "no_text" },
    ]);
  });

  test("that is damaged or goes round in circles is refused", async () => {
    expect(await reasonsOf(read(Buffer.from("%PDF-1.7\nnothing")))).toEqual([{ page: null, why: "broken" }]);
    const circle = pdfOf(["<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids [2 0 R] /Count 3>>"]);
    expect(await reasonsOf(read(circle))).toContainEqual({ page: 1, why: "broken" });
  });
});

test("a hyphen at the end of a line is dropped, except in doubled words", () => {
  expect(joinLines("We deli-", "ver")).toBe("We deliver");
  expect(joinLines("Kanak-", "kanak")).toBe("Kanak-kanak");
  expect(joinLines("Open Mon-", "Fri")).toBe("Open Mon- Fri");
});
