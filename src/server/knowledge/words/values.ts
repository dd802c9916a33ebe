/** Finds the kinds of facts in a text (money, times, durations, places, persons …) and its numbers. Pure. */

/** The bits of a mask: the kinds of facts that a question asks for, or that a passage contains. */
export const TYPES = [
  "money",
  "time",
  "duration",
  "date",
  "place",
  "person",
  "count",
  "measure",
  "phone",
  "link",
  "percent",
  "negation",
  "only",
  "list",
  "free",
  "day",
] as const;
export type ValueType = (typeof TYPES)[number];

/** Patterns for lower-case text. Every repetition is bounded, so that matching takes time in proportion to the text. */
const PATTERNS: readonly [ValueType, RegExp][] = [
  ["money", /\brm ?\d|\b\d{1,6} ?(?:ringgit|sen)\b/],
  [
    "time",
    /\b\d{1,2}(?:[.:]\d{2})? ?(?:am|pm|a\.m|p\.m|pagi|petang|malam|tengah ?hari|noon)\b|\b24 ?(?:jam|hours|hrs)\b|\b(?:pukul|jam) \d|\b\d{1,2}[.:]\d{2} ?-|\bmidnight\b|\bnoon\b|\b(?:at|from|until|till|pukul) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|satu|dua|tiga|empat|lima|enam|tujuh|lapan|sembilan|sepuluh|sebelas)\b/,
  ],
  [
    "duration",
    /\b(?:\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|half an?|satu|dua|tiga|empat|lima|enam|tujuh|lapan|sembilan|sepuluh|beberapa|several|few|an|a|se)[- ]?(?:working |hari bekerja )?(?:second|minute|min|hour|day|night|week|month|year|saat|minit|jam|hari|malam|minggu|bulan|tahun)(?:s|ly)?\b/,
  ],
  [
    "date",
    /\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mac|mar|apr|may|mei|jun|jul|aug|ogos|sep|oct|okt|nov|dec|dis)|\b\d{1,2} ?hb\b|\b\d{1,2}\/\d{1,2}/,
  ],
  [
    "place",
    /\b(?:jalan|jln|lorong|taman|lot|no\.? \d|blok|block|tingkat|level|floor|mall|plaza|simpang|kampung|kg\.? |lebuh|persiaran|bandar|pekan)\b|\b\d{5} \p{L}|\b(?:behind|beside|opposite|next to|near|in front of|above|below|sebelah|belakang|depan|hadapan|seberang|dekat|berhampiran|bersebelahan|bertentangan)\b/u,
  ],
  [
    "person",
    /\b(?:encik|en\.|puan|pn\.|cik|dr\.?|mr\.?|mrs\.?|ms\.?|miss|ustaz|ustazah|cikgu|kak|abang|bang|uncle|aunty|auntie|haji|hajah|tukang|coach|chef|pak|mak|sir|madam) \p{L}/u,
  ],
  [
    "count",
    /\b\d{1,4}(?: ?- ?\d{1,4}| to \d{1,4}| hingga \d{1,4})? ?(?:orang|pax|people|persons?|guests?|tetamu|biji|keping|helai|pieces?|pcs|units?|students?|pelajar|murid|seats?|rooms?|bilik|sessions?|sesi|times|kali|buah|ekor|members?|kids|children|kanak)\b/,
  ],
  [
    "measure",
    /\b\d{1,5}(?:[.,]\d{1,2})? ?(?:kg|g|gm|ml|l|litre|liter|km|m|cm|mm|inch|inches|inci|"|kaki|feet|ft|sqft|kaki persegi|gb|tb|mb|hp|kw|kwp|kwh|watt|mbps|psi|meter|metre)\b/,
  ],
  ["phone", /\b0\d{1,2}[- ]?\d{3,4}[- ]?\d{3,4}\b|\+60/],
  ["link", /[\w.+-]{1,64}@[\w-]{1,63}\.|\bwww\.|\bhttps?:|\.(?:com|my|example)\b|(?<!\S)@[a-z]/],
  ["percent", /\d ?%|\bperatus\b|\bper ?cent\b/],
  [
    "negation",
    /\b(?:no|not|never|none|cannot|can't|don't|doesn't|isn't|aren't|won't|without|unable|tidak|tiada|tak|bukan|belum|jangan|tanpa|x boleh|dilarang|neither|nor)\b/,
  ],
  ["only", /\b(?:only|sahaja|saja|hanya|except|kecuali)\b/],
  ["list", /;|\n[-•*]|(?:, [^,]{1,40}){3}/],
  ["free", /\b(?:free|percuma|foc|complimentary)\b/],
  [
    "day",
    /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:mon|tue|wed|thu|fri|sat|sun)\b|\b(?:isnin|selasa|rabu|khamis|jumaat|sabtu|ahad)\b|\b(?:daily|every day|setiap hari|hari-hari|weekends?|weekdays?|hujung minggu|public holidays?|cuti umum)\b/,
  ],
];

export const bitOf = (type: ValueType): number => 1 << TYPES.indexOf(type);

/** The kinds of facts in a lower-case text, as a bit mask. */
export function findTypes(text: string): number {
  let mask = 0;
  for (const [type, pattern] of PATTERNS) if (pattern.test(text)) mask |= bitOf(type);
  return mask;
}

const EXPECTED: readonly [ValueType, RegExp][] = [
  [
    "money",
    /\bhow much\b|\bprice|\bcost|\bfees?\b|\bcharges?\b|\brates?\b|\bharga|\bkos\b|\bcaj\b|\byuran\b|\bbayaran\b|\bbayar berapa|\bberapa (?:ringgit|rm|harga|bayar|kos|caj|sen|yuran)|\bberapa(?: ya| ye| eh| la| je| sis| bang| kak)?\W*$|\bsewa\b|\bkena tambah\b|\bdeposit\b/,
  ],
  [
    "time",
    /\bwhat time|\btime\b|\bpukul\b|\bjam berapa|\bopen(?:ing|s)?\b|\bclos(?:e|es|ed|ing)\b|\bbuka\b|\btutup\b|\bwaktu\b|\bhours\b|\boperasi\b|\buntil when|\bsampai (?:pukul|bila|jam)/,
  ],
  [
    "duration",
    /\bhow (?:long|soon|fast|early|many (?:days?|hours?|minutes?|weeks?|months?|years?))|\bberapa (?:lama|hari|jam|minit|minggu|bulan|tahun)|\btempoh|\blama\b|\bbila (?:siap|sampai|boleh)|\bhow fast|\bexpir|\bvalid|\btahan\b/,
  ],
  ["date", /\bwhen\b|\bbila\b|\bwhat date|\btarikh\b|\bdeadline/],
  [
    "day",
    /\bwhen\b|\bbila\b|\bwh(?:at|ich) days?|\bhari apa|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:isnin|selasa|rabu|khamis|jumaat|sabtu|ahad)\b|\bweekends?\b|\bhujung minggu|\bcuti\b|\bholidays?\b|\beveryday|\bdaily/,
  ],
  [
    "place",
    /\bwhere|\bmana\b(?! satu)|\balamat|\baddress|\blocat|\blokasi|\bdirection|\bkat mana|\bwhich (?:floor|area|branch)|\bcawangan|\bbranch|\boutlet/,
  ],
  ["person", /\bwho\b|\bsiapa|\bwhose|\bwhich (?:doctor|teacher|staff)/],
  [
    "count",
    /\bhow many|\bberapa (?:orang|biji|keping|ramai|banyak|buah|helai|ekor|kali|unit|pax)|\bcapacity|\bmuat\b|\bmaximum|\bminimum|\bmaksimum/,
  ],
  ["measure", /\bhow (?:far|big|tall|heavy|wide|large|thick)|\bsizes?\b|\bsaiz|\bberat|\bjauh|\bukuran|\btinggi\b|\bdimension/],
  ["phone", /\bcontact|\bcall\b|\bphone number|\bwhatsapp|\bnombor\b|\btelefon|\bnumber\b|\bhubungi|\breach you/],
  ["link", /\bemail|\bemel|\bwebsite|\binstagram|\bfacebook|\blaman web|\bonline|\bpage\b/],
  ["percent", /\bdiscount|\bdiskaun|\bpercent|\bperatus|\bpromo/],
  [
    "list",
    /\bwhat (?:kind|type|flavou?r|colou?r|size|brand|option|do you have)|\bwhich\b|\bapa (?:yang|saja|je|jenis)|\bmenu\b|\bjenis\b|\bpilihan|\boptions?\b|\blist\b|\bsenarai/,
  ],
  ["free", /\bfree\b|\bpercuma|\bextra charge|\bcharge(?:d|able)?\b|\bkena bayar/],
  ["negation", /^(?:can|could|may|do|does|is|are|will|got|have|any)\b|\bboleh\b|\bada\b|\ballowed|\btak\b|\bke\b\W*$/],
];

/** The kinds of facts that a question asks for, as a bit mask. `text`: lower case, with short forms written out. */
export function findExpected(text: string): number {
  let mask = 0;
  for (const [type, pattern] of EXPECTED) if (pattern.test(text)) mask |= bitOf(type);
  return mask;
}

const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  (
    "one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, fifteen 15, twenty 20, thirty 30, forty 40, fifty 50, hundred 100, " +
    "satu 1, dua 2, tiga 3, empat 4, lima 5, enam 6, tujuh 7, lapan 8, sembilan 9, sepuluh 10, sebelas 11, dozen 12, sedozen 12, berdua 2, bertiga 3, berempat 4, seratus 100, thirteen 13, fourteen 14, sixteen 16, eighteen 18"
  )
    .split(", ")
    .map((pair): [string, string] => [pair.split(" ")[0] ?? "", pair.split(" ")[1] ?? ""]),
);

/** The number that a word means: "two" and "dua" are 2; null if the word is not a number. */
export const numberOf = (word: string): string | null => NUMBER_WORDS.get(word) ?? null;
