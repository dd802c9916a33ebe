/** Finds the facts that a question surely asks for. Narrower than `findExpected`, which lists all that it may ask for. Pure. */
import { bitOf, type ValueType } from "./values.ts";

export const ASKED_KINDS = ["percent", "duration", "clock", "count", "size", "money", "place", "person", "number", "when"] as const;
type AskedKind = (typeof ASKED_KINDS)[number];

export interface AskedFact {
  kind: AskedKind;
  /** The kinds of facts that answer it, as a bit mask; `NUMBER` stands for any number. */
  by: number;
}

/** A bit that no kind of fact has. */
export const NUMBER = 1 << 20;
const mask = (...types: ValueType[]): number => types.reduce((sum, type) => sum | bitOf(type), 0);

/** Every repetition is bounded, so that matching takes time in proportion to the text. */
const ASKED: readonly [kind: AskedKind, pattern: RegExp, by: number][] = [
  ["percent", /\b(?:how many|what|berapa) (?:percent|per cent|peratus|%)/, mask("percent")],
  [
    "duration",
    /\bhow long\b|\bhow many (?:\w{1,20} )?(?:days?|hours?|minutes?|weeks?|months?|years?)|\bberapa (?:lama|hari|jam|minit|minggu|bulan|tahun)\b|\blama mana\b/,
    mask("duration", "date", "day", "time"),
  ],
  ["clock", /\b(?:pukul|jam) (?:berapa|mana)|\bberapa pukul|\bwhat time/, mask("time")],
  [
    "count",
    /\bhow many\b|\bberapa (?:orang|biji|keping|ramai|banyak|buah|helai|ekor|kali|unit|pax|batang|subjek|muka)/,
    mask("count") | NUMBER,
  ],
  [
    "size",
    /\bhow (?:far|big|tall|heavy|wide|large|thick|high|deep)|\bweigh|\bberapa (?:besar|tinggi|jauh|berat|panjang|lebar|km|kg|cm|meter)/,
    mask("measure", "count", "duration"),
  ],
  [
    "money",
    /\bhow much\b|\bprice\b|\bharga\b|\bkos\b|\bcosts?\b|\bberapa (?:ringgit|rm|harga|bayaran|kos|caj|sen|yuran|sewa|kalau|untuk|satu|seorang|sehari|sebulan|semalam|sejam|setahun|total|semua|kena|tambah)\b|\b(?:bayar|tambah|caj|yuran|sewa|deposit|kena) berapa\b|\bberapa(?: ya| ye| eh| la| je| sis| bang| kak| boss| tuan| bro)?\W*$|\bberapa\s?[,;]/,
    mask("money", "free", "percent"),
  ],
  ["place", /\bwhere\b|\b(?:kat|di|dekat) mana\b|\balamat\b|\baddress\b/, mask("place")],
  ["person", /\bwho\b|\bsiapa\b/, mask("person")],
  [
    "number",
    /\b(?:phone|contact|account|acc|akaun|telefon|whatsapp) (?:number|no|nombor)\b|\b(?:no|nombor) (?:akaun|acc|phone|telefon|tel|fon|whatsapp)/,
    mask("phone"),
  ],
  ["when", /\bwhen\b|\bbila\b|\bwh(?:at|ich) (?:day|date)|\bhari apa|\btarikh apa/, mask("date", "day", "time", "duration")],
];

/** @param text in lower case, with short forms written out. */
export function findAsked(text: string): AskedFact[] {
  const found: AskedFact[] = [];
  let rest = text;
  for (const [kind, pattern, by] of ASKED) {
    const shorter = rest.replace(pattern, " ");
    if (shorter !== rest) found.push({ kind, by });
    // "How many days" asks for a duration and not also for a count.
    rest = shorter;
  }
  return found;
}
