/** The words that numbers, amounts, times and dates are written with, in English and Malay side by side. Data only. */

const pairsOf = (list: string): [word: string, meaning: string][] =>
  list.split(" ").map((pair) => {
    const [word = "", meaning = ""] = pair.split("=");
    return [word, meaning];
  });
const toMap = (list: string): ReadonlyMap<string, number> => new Map(pairsOf(list).map(([word, value]) => [word, Number(value)]));
export const toSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Digits, and the words for one in a number that is read out. */
export const DIGITS = toMap(
  "zero=0 oh=0 kosong=0 sifar=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 " +
    "satu=1 dua=2 tiga=3 tige=3 empat=4 ampat=4 lima=5 enam=6 anam=6 tujuh=7 tujoh=7 lapan=8 delapan=8 dlapan=8 sembilan=9",
);
/** Numbers from 10 to 19 in one word. */
export const TEENS = toMap(
  "ten=10 eleven=11 twelve=12 twelv=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 sepuluh=10 sebelas=11",
);
/** Malay words after a digit's word: "dua belas", "dua puluh". */
export const TEEN_MARKS = toSet("belas blas bls");
export const TEN_MARKS = toSet("puluh pulu pluh plh puloh");
export const TENS = toMap(
  "twenty=20 thirty=30 forty=40 fourty=40 fifty=50 fivty=50 fifthy=50 sixty=60 seventy=70 eighty=80 ninety=90 ninty=90",
);
export const SCALES = toMap("hundred=100 ratus=100 thousand=1000 ribu=1000 million=1000000 juta=1000000");
/** Scales that only follow a number. */
export const SHORT_SCALES = toMap("k=1000 rb=1000 grand=1000 lakh=100000 lakhs=100000 jt=1000000 mil=1000000 mio=1000000");
/** A scale with its "one" in the same word. */
export const ONE_SCALES = toMap("seratus=100 seribu=1000 sejuta=1000000");
export const ORDINALS = toMap(
  "first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11 twelfth=12 thirteenth=13 " +
    "fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19 twentieth=20 thirtieth=30",
);

export const MONTHS = toMap(
  "january=1 jan=1 januari=1 february=2 feb=2 februari=2 march=3 mar=3 mac=3 april=4 apr=4 may=5 mei=5 june=6 jun=6 july=7 jul=7 " +
    "julai=7 august=8 aug=8 ogos=8 september=9 sept=9 sep=9 october=10 oct=10 oktober=10 okt=10 november=11 nov=11 december=12 " +
    "dec=12 disember=12 dis=12",
);

/** Currencies before or after an amount, with the key under which they are compared. `*`: the word fits every currency. */
const CURRENCIES: ReadonlyMap<string, string> = new Map(
  pairsOf(
    "rm=rm myr=rm ringgit=rm hinggit=rm inggit=rm kupang=kupang duit=* $=$ usd=$ dollar=$ dollars=$ dolar=$ us$=$ sgd=sgd s$=sgd €=€ eur=€ euro=€ " +
      "euros=€ £=£ gbp=£ pound=£ pounds=£ quid=£ ¥=¥ jpy=¥ yen=¥ rmb=rmb cny=rmb yuan=rmb rp=rp idr=rp rupiah=rp bucks=* buck=* baht=baht thb=baht " +
      "rupee=₹ rupees=₹ inr=₹ peso=₱ pesos=₱ php=₱ aud=aud krw=₩ won=₩ riyal=riyal sar=riyal rial=riyal dirham=aed aed=aed dong=vnd vnd=vnd " +
      "bnd=bnd hkd=hkd twd=twd usdt=usdt btc=btc bitcoin=btc eth=eth",
  ),
);
/** Misspelled, and in Chinese with what follows it without a space. */
const SPELLINGS = /^(?:r[iy]?n?gg?[iy]?tt?s?|h?[ie]nn?gg?[ei]tt?s?|令吉.*|[马馬][币幣].*)$/;

/** Results for the words that are asked for again and again. */
const MAX_REMEMBERED = 4_096;
function remembering<Result>(compute: (word: string) => Result): (word: string) => Result {
  const results = new Map<string, Result>();
  return (word) => {
    const known = results.get(word);
    if (known !== undefined || results.has(word)) return known as Result;
    const result = compute(word);
    if (results.size >= MAX_REMEMBERED) results.clear();
    if (word.length < 40) results.set(word, result);
    return result;
  };
}

/** The key of a currency's word or sign; undefined for another word. */
export const currencyOf = remembering((word): string | undefined => {
  const key = CURRENCIES.get(word);
  if (key !== undefined || word === "") return key;
  if (SPELLINGS.test(word)) return "rm";
  return /^(?:[元块塊圆圓](?!儿)|\p{Sc}$)/u.test(word) ? (word.length > 1 ? "*" : word) : undefined;
});
export const CENTS = toSet("sen cent cents");
/** What may follow the number of a percentage. "per cent" is two words. */
export const PERCENTS = toSet("% percent percents percentage peratus persen pct");

export const MORNING = toSet("am pagi subuh");
export const EVENING = toSet("pm petang ptg petg ptang tonight");
export const NIGHT = toSet("malam mlm");
/** Words before a number that always make it a time of day. */
export const CLOCKS = toSet("pukul jam pkl kul pkul pukol kol jm");
/** Words before a number that make it a time of day if no noun follows the number. */
export const MOMENTS = toSet(
  "at until untill till til by sampai hingga sehingga from dari daripada open opens opened close closes closed buka dibuka tutup " +
    "ditutup before after sebelum selepas around bermula starts start begins between antara pagi petang malam ptg",
);

/** Units after N/N that make it a fraction. */
export const FRACTIONS = toSet("kg cup cups cawan jam hour hours hari day days price portion size saiz of daripada sudu spoon inch inci");

/** Joins the numbers of a range or of a choice, which share a currency or a unit. */
export const RANGES = toSet("- / to hingga sampai until till or atau and dan &");
/** The days of the week, from Monday (1), as they are written in full, and short. */
export const DAYS = toMap(
  "mon=1 mons=1 tue=2 tues=2 thu=4 thur=4 thurs=4 fri=5 monday=1 mondays=1 isnin=1 tuesday=2 tuesdays=2 selasa=2 wednesday=3 wednesdays=3 rabu=3 thursday=4 thursdays=4 khamis=4 kamis=4 friday=5 " +
    "fridays=5 jumaat=5 jumat=5 saturday=6 saturdays=6 sabtu=6 sunday=7 sundays=7 ahad=7",
);
/** Short forms, some of which are also other words. */
export const SHORT_DAYS = toMap("isn=1 sel=2 wed=3 weds=3 rab=3 kha=4 khs=4 jum=5 jmt=5 sat=6 sab=6 sbt=6 sun=7 ahd=7");

/** Words that are part of a fact but do not begin one. */
const FOLLOWERS = [
  ..."and dan & to hingga sampai until till or atau point perpuluhan titik of per tengah hari hb haribulan the a an half past setengah suku quarter at".split(
    " ",
  ),
  ..."am pm a p m ish k st nd rd th 月 年 pagi petang malam subuh tengahari cent sen cents percent peratus oclock o clock noon in morning afternoon evening".split(
    " ",
  ),
];
/** A number word in a longer word ("limapuluh"), the longest one first. */
const NUMBER_WORDS = [DIGITS, TEENS, TENS, SCALES, ONE_SCALES]
  .flatMap((words) => [...words.keys()])
  .filter((word) => word !== "oh")
  .concat(...TEEN_MARKS, ...TEN_MARKS)
  .sort((one, other) => other.length - one.length)
  .join("|");
const GLUED = new RegExp(`^(?:rm)?(?:(?:${NUMBER_WORDS})+(?:ringgit|sen|peratus|percent|pagi|petang|malam|hb)?|(?<=rm)[ivxlc]+)$`);
const GLUED_PART = new RegExp(`rm|${NUMBER_WORDS}|[a-z]+`, "g");
const GLUED_BEGUN = new RegExp(`^(?:(?:rm)?(?:${NUMBER_WORDS})|rm[ivxlc]+$)`);
/** The words of which a number in one word consists; null for any other word. */
export const splitGlued = (word: string): string[] | null => (word.length > 4 && GLUED.test(word) ? (word.match(GLUED_PART) ?? []) : null);

/** Numbers such as XLV. Letters for 500 and 1,000 are missing, because words consist of them. */
const ROMAN = /^(?=[ivxlc])(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/;
const ROMAN_PART = new Map([..."c=100 xc=90 xl=40 l=50 x=10 ix=9 iv=4 v=5 i=1".split(" ").map((pair) => pair.split("="))] as [
  string,
  string,
][]);
export function readRoman(word: string): number | null {
  if (!ROMAN.test(word)) return null;
  return (word.match(/xc|xl|ix|iv|[cxlvi]/g) ?? []).reduce((sum, part) => sum + Number(ROMAN_PART.get(part)), 0);
}

const BEGINNINGS = [
  ...TEEN_MARKS,
  ...TEN_MARKS,
  ...[DIGITS, TEENS, TENS, SCALES, ONE_SCALES, ORDINALS, MONTHS, CURRENCIES, DAYS, SHORT_DAYS].flatMap((words) => [...words.keys()]),
  ..."http https www dot titik noon midnight midday weekday weekdays weekend weekends hujung tengah tgh tengahari tengahmalam s us com org biz xyz".split(
    " ",
  ),
];
const prefixesOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => Array.from({ length: word.length }, (_, at) => word.slice(0, at + 1))));

/** How a word takes part in a fact: it may begin one, it only continues one, or it has no part in it. */
export type Part = "begins" | "follows" | null;
const WHOLE = new Map<string, Part>([
  ...FOLLOWERS.map((word): [string, Part] => [word, "follows"]),
  ...BEGINNINGS.map((word): [string, Part] => [word, "begins"]),
]);
const BEGUN = new Map<string, Part>([
  ...[...prefixesOf(FOLLOWERS)].map((word): [string, Part] => [word, "follows"]),
  ...[...prefixesOf(BEGINNINGS)].map((word): [string, Part] => [word, "begins"]),
]);
export const partOf = remembering((word): Part => {
  const part = WHOLE.get(word);
  if (part !== undefined) return part;
  const mayBegin = splitGlued(word) !== null || currencyOf(word) !== undefined || (word.length > 1 && readRoman(word) !== null);
  return mayBegin ? "begins" : null;
});
/** For a word whose end has not arrived yet. */
export const partOfBegun = (word: string): Part =>
  BEGUN.get(word) ?? (GLUED_BEGUN.test(word) || /^[ivxlc]{2,}$/.test(word) ? "begins" : partOf(word));
