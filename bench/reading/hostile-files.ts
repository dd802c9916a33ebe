/** Files that were made to do harm. */
import { readFileSync } from "node:fs";
import { crc32, deflateRawSync, deflateSync } from "node:zlib";
import { docx, p, pdf, pdfOf, row, xlsx, zip } from "../../test/office-files.ts";

const text = (value: string) => new TextEncoder().encode(value);
const MEGABYTE = 1_024 * 1_024;

const link = (target: string) =>
  docx('<w:p><w:r><a:blip r:link="r1"/><w:t>Open daily</w:t></w:r></w:p>', {}, { r1: ["image", target, "External"] });

function numbers(count: number): string {
  const rows: string[] = [];
  for (let at = 1; at <= count; at++)
    rows.push(`<row r="${at}"><c r="A${at}" t="str"><v>Item ${at} ${(at * 7919) % 1000}</v></c><c r="B${at}"><v>${at}.5</v></c></row>`);
  return `<sheetData>${rows.join("")}</sheetData>`;
}

const stream = (content: Uint8Array, more = "") =>
  `<</Length ${content.length} /Filter /FlateDecode ${more}>>\nstream\n${Buffer.from(content).toString("latin1")}\nendstream`;
const page = (content: string, resources = "") => [
  "<</Type /Catalog /Pages 2 0 R>>",
  "<</Type /Pages /Kids [3 0 R] /Count 1>>",
  `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<${resources}>> /Contents 4 0 R>>`,
  content,
];
const plain = (content: string) => `<</Length ${content.length}>>\nstream\n${content}\nendstream`;
const bomb = (bytes: number) => deflateSync(Buffer.alloc(bytes, 32), { level: 9 });

/** Makes the files when they are wanted, because many are large. `linked`: an address that no reader may ask. */
export const hostileFiles = (linked: string): Record<string, () => Uint8Array> => ({
  "zip bomb of 600 MB.docx": () => zip([{ name: "_rels/.rels", bytes: Buffer.alloc(600_000_000, 32), claimed: 10 }]),
  "zip bomb in the text.docx": () => docx(" ".repeat(400 * MEGABYTE)),
  "external entity.docx": () =>
    docx("", { "word/document.xml": `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document>${p("&x;")}</w:document>` }),
  "a billion laughs.docx": () =>
    docx("", { "word/document.xml": `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><w:document>${p("&b;")}</w:document>` }),
  "linked picture.docx": () => link(`${linked}/a.png`),
  "linked file.docx": () => link("file:///etc/passwd"),
  "template elsewhere.docx": () =>
    docx(p("Open daily"), { "word/settings.xml": "<w:settings/>" }, { r1: ["attachedTemplate", `${linked}/t.dotm`, "External"] }),
  "nested tables.docx": () => docx(`${"<w:tbl><w:tr><w:tc>".repeat(80)}${p("Open")}${"</w:tc></w:tr></w:tbl>".repeat(80)}`),
  "a million cells.docx": () => docx(`<w:tbl>${`<w:tr>${`<w:tc>${p("a")}</w:tc>`.repeat(100)}</w:tr>`.repeat(8_000)}</w:tbl>`),
  "sheet of 50 MB.xlsx": () => xlsx([{ name: "Prices", xml: numbers(600_000) }]),
  "sheet of 95 MB.xlsx": () => xlsx([{ name: "Prices", xml: numbers(1_100_000) }]),
  "merged over everything.xlsx": () =>
    xlsx([
      {
        name: "A",
        xml: `<sheetData>${row("Tea", "RM2").repeat(20_000)}</sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(20_000)}</mergeCells>`,
      },
    ]),
  "10,000 pages.pdf": () =>
    pdf(Array.from({ length: 10_000 }, (_, at) => [[60, 700, `This is page number ${at}, and it has a sentence of its own to be read.`]])),
  "10,000 empty pages.pdf": () => pdf(Array.from({ length: 10_000 }, () => "")),
  "pages in a circle.pdf": () =>
    pdfOf([
      "<</Type /Catalog /Pages 2 0 R>>",
      "<</Type /Pages /Kids [3 0 R] /Count 2>>",
      "<</Type /Pages /Parent 2 0 R /Kids [2 0 R 3 0 R] /Count 2>>",
    ]),
  "drawing in a circle.pdf": () =>
    pdfOf([
      ...page(plain("/X Do"), "/XObject <</X 5 0 R>>"),
      "<</Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X 5 0 R>>>> /Length 5>>\nstream\n/X Do\nendstream",
    ]),
  "content that refers to itself.pdf": () => pdfOf(page("4 0 R")),
  "content of 1 GB.pdf": () => pdfOf(page(stream(bomb(1_000_000_000)))),
  "packed twice.pdf": () =>
    pdfOf(
      page(
        stream(deflateSync(bomb(1_000_000_000), { level: 9 }), "/Filter [/FlateDecode /FlateDecode]").replace("/Filter /FlateDecode ", ""),
      ),
    ),
  "deep arrays.pdf": () => pdfOf(page(plain("[".repeat(1_000_000)))),
  "deep objects.pdf": () => Buffer.from(`%PDF-1.7\n1 0 obj\n${"<</A ".repeat(500_000)}`),
  "huge picture.pdf": () =>
    pdfOf([
      ...page(plain("/I Do"), "/XObject <</I 5 0 R>>"),
      stream(bomb(300_000_000), "/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB"),
    ]),
  "pieces without end.pdf": () => pdf([`BT /F1 8 Tf 60 700 Td ${"(a) Tj 3 0 Td ".repeat(1_000_000)}ET`]),
  "rows without end.pdf": () =>
    pdf([Array.from({ length: 60_000 }, (_, at) => `BT /F1 5 Tf ${(at * 37) % 560} ${(at * 91) % 800} Td (a ${at}) Tj ET`).join("\n")]),
  "noise.pdf": () => Buffer.concat([Buffer.from("%PDF-1.7\n"), crypto.getRandomValues(new Uint8Array(60_000))]),
  "a program.pdf": () => new Uint8Array(readFileSync(process.execPath).subarray(0, 19 * MEGABYTE)),
  "a picture.xlsx": () => Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), crypto.getRandomValues(new Uint8Array(60_000))]),
  "a document.csv": () => docx(p("Open daily")),
  "20 MB of quotes.csv": () => text('"'.repeat(20 * MEGABYTE)),
  "20 MB of commas.csv": () => text(",".repeat(20 * MEGABYTE)),
  "20 MB of dots.txt": () => text(".".repeat(20 * MEGABYTE)),
  "20 MB of spaces.txt": () => text(`a${" ".repeat(19 * MEGABYTE)}b`),
  "20 MB in one word.txt": () => text("a".repeat(20 * MEGABYTE)),
  "20 MB of headings.md": () => text("# a\n".repeat(5 * MEGABYTE)),
  "20 MB of comments.md": () => text("<!--".repeat(5 * MEGABYTE)),
  "20 MB of rules.md": () => text("|-".repeat(10 * MEGABYTE)),
  "21 MB.txt": () => text("a ".repeat(11 * MEGABYTE)),
  "overlapping entries.xlsx": overlapping,
});

/** A stored archive whose entries all are the same bytes: what it unpacks to has no bound by its size alone. */
function overlapping(): Uint8Array {
  const data = deflateRawSync(Buffer.alloc(50_000_000, 32));
  const name = Buffer.from("_rels/.rels");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc32(data), 14);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const count = 9_000;
  const directory = Buffer.concat(Array.from({ length: count }, () => [entry, name]).flat());
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(local.length + name.length + data.length, 16);
  return Buffer.concat([local, name, data, directory, end]);
}
