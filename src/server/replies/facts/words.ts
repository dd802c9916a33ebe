/** The words that numbers, amounts, times and dates are written with, in English and Malay side by side. Data only. */

const pairsOf = (list: string): [word: string, meaning: string][] =>
  list.split(" ").map((pair) => {
    const [word = "", meaning = ""] = pair.split("=");
    return [word, meaning];
  });
const toMap = (list: string): ReadonlyMap<string, number> => new Map(pairsOf(list).map(([word, value]) => [word, Number(value)]));
const toSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Digits, and the words for one in a number that is read out. */
export const DIGITS = toMap(
  "zero=0 oh=0 kosong=0 sifar=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 " +
    "satu=1 dua=2 tiga=3 empat=4 lima=5 enam=6 tujuh=7 lapan=8 delapan=8 sembilan=9",
);
/** Numbers from 10 to 19 in one word. */
export const TEENS = toMap(
  "ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 sepuluh=10 sebelas=11",
);
export const TENS = toMap("twenty=20 thirty=30 forty=40 fourty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90");
export const SCALES = toMap("hundred=100 ratus=100 thousand=1000 ribu=1000 million=1000000 juta=1000000");
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
export const CURRENCIES: ReadonlyMap<string, string> = new Map(
  pairsOf(
    "rm=rm myr=rm ringgit=rm hinggit=rm inggit=rm $=$ usd=$ dollar=$ dollars=$ dolar=$ us$=$ sgd=sgd s$=sgd €=€ eur=€ euro=€ euros=€ £=£ " +
      "gbp=£ pound=£ pounds=£ ¥=¥ rp=rp idr=rp rupiah=rp bucks=* baht=baht",
  ),
);
export const CENTS = toSet("sen cent cents");
/** What may follow the number of a percentage. "per cent" is two words. */
export const PERCENTS = toSet("% percent percents percentage peratus persen pct");

export const MORNING = toSet("am pagi subuh");
export const EVENING = toSet("pm petang");
export const NIGHT = toSet("malam");
/** Words before a number that always make it a time of day. */
export const CLOCKS = toSet("pukul jam pkl kul pkul");
/** Words before a number that make it a time of day if no noun follows the number. */
export const MOMENTS = toSet(
  "at until untill till til by sampai hingga sehingga from dari daripada open opens opened close closes closed buka dibuka tutup " +
    "ditutup before after sebelum selepas around bermula starts start begins",
);

/** Words with which a price is stated. */
export const PRICES = toSet(
  "price prices priced pricing cost costs costing harga harganya berharga kos kosnya fee fees feenya charge charges charged caj cajnya " +
    "bayar bayaran bayarannya yuran yurannya sewa rate rates kadar deposit total jumlah jumlahnya pay sells selling jual dijual amount " +
    "amounts bernilai",
);
/** Words that may be between a price word and its number. */
export const LINKS = toSet(
  "is are was at of about around only just from starts starting start bermula dari daripada hanya ialah adalah iaitu sebanyak cuma " +
    "per each you us will would be it kena pun ni dia tu nya sekitar lebih kurang roughly approximately another extra an a now sekarang " +
    "seorang sehelai sebiji seunit sekeping sebuah sekotak semalam sejam sehari sebulan setahun sekali pax",
);
/** Words after a number that are no noun which the number counts. */
const OTHERS = toSet(
  "per each every only sahaja saja je jer nett net for untuk and dan or atau to hingga sampai until till a an the is are was if kalau " +
    "jika but tetapi tapi on pada in with dengan termasuk including inclusive plus so then when because as at by from di ke yang ini itu " +
    "all also too jugak juga lah la ya ye daily now today sekarang tambah it we you kami anda off upwards onwards ke-atas monday tuesday " +
    "wednesday thursday friday saturday sunday isnin selasa rabu khamis jumaat sabtu ahad sharp tepat setiap ialah",
);
/** Malay words for "each": "seorang", "sekeping". "Sesi" and the like are nouns. */
const EACH =
  /^se(?:tiap|orang|unit|biji|keping|helai|kali|malam|hari|bulan|tahun|jam|buah|ekor|kotak|kepala|minggu|pasang|set|bungkus|mangkuk|cawan|pinggan)$/;
export const isNoun = (word: string): boolean => !OTHERS.has(word) && !EACH.test(word);
/** Units after N/N that make it a fraction. */
export const FRACTIONS = toSet("kg cup cups cawan jam hour hours hari day days price portion size saiz of daripada sudu spoon inch inci");

/** Joins the numbers of a range or of a choice, which share a currency or a unit. */
export const RANGES = toSet("- / to hingga sampai until till or atau and dan &");
/** Domains' last labels. An address with another one counts only if it begins with http or www, or has a path. */
export const TLDS =
  "com|my|net|org|io|co|info|biz|shop|store|app|me|asia|sg|id|edu|gov|example|test|xyz|online|site|link|top|club|dev|ai|tv|uk|us|au|in|cn|jp|th|page|website|tech|live|space|world|blog|cafe|menu|pro";

/** Words that are part of a fact but do not begin one. */
const FOLLOWERS = [
  ..."and dan to hingga sampai until till or atau point perpuluhan titik of per tengah hari hb haribulan the a an half past setengah suku quarter at".split(
    " ",
  ),
  ..."am pm a p m k st nd rd th pagi petang malam subuh tengahari cent sen cents percent peratus oclock o clock noon in morning afternoon evening".split(
    " ",
  ),
];
const BEGINNINGS = [
  ...[DIGITS, TEENS, TENS, SCALES, ONE_SCALES, ORDINALS, MONTHS, CURRENCIES].flatMap((words) => [...words.keys()]),
  ...["belas", "puluh", "http", "https", "www", "dot", "titik", "noon", "midnight", "s", "us"],
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
export const partOf = (word: string): Part => WHOLE.get(word) ?? null;
/** For a word whose end has not arrived yet. */
export const partOfBegun = (word: string): Part => BEGUN.get(word) ?? null;
