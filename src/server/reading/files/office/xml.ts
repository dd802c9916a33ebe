/**
 * Reads XML in one pass. A declaration of a document type is refused, so that there are no entities but the five of the
 * standard and numbers, and nothing outside of the file is ever read. Pure.
 */
import { unreadable } from "../../document.ts";

/** `name` is without its prefix: documents may choose other prefixes for the same names. */
export interface XmlReader {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): unknown;
}

export interface Attributes {
  /** The value of the attribute with this name, whatever its prefix. */
  get(name: string): string | undefined;
}

const DEEPEST = 250;
const NAMES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi;

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : "";
  });
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** @throws DocumentUnreadable if the text is no XML, is nested too deeply or declares a document type */
export function readXml(xml: string, reader: XmlReader): void {
  const open: string[] = [];
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf("<", at);
    const end = start === -1 ? xml.length : start;
    if (end > at && open.length > 0) reader.text?.(decodeEntities(xml.slice(at, end)));
    if (start === -1) break;
    at = readMark(xml, start, open, reader);
  }
  if (open.length > 0) throw unreadable("broken");
}

/** What begins with "<" at `start`. @returns where it ends */
function readMark(xml: string, start: number, open: string[], reader: XmlReader): number {
  const next = xml[start + 1];
  if (next === "?") return endOf(xml, "?>", start);
  if (next === "!") return readSpecial(xml, start, reader);
  const end = next === "/" ? endOf(xml, ">", start) : endOfTag(xml, start);
  if (next === "/") {
    const name = localName(xml.slice(start + 2, end - 1).trim());
    if (open.pop() !== name) throw unreadable("broken");
    reader.close?.(name);
    return end;
  }
  const isEmpty = xml[end - 2] === "/";
  const tag = xml.slice(start + 1, isEmpty ? end - 2 : end - 1);
  const nameEnd = tag.search(/\s/);
  const name = localName(nameEnd === -1 ? tag : tag.slice(0, nameEnd));
  if (open.length >= DEEPEST) throw unreadable("broken");
  reader.open?.(name, attributesOf(nameEnd === -1 ? "" : tag.slice(nameEnd)));
  if (isEmpty) reader.close?.(name);
  else open.push(name);
  return end;
}

function readSpecial(xml: string, start: number, reader: XmlReader): number {
  if (xml.startsWith("<!--", start)) return endOf(xml, "-->", start);
  if (!xml.startsWith("<![CDATA[", start)) throw unreadable("broken");
  const end = endOf(xml, "]]>", start);
  reader.text?.(xml.slice(start + "<![CDATA[".length, end - "]]>".length));
  return end;
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at === -1) throw unreadable("broken");
  return at + mark.length;
}

/** A ">" may be within the value of an attribute. */
function endOfTag(xml: string, start: number): number {
  for (let at = start + 1; at < xml.length; at++) {
    const unit = xml[at];
    if (unit === ">") return at + 1;
    if (unit === '"' || unit === "'") {
      at = xml.indexOf(unit, at + 1);
      if (at === -1) break;
    }
  }
  throw unreadable("broken");
}

/** Attributes are looked up when they are asked for, because most never are. */
function attributesOf(text: string): Attributes {
  return {
    get(name) {
      for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
        if (!/[\s:]/.test(text[at - 1] ?? "")) continue;
        const value = /^\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text.slice(at + name.length));
        if (value) return decodeEntities(value[1] ?? value[2] ?? "");
      }
      return undefined;
    },
  };
}
