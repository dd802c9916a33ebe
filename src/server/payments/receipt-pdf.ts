/** A receipt or a credit note as a PDF file of A4 pages. Loaded when the first one is asked for. */
import { PDFDocument, type PDFFont, type PDFImage, type PDFPage, rgb, StandardFonts } from "@cantoo/pdf-lib";
import type { Language } from "../../contract/language.ts";
import { LOCALES } from "../../contract/language.ts";
import type { Receipt } from "../../contract/payment.ts";
import { type SheetParty, type SheetRow, sheetOf } from "../../contract/receipt-sheet.ts";
import { printable, wrapText } from "./pdf-text.ts";

const PAGE: [width: number, height: number] = [595.28, 841.89];
const MARGIN = 56;
const WIDTH = PAGE[0] - 2 * MARGIN;
const GAP = 24;
const INK = rgb(0.11, 0.11, 0.1);
const QUIET = rgb(0.36, 0.35, 0.33);
const LINE = rgb(0.87, 0.86, 0.83);
const WARNING = rgb(0.55, 0.3, 0);
const LEADING = 1.4;
const LOGO = { width: 160, height: 44 };

interface Style {
  size: number;
  isBold?: boolean;
  colour?: ReturnType<typeof rgb>;
}
const BODY: Style = { size: 10.5 };
const LABEL: Style = { size: 10.5, colour: QUIET };
const STRONG: Style = { size: 10.5, isBold: true };

interface Column {
  texts: readonly { text: string; style: Style }[];
  /** From the left margin. */
  x: number;
  width: number;
  isEnd?: boolean;
}

/** Writes from the top to the bottom, and begins another page when one is full. */
class Writer {
  private page: PDFPage;
  private y = PAGE[1] - MARGIN;

  constructor(
    private readonly file: PDFDocument,
    private readonly fonts: { plain: PDFFont; bold: PDFFont },
  ) {
    this.page = file.addPage(PAGE);
  }

  private fontOf({ isBold }: Style): PDFFont {
    return isBold ? this.fonts.bold : this.fonts.plain;
  }

  /** The library's own width counts the kerning between letters, with which it does not draw them. */
  private widthOf(text: string, style: Style): number {
    const font = this.fontOf(style);
    return [...text].reduce((sum, letter) => sum + font.widthOfTextAtSize(letter, style.size), 0);
  }

  private linesOf(text: string, style: Style, width: number): string[] {
    return wrapText(printable(text), width, (part) => this.widthOf(part, style));
  }

  picture(image: PDFImage): void {
    const { width, height } = image.scaleToFit(LOGO.width, LOGO.height);
    this.page.drawImage(image, { x: MARGIN, y: this.y - height, width, height });
    this.y -= height;
  }

  down(by: number): void {
    this.y -= by;
  }

  rule(): void {
    this.room(1);
    this.page.drawLine({ start: { x: MARGIN, y: this.y }, end: { x: MARGIN + WIDTH, y: this.y }, thickness: 0.75, color: LINE });
  }

  private room(height: number): void {
    if (this.y - height >= MARGIN) return;
    this.page = this.file.addPage(PAGE);
    this.y = PAGE[1] - MARGIN;
  }

  private line(text: string, style: Style, x: number, isEnd: boolean): void {
    const left = isEnd ? x - this.widthOf(text, style) : x;
    this.page.drawText(text, { x: left, y: this.y - style.size, size: style.size, font: this.fontOf(style), color: style.colour ?? INK });
  }

  /** Columns side by side, each with texts below each other; what follows begins below the longest of them. */
  columns(columns: readonly Column[]): void {
    const wrapped = columns.map((column) => ({
      ...column,
      lines: column.texts.flatMap(({ text, style }) => this.linesOf(text, style, column.width).map((line) => ({ line, style }))),
    }));
    for (let at = 0; at < Math.max(...wrapped.map(({ lines }) => lines.length)); at++) {
      const cells = wrapped.flatMap(({ lines, ...column }) => lines.slice(at, at + 1).map((one) => ({ ...column, ...one })));
      const step = Math.max(...cells.map(({ style }) => style.size)) * LEADING;
      this.room(step);
      for (const { line, style, x, width, isEnd = false } of cells) this.line(line, style, MARGIN + (isEnd ? x + width : x), isEnd);
      this.y -= step;
    }
  }

  /** A label at the left and a value at the right edge. */
  pair({ label, value }: SheetRow, style: { label: Style; value: Style }): void {
    const left = WIDTH * 0.42;
    this.columns([
      { texts: [{ text: label, style: style.label }], x: 0, width: left - GAP },
      { texts: [{ text: value, style: style.value }], x: left, width: WIDTH - left, isEnd: true },
    ]);
  }
}

export interface ReceiptLogo {
  content: Uint8Array<ArrayBuffer>;
  /** A media type. */
  type: string;
}

interface FileOptions {
  /** The file is the same whenever it is made. */
  issuedAt: number;
  logo: ReceiptLogo | null;
  /** The credit note that has cancelled the receipt. */
  credit: Receipt | null;
}

export async function writeReceiptFile(
  receipt: Receipt,
  language: Language,
  { issuedAt, logo, credit }: FileOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = sheetOf(receipt, language, credit);
  const file = await PDFDocument.create();
  const [plain, bold] = [await file.embedFont(StandardFonts.Helvetica), await file.embedFont(StandardFonts.HelveticaBold)];
  const [number] = sheet.heads;
  file.setTitle(`${number?.label ?? sheet.title} ${receipt.number}`, { showInWindowTitleBar: true });
  file.setLanguage(LOCALES[language]);
  if (receipt.operator.name !== "") file.setAuthor(receipt.operator.name);
  file.setProducer("");
  file.setCreator("");
  file.setCreationDate(new Date(issuedAt));
  file.setModificationDate(new Date(issuedAt));
  const writer = new Writer(file, { plain, bold });
  const image = logo && (await embedded(file, logo));
  if (image) {
    writer.picture(image);
    writer.down(20);
  }

  if (sheet.cancelled !== "") {
    writer.columns([{ texts: [{ text: sheet.cancelled, style: STRONG }], x: 0, width: WIDTH }]);
    writer.down(10);
  }
  writer.columns([{ texts: [{ text: sheet.title, style: { size: 24, isBold: true } }], x: 0, width: WIDTH }]);
  writer.down(8);
  for (const head of sheet.heads) writer.pair(head, { label: LABEL, value: STRONG });
  writer.down(12);
  writer.rule();
  if (sheet.warning !== "") {
    writer.down(12);
    writer.columns([{ texts: [{ text: sheet.warning, style: { ...STRONG, colour: WARNING } }], x: 0, width: WIDTH }]);
  }
  writer.down(18);
  parties(writer, sheet.parties);
  writer.down(18);
  writer.rule();
  for (const row of sheet.rows) {
    writer.down(8);
    writer.pair(row, { label: LABEL, value: BODY });
    writer.down(5);
    writer.rule();
  }
  writer.down(10);
  writer.pair(sheet.total, { label: { size: 13, isBold: true }, value: { size: 13, isBold: true } });
  return new Uint8Array(await file.save());
}

/** @returns null if the picture is damaged: the receipt must be readable all the same. */
async function embedded(file: PDFDocument, { content, type }: ReceiptLogo): Promise<PDFImage | null> {
  try {
    return type === "image/png" ? await file.embedPng(content) : await file.embedJpg(content);
  } catch {
    return null;
  }
}

function parties(writer: Writer, both: readonly [SheetParty, SheetParty]): void {
  const width = (WIDTH - GAP) / 2;
  writer.columns(
    both.map(({ label, name, lines }, at) => ({
      texts: [{ text: label, style: LABEL }, { text: name, style: STRONG }, ...lines.map((text) => ({ text, style: BODY }))],
      x: at * (width + GAP),
      width,
    })),
  );
}
