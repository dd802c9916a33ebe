/** Files of Word, spreadsheets and PDF files for tests, as small as they can be. */
import { crc32, deflateRawSync } from "node:zlib";

const bytesOf = (text: string) => new TextEncoder().encode(text);

interface Packed {
  name: string;
  bytes: Uint8Array;
  /** What the archive claims that the content takes; by default the truth. */
  claimed?: number;
}

/** A ZIP archive. */
export function zip(files: readonly Packed[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, claimed = bytes.length } of files) {
    const data = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(claimed, 18);
    fields.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, title, data]);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), fields, place, title]));
    locals.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, ...directory, Buffer.from("PK\x05\x06"), end]);
}

/** What parts refer to, by their ids: the type, the target and the mode. */
type Relations = Record<string, [string, string, string?]>;

const relations = (of: Relations) =>
  `<Relationships>${Object.entries(of)
    .map(
      ([id, [type, target, mode]]) =>
        `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ""}/>`,
    )
    .join("")}</Relationships>`;

const office = (main: string, parts: Record<string, string>, own: Relations) =>
  zip(
    Object.entries({
      "_rels/.rels": relations({ r1: ["officeDocument", main] }),
      [main.replace(/[^/]+$/, "_rels/$&.rels")]: relations(own),
      ...parts,
    }).map(([name, text]) => ({ name, bytes: bytesOf(text) })),
  );

/** A document of Word. `body`: its XML; `more`: other parts, such as "word/styles.xml". */
export const docx = (body: string, more: Record<string, string> = {}, own: Relations = {}) =>
  office("word/document.xml", { "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>`, ...more }, own);

/** A paragraph. */
export const p = (text: string, properties = "", run = "") =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;

/** A spreadsheet. Each sheet is the XML within its element; `state` of a sheet that is not shown. */
export function xlsx(
  sheets: readonly { name: string; xml: string; state?: string }[],
  more: { strings?: string; styles?: string; book?: string } = {},
) {
  const list = sheets.map(({ name, state = "visible" }, at) => `<sheet name="${name}" state="${state}" r:id="s${at}"/>`).join("");
  const own: Relations = { strings: ["sharedStrings", "sharedStrings.xml"], styles: ["styles", "styles.xml"] };
  const parts: Record<string, string> = {
    "xl/workbook.xml": `<workbook>${more.book ?? ""}<sheets>${list}</sheets></workbook>`,
    "xl/sharedStrings.xml": `<sst>${more.strings ?? ""}</sst>`,
    "xl/styles.xml": `<styleSheet>${more.styles ?? ""}</styleSheet>`,
  };
  for (const [at, { xml }] of sheets.entries()) {
    own[`s${at}`] = ["worksheet", `sheets/${at}.xml`];
    parts[`xl/sheets/${at}.xml`] = `<worksheet>${xml}</worksheet>`;
  }
  return office("xl/workbook.xml", parts, own);
}

/** A row of cells of text. */
export const row = (...cells: string[]) => `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join("")}</row>`;

/** A PDF of these objects, which are numbered from 1; the first one is the catalogue. */
export function pdfOf(objects: readonly string[]): Uint8Array {
  let text = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer <</Size ${size} /Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`,
    "latin1",
  );
}

/** A piece of text on a page: where it is from the lower left corner, and its size. */
export type Piece = [x: number, y: number, text: string, size?: number];

/** A PDF with these pages; a text instead of pieces is the content of a page as it is written in the file. */
export function pdf(pages: readonly (readonly Piece[] | string)[]): Uint8Array {
  const first = 4;
  const kids = pages.map((_, at) => `${first + at * 2} 0 R`).join(" ");
  const objects = [
    "<</Type /Catalog /Pages 2 0 R>>",
    `<</Type /Pages /Kids [${kids}] /Count ${pages.length}>>`,
    "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
  ];
  for (const [at, page] of pages.entries()) {
    const content =
      typeof page === "string" ? page : page.map(([x, y, text, size = 10]) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join("\n");
    objects.push(
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <</Font <</F1 3 0 R>>>> /Contents ${first + at * 2 + 1} 0 R>>`,
    );
    objects.push(`<</Length ${content.length}>>\nstream\n${content}\nendstream`);
  }
  return pdfOf(objects);
}
