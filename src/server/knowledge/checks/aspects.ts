/** What makes a value one of another kind than the same value without it. Pure. */
import { findElements } from "../facts/elements.ts";

const PATTERNS = {
  deposit: /\b(?:deposit|cagaran|pendahuluan|booking fee|down ?payment|(?:wang|duit|bayaran) muka)\b/,
  "booking-fee": /\bbooking fee\b/,
  extra: /\b(?:extra|additional|tambah|tambahan|surcharge|add-?ons?|top ?up|ekstra|more)\b|\+ ?\|/,
  delivery: /\b(?:deliver[a-z]*|postage|pos|shipping|courier|kurier|hantar|penghantaran|cod)\b/,
  discount: /\b(?:discount|diskaun|off|potongan|rebat|rebate|voucher|promo|promosi|offer|early bird|sale)\b/,
  member: /\b(?:members?|ahli|vip|langganan|subscriber)\b/,
  child: /\b(?:child|children|kids?|kanak|kanak2|budak|anak|baby|bayi|toddler|infant)\b/,
  senior: /\b(?:seniors?|warga emas|oku|pesara)\b/,
  student: /\b(?:students?|pelajar)\b/,
  weekend: /\b(?:weekends?|hujung minggu|sabtu ahad)\b/,
  weekday: /\b(?:weekdays?|hari biasa|hari bekerja)\b/,
  season: /\b(?:school holidays?|cuti sekolah|peak|raya|festive|ph|musim|cny)\b/,
  ramadan: /\b(?:ramadan|puasa|bulan puasa)\b/,
  penalty: /\b(?:penalty|denda|lost|hilang|replacement|ganti)\b/,
  late: /\b(?:late|lewat|after hours|early|awal|seawal)\b/,
  wholesale: /\b(?:wholesale|borong|bulk|pukal|reseller|agent|ejen|dropship)\b/,
  tax: /\b(?:sst|gst|tax|cukai)\b/,
  without: /\b(?:tanpa|without|non|tak termasuk|tidak termasuk|excluding|exclude)\b/,
  plain: /\b(?:biasa|normal|standard|regular|basic|asas|kosong|plain|original)\b/,
  copy: /\b(?:copy|oem|tiruan|replica|refurb(?:ished)?|second ?hand|terpakai|used)\b/,
  special: /\b(?:special|spesial|premium|deluxe|moden|modern|mewah|vip|full|penuh|sepenuh|besar|jumbo|large|big|long|panjang)\b/,
  small: /\b(?:small|kecil|mini|short|pendek|half|separuh|setengah)\b/,
  model: /\b(?:pro|max|plus|mini|ultra|ti|xt|lite|se)\b/,
  second: /(?<![a-z'] ?)\b[b-h]\b(?! ?\/)/,
  break: /\b(?:rehat|break|lunch|solat|prayers?|sembahyang)\b/,
  "check-in": /\b(?:check[- ]?in|daftar masuk)\b/,
  "check-out": /\b(?:check[- ]?out|daftar keluar)\b/,
  return: /\b(?:return|balik|pulang)\b/,
  kitchen: /\b(?:kitchen|dapur)\b/,
  office: /\b(?:office|pejabat|customer service)\b/,
  branch: /\b(?:branch|cawangan|outlet|hq|kiosk)\b/,
  last: /\b(?:last|terakhir|cut ?-?off)\b/,
  fax: /\bfax\b|\bfaks\b/,
  whatsapp: /\b(?:whatsapp|wasap|wassap|ws|whatapps|wa|telegram)\b/,
  emergency: /\b(?:emergency|kecemasan|after hours|hotline|careline)\b/,
} as const;

export type Aspect = keyof typeof PATTERNS;

/** A value of which only one text says one of these is another value. */
export const DECISIVE: readonly Aspect[] = [
  "without",
  "child",
  "member",
  "deposit",
  "extra",
  "wholesale",
  "weekend",
  "ramadan",
  "check-in",
  "check-out",
  "return",
  "penalty",
  "model",
  "copy",
  "second",
  "late",
];

/** Of these, a text says which one it is about. */
export const KINDS_OF_ONE: readonly Aspect[] = ["plain", "special", "small"];

/** @param text folded, with a bar where the value was. */
export const aspectsOf = (text: string): Set<Aspect> =>
  new Set((Object.keys(PATTERNS) as Aspect[]).filter((aspect) => PATTERNS[aspect].test(text)));

const RATES = {
  hour: /\b(?:hourly|sejam|(?:per|an|a|every|each|tiap|satu) (?:hour|hr|jam)|1 ?(?:hour|hr|jam))\b|\/ ?(?:hour|hr|jam)\b/,
  day: /\b(?:daily|sehari|harian|(?:per|a|every|each|satu) (?:day|hari)|1 (?:day|hari))\b|\/ ?(?:day|hari)\b/,
  night: /\b(?:nightly|semalam|(?:per|a|every|each|satu) (?:night|malam)|1 (?:night|malam))\b|\/ ?(?:night|malam)\b/,
  week: /\b(?:weekly|seminggu|mingguan|(?:per|a|every|each|satu) (?:week|minggu)|1 (?:week|minggu))\b|\/ ?(?:week|minggu)\b/,
  month: /\b(?:monthly|sebulan|bulanan|(?:per|a|every|each|satu) (?:month|mth|bulan)|1 (?:month|bulan))\b|\/ ?(?:month|mth|bulan)\b/,
  year: /\b(?:yearly|annual(?:ly)?|setahun|tahunan|(?:per|a|every|each|satu) (?:year|tahun)|1 (?:year|tahun))\b|\/ ?(?:year|tahun)\b/,
} as const;

export type Rate = keyof typeof RATES;
export const NO_RATES: ReadonlySet<Rate> = new Set();

/** The times that a folded text names as units: "RM90 a month". */
export const ratesIn = (text: string): Set<Rate> => new Set((Object.keys(RATES) as Rate[]).filter((rate) => RATES[rate].test(text)));

export const ALL_DAYS = 0b1111_1110;
const WORKING_DAYS = 0b0011_1110;
const SATURDAY = 1 << 6;
export const DAILY = /\b(?:daily|every ?(?:day|night)|setiap hari|tiap hari|hari-hari|7 days|7 hari)\b/;

/** The days of the week that a folded text names and does not call closed, as bits from Monday (1) to Sunday (7). */
export function daysIn(text: string): number {
  if (DAILY.test(text)) return ALL_DAYS;
  let mask = (/\bmalam minggu\b/.test(text) ? SATURDAY : 0) | (/\bhari (?:biasa|bekerja|kerja)\b/.test(text) ? WORKING_DAYS : 0);
  for (const element of findElements(text)) {
    if (element.kind !== "days" || element.state === "closed" || element.state === "closed-after") continue;
    for (const day of element.days) mask |= 1 << day;
  }
  return mask;
}

const BEFORE_LIMIT =
  /\b(?:over|above|below|under|exceeding|minimum|min|max|maximum|spend|spending|belanja|lebih|melebihi|atas|bawah|kurang|less than|more than|up to|worth|bernilai|every|setiap|orders? of|purchases? of|pembelian|was|asal|dulu|before|previously|usual|normally|normal|old price|harga lama|instead of|save|jimat|voucher)(?: (?:order|spend|of|dari|daripada|rm|tempahan|pembelian|is|a|an|than|price|harga|purchase|charge|at)){0,3} ?(?:rm)? ?$/;
const AFTER_LIMIT =
  /^ ?(?:\+(?! ?\d)|and above|ke atas|and below|ke bawah|or more|atau lebih|off\b|voucher|minimum|min\b|worth|discount|diskaun)/;

/** Whether a price is a limit, a discount or an old price, by the text beside it. */
export const isLimit = (before: string, after: string): boolean => BEFORE_LIMIT.test(before) || AFTER_LIMIT.test(after);
