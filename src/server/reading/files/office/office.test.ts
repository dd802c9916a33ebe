import { describe, expect, test } from "bun:test";
import { docx, p, row, xlsx, zip } from "../../../../../test/office-files.ts";
import { DocumentUnreadable } from "../../document.ts";
import { READ_LIMITS } from "../limits.ts";
import { readBytes } from "../read-bytes.ts";
import { formatNumber } from "./cell-format.ts";
import { readXml } from "./xml.ts";

const read = (bytes: Uint8Array) => readBytes({ name: "a", bytes }, READ_LIMITS);
const partsOf = async (bytes: Uint8Array) => (await read(bytes)).parts.map(({ heading, text }) => [heading, text]);
const reasonsOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "it was read",
    (error: unknown) => (error instanceof DocumentUnreadable ? error.reasons.map(({ why }) => why) : error),
  );
const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${text === "" ? "<w:p/>" : p(text)}</w:tc>`;
const table = (...rows: string[]) => `<w:tbl>${rows.map((cells) => `<w:tr>${cells}</w:tr>`).join("")}</w:tbl>`;

describe("a document of Word", () => {
  test("has a part for each heading, by style, by outline and by bold letters", async () => {
    const styles =
      '<w:styles><w:style w:styleId="T1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Own"><w:basedOn w:val="T1"/></w:style></w:styles>';
    const body = [
      p("Menu", '<w:pStyle w:val="Own"/>'),
      p("Fresh daily."),
      p("Drinks", '<w:outlineLvl w:val="1"/>'),
      p("Tea is RM2.50."),
      p("Cold ones", "", "<w:b/>"),
      p("Iced tea is RM3.00."),
    ];
    expect(await partsOf(docx(body.join(""), { "word/styles.xml": styles }, { r1: ["styles", "styles.xml"] }))).toEqual([
      ["Menu", "Fresh daily."],
      ["Menu › Drinks", "Tea is RM2.50."],
      ["Menu › Drinks › Cold ones", "Iced tea is RM3.00."],
    ]);
  });

  test("keeps lists with their marks and tabs within a line", async () => {
    const numbering =
      '<w:numbering><w:abstractNum w:abstractNumId="7"><w:lvl><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="2"><w:abstractNumId w:val="7"/></w:num></w:numbering>';
    const item = (list: number) => `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`;
    const body =
      p("Book online", item(2)) +
      p("Pay the deposit", item(2)) +
      p("Free parking", item(1)) +
      "<w:p><w:r><w:t>Tea</w:t><w:tab/><w:t>RM2</w:t></w:r></w:p>";
    expect(await partsOf(docx(body, { "word/numbering.xml": numbering }, { r1: ["numbering", "numbering.xml"] }))).toEqual([
      ["", "1. Book online\n2. Pay the deposit\n- Free parking\nTea RM2"],
    ]);
  });

  test("reads tables with merged cells, and headers of two rows", async () => {
    const rows = [
      cell("Room", '<w:vMerge w:val="restart"/>') + cell("Weekday", '<w:gridSpan w:val="2"/>'),
      cell("", "<w:vMerge/>") + cell("Adult") + cell("Child"),
      cell("Suite") + cell("RM200") + cell("RM90"),
    ];
    expect(await partsOf(docx(table(...rows)))).toEqual([["", "Suite: Weekday Adult RM200; Weekday Child RM90"]]);
  });

  test("leaves out hidden and deleted text, and reads a text box once", async () => {
    const box = `<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${p("Open daily")}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${p("Open daily")}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const body = `${p("Tea is RM2")}${p("cost price RM1", "", "<w:vanish/>")}<w:p><w:del><w:r><w:delText>old</w:delText><w:t>older</w:t></w:r></w:del></w:p>${box}`;
    expect(await partsOf(docx(body))).toEqual([["", "Tea is RM2\n\nOpen daily"]]);
  });

  test("with only a picture is refused, and nothing that it links to is read", async () => {
    const own = { r1: ["image", "http://127.0.0.1:9/a.png", "External"], r2: ["image", "media/a.png"] } as const;
    expect(await reasonsOf(read(docx('<w:p><w:r><a:blip r:link="r1"/></w:r></w:p>', {}, { r1: [...own.r1], r2: [...own.r2] })))).toEqual([
      "no_text",
    ]);
  });
});

describe("a spreadsheet", () => {
  test("shows numbers as the spreadsheet does", () => {
    const shown: [number, string, string][] = [
      [5, "General", "5"],
      [0.1 + 0.2, "General", "0.3"],
      [5, '"RM"#,##0.00', "RM5.00"],
      [1_234.5, "[$RM-43E]#,##0.00", "RM1,234.50"],
      [5, '_("RM"* #,##0.00_);_("RM"* \\(#,##0.00\\);_("RM"* "-"??_)', "RM5.00"],
      [0.15, "0%", "15%"],
      [12, '0" pax"', "12 pax"],
      [46_000, "d/m/yyyy", "09/12/2025"],
      [46_000, "yyyy-mm-dd", "09/12/2025"],
      [0.375, "h:mm AM/PM", "9:00 AM"],
      [46_000.75, "d/m/yyyy h:mm", "09/12/2025 18:00"],
      [1.5, "[h]:mm", "36:00"],
      [-3, "0.00", "-3.00"],
    ];
    for (const [value, format, text] of shown) expect(formatNumber(value, format), format).toBe(text);
    expect(formatNumber(44_538, "d/m/yyyy", true)).toBe("09/12/2025");
  });

  test("keeps the header with each row, in each sheet that is shown", async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="&quot;RM&quot;0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
    const strings = "<si><t>Item</t></si><si><r><t>Pri</t></r><r><t>ce</t></r><rPh><t>x</t></rPh></si>";
    const head = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>';
    const tea = '<row r="2"><c r="A2" t="inlineStr"><is><t>Tea</t></is></c><c r="B2" s="1"><v>2.5</v></c></row>';
    const hidden = '<row r="3" hidden="1"><c r="A3" t="str"><v>Cost</v></c><c r="B3" s="1"><v>1</v></c></row>';
    const bytes = xlsx(
      [
        { name: "Drinks", xml: `<sheetData>${head}${tea}${hidden}</sheetData>` },
        { name: "Costs", xml: `<sheetData>${row("Tea", "RM0.40")}</sheetData>`, state: "hidden" },
      ],
      { strings, styles },
    );
    expect(await partsOf(bytes)).toEqual([["Drinks", "Tea: RM2.50"]]);
  });

  test("with merged cells repeats them where they count", async () => {
    const rows = `${row("Group", "Item", "Price")}${row("Drinks", "Tea", "RM2")}${row("", "Coffee", "RM3")}`;
    const xml = `<sheetData>${rows}</sheetData><mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="A1:XFD1048576"/></mergeCells>`;
    expect(await partsOf(xlsx([{ name: "Sheet1", xml }]))).toEqual([["", "Drinks: Item: Tea; RM2\nDrinks: Item: Coffee; RM3"]]);
  });
});

describe("a hostile archive", () => {
  test("is bounded by what it unpacks to, whatever it claims", async () => {
    const bomb = zip([{ name: "_rels/.rels", bytes: new Uint8Array(30_000_000), claimed: 10 }]);
    expect(await reasonsOf(read(bomb))).toEqual(["too_large"]);
  });

  test("that is cut off, or is another kind of archive, is refused", async () => {
    const whole = docx(p("Open daily"));
    expect(await reasonsOf(read(whole.slice(0, 200)))).toEqual(["broken"]);
    expect(await reasonsOf(read(zip([{ name: "a.txt", bytes: new Uint8Array(10) }])))).toEqual(["unsupported"]);
  });

  test("has no entities and no document type", async () => {
    const declared = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect(await reasonsOf(read(docx("", { "word/document.xml": `${declared}<w:document>${p("&x;")}</w:document>` })))).toEqual(["broken"]);
    const texts: string[] = [];
    readXml("<a>&lt;&#65;&#x42;&x;<![CDATA[<b>]]></a>", { text: (more) => texts.push(more) });
    expect(texts.join("")).toBe("<AB&x;<b>");
  });

  test("that is nested deeply is refused", async () => {
    expect(await reasonsOf(read(docx("<w:a>".repeat(100_000))))).toEqual(["broken"]);
  });
});
