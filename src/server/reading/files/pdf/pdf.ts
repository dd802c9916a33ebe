/** Reads PDF files. A page that is only a picture, as in a scan, is reported and not read. */
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { type Part, type Unread, unreadable } from "../../document.ts";
import type { ReadLimits } from "../limits.ts";
import { readRegions } from "./columns.ts";
import { type Page, pagesToParts } from "./pages.ts";
import { toLines } from "./rows.ts";
import { type TextItem, toSegments } from "./segments.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<Pdf["getPage"]>>;

/** After this part of the time, the pages that are left are reported as not read. */
const OWN_SHARE_OF_TIME = 0.6;
/** A page with fewer letters on a picture is a scan with a stamp or a number. */
const FEW_LETTERS = 60;
/** Pages without text of which the drawings are looked at; further ones count as scans. */
const MOST_LOOKS = 30;
/** A larger picture is not unpacked. */
const MOST_PIXELS = 4_000_000;

/** @throws DocumentUnreadable */
export async function readPdf(bytes: Uint8Array, limits: ReadLimits): Promise<{ parts: Part[]; unread: Unread[] }> {
  const late = performance.now() + limits.seconds * 1_000 * OWN_SHARE_OF_TIME;
  const pdf = await open(bytes);
  const pages: Page[] = [];
  const unread: Unread[] = [];
  let letters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    if (number > limits.pages || letters > limits.characters || performance.now() > late) {
      unread.push({ page: number, why: "too_long" });
      break;
    }
    const read = await readPage(pdf, number, unread.length < MOST_LOOKS);
    if (read.why !== null) unread.push({ page: number, why: read.why });
    letters += read.page.lines.reduce((sum, { text }) => sum + text.length, 0);
    pages.push(read.page);
  }
  // The number of a page or the name of a program that scans is no text of the document.
  const isRead = pages.some(({ number }) => !unread.some(({ page, why }) => page === number && why !== "too_long"));
  return { parts: isRead ? pagesToParts(pages) : [], unread };
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  const { VerbosityLevel } = await getResolvedPDFJS();
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: VerbosityLevel.ERRORS,
      enableXfa: false,
      maxImageSize: MOST_PIXELS,
    });
  } catch (error) {
    throw unreadable(error instanceof Error && error.name === "PasswordException" ? "encrypted" : "broken");
  }
}

interface ReadPage {
  page: Page;
  why: Unread["why"] | null;
}

async function readPage(pdf: Pdf, number: number, mayLook: boolean): Promise<ReadPage> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: false });
    const texts = items.filter((item): item is (typeof items)[number] & TextItem => "str" in item);
    const { segments, turned } = toSegments(texts, page.getViewport({ scale: 1 }).transform);
    const lines = readRegions(segments).flatMap(toLines);
    for (const text of turned) lines.push({ text, size: 0, isAlone: false, isApart: false });
    const letters = lines.join("").length === 0 ? 0 : lines.reduce((sum, { text }) => sum + text.replace(/[^\p{L}\p{N}]/gu, "").length, 0);
    const why = letters >= FEW_LETTERS ? null : await whyEmpty(page, letters, mayLook);
    page.cleanup();
    return { page: { number, lines }, why };
  } catch (error) {
    if (error instanceof RangeError && /memory/i.test(error.message)) throw error;
    return { page: { number, lines: [] }, why: "broken" };
  }
}

/** What is on a page that has hardly any text: a picture, or nothing. */
async function whyEmpty(page: PdfPage, letters: number, mayLook: boolean): Promise<Unread["why"] | null> {
  if (!mayLook) return letters > 0 ? null : "no_text";
  const { OPS } = await getResolvedPDFJS();
  const { fnArray } = await page.getOperatorList();
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject, OPS.paintImageXObjectRepeat]);
  if (fnArray.some((operation) => pictures.has(operation))) return "no_text";
  if (letters > 0) return null;
  return fnArray.some((operation) => operation === OPS.constructPath) ? "no_text" : "empty";
}
