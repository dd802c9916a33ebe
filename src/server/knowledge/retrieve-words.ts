/**
 * Text → search terms: diacritics folded, light stemming for English and Malay, bigrams for scripts without spaces,
 * and one shared term for what shops are asked about in either language ("price" finds "harga").
 */
import { SOFT_WORDS, STOP_WORDS } from "./stopwords.ts";

/** Marks a term that stands for a meaning and not for a word. */
const CONCEPT = "=";
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const RUNS = new RegExp(String.raw`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\p{L}\p{M}])+|\p{N}+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
/** Longer words are addresses and noise. */
const MAX_TERM = 40;

/**
 * Spellings and phrases that are one meaning; applied before the text is cut into words. Each takes time in proportion
 * to the text: what may repeat is bounded, or begins where nothing of its kind is before it.
 */
const PHRASES: readonly [RegExp, string][] = [
  [/['’`]s\b/g, ""],
  [/['’`]/g, ""],
  [/\be-?mails? address(?:es)?\b|\balamat e-?mels?\b/g, " email "],
  [/\bke rumah\b|\bto (?:my|our) (?:home|house|place|door)\b/g, " "],
  [/\be-?mel\b|\be-mails?\b|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.\w{1,24}/g, " email "],
  [/\bwi-fi\b/g, "wifi"],
  [/\bhantar[ -](?:dan[ -])?ambil\b|\bambil (?:dan )?hantar\b|\bpick[ -]?ups? and (?:deliver\w*|drop\w*)\b/g, " penghantaran "],
  [/\btake[ -]?(?:away|out)s?\b|\bbungkus\b|\bpick[ -]?up\b|\bself[ -]collect\w*\b/g, "takeaway"],
  [/\brm\s?(?=\d)/g, " harga "],
  [/(\d)\s*(?:am|pm|a\.m\.?|p\.m\.?|pagi|tengah hari|petang|malam)\b/g, "$1 pukul "],
  [/\+?\b0?\d{1,3}[- ]\d{3,4}[- ]?\d{4}\b/g, " $& telefon "],
  [/^\W*(?:(?:dan|and|so|jadi|habis)\W+)?berapa(?:\W+(?:ya|ye|tu|itu|ni|ini|je|pula|semua|satu|sebuah|sehelai|sebiji))*\W*$/g, " harga "],
  [/\bhow much\b|\bberapa ringgit\b|\bberapa (?=.{0,30}harga)/g, " harga "],
  [/\bberapa (?:\w+ )?bayaran\b|\bbayaran (?=pendaftaran|bulanan|masuk)/g, " harga "],
  [/\bwho(?: will| is going to)? teach\w*\b|\bsiapa (?:yang )?(?:meng)?ajar\b/g, " guru "],
  [/\btengah malam\b|\bmidnight\b/g, " malam "],
  [/\bphones\b|\b(?:my|your|our|an?|the|dead|old|used|new) (?:hand|smart)?phone\b(?! (?:number|line))/g, " handphone "],
  [/\btelefon (?=saya|terpakai|masuk|rosak|lama|baru|jatuh|pintar)/g, " handphone "],
  [/\bbilik tidur\b/g, " bedroom "],
  [/\bbilik (?:air|mandi)\b/g, " bathroom "],
  [/\bwhat time\b|\bpukul berapa\b|\bjam berapa\b|\bwaktu operasi\b|\bopening (?:hours|times?)\b/g, " pukul "],
  [/\bhow long\b|\bberapa lama\b/g, " tempoh "],
  [/\bhow far\b|\bberapa jauh\b/g, " jarak "],
  [/\b(?:di|kat|dekat) ?mana\b|\bwhere(?:abouts)?\b/g, " lokasi "],
  [/\bhow (?:can|do|to) (?:i |we )?(?:contact|reach|call)\b/g, " telefon "],
  [/\b(?:tempat )?letak kereta\b|\bcar ?parks?\b/g, " parking "],
  [/\bbayaran balik\b|\bpulang(?:kan)? (?:balik )?(?:wang|duit)\b|\bmoney back\b|\bbayar balik\b/g, " refund "],
  [/\bjanji ?temu\b|\btemu ?janji\b/g, " appointment "],
  [/\bwalk[ -]?ins?\b/g, " appointment "],
  [/\btouch[ ]?n[ ]?go\b|\be-?wallets?\b/g, " ewallet "],
  [/\bsekilo\b/g, " 1 kg "],
  [/\baircon\w*\b|\bair[ -]?con(?:d\w*)?\b|\bpenghawa dingin\b/g, " aircond "],
  [/\bcheck[ -]?ups?\b/g, " checkup "],
  [/\bset(?:ting)?[ -]?up\b|\bget(?:ting)? started\b/g, " begin "],
  [/\bsign(?:ing)?[ -]?up\b|\bcreate (?:an )?account\b/g, " signup "],
  [/\bapi keys?\b/g, " key "],
  [/\b(?:ai|language) models?\b|\bllms?\b/g, " model "],
  [/\bchat ?gpt\b|\bgpt\b/g, " openai model "],
  [/\bcheck[ -]?(?:in|ins|ing in)\b|\bdaftar masuk\b/g, " checkin "],
  [/\bcheck(?:ing)?[ -]?outs?\b|\bdaftar keluar\b/g, " checkout "],
  [/\blapangan terbang\b/g, " airport "],
  [
    /\b(?:how many|berapa) (?:people|persons?|guests?|pax|orang|tetamu)\b|\b\d+ (?:people|persons?|guests?|pax|orang|tetamu)\b/g,
    " $& capacity ",
  ],
  [/% (?:off|discount|diskaun)\b|\bpotongan harga\b/g, " diskaun "],
  [/\bkad kredit\b|\bcredit cards?\b|\bdebit cards?\b|\bkad debit\b/g, " kad "],
  [/\bcash on delivery\b|\bcod\b/g, " cash penghantaran "],
  [/\bhari bekerja\b|\bweek ?days?\b/g, " weekday "],
  [/\bhujung minggu\b|\bweek ?ends?\b/g, " weekend "],
  [/\bcuti umum\b|\bpublic holidays?\b|\bcuti am\b/g, " holiday "],
  [/\bsetiap hari\b|\bevery ?day\b|\btiap hari\b/g, " daily "],
  [/\bkanak[- ]kanak\b|\bbudak[- ]budak\b/g, " kids "],
  [/\bhari jadi\b|\bhari lahir\b/g, " birthday "],
  [/\btak pedas\b|\btidak pedas\b/g, " pedas "],
  [/\bexpir\w*\b|\btarikh luput\b|\bshelf life\b/g, " luput "],
  [/\bbulk\b|\bwholesale\b|\bborong\b/g, " borong "],
];

/** Each line is one meaning; any of its words stands for all. Names of lines are for people only. */
const MEANINGS: Readonly<Record<string, string>> = {
  price: "price pricing cost costs harga kos fee fees charge charges caj bayaran yuran rate rates kadar cheap murah expensive mahal",
  hours: "hours hour open opens opened opening opens buka dibuka pukul jam operasi close closes closed closing tutup ditutup",
  location:
    "location located lokasi address alamat terletak situated directions jalan street level tingkat floor mall bersebelahan sebelah opposite berhadapan",
  delivery:
    "delivery deliver delivers delivered deliveries post posted ship ships shipped shipping shipment penghantaran hantar menghantar dihantar pos postage courier kurier",
  contact: "phone telephone telefon call hubungi dihubungi contact contacts whatsapp hotline nombor number",
  email: "email emel",
  refund:
    "refund refunds refunded refundable return returns returned returning pulangan pulang dipulangkan kembalikan dikembalikan pengembalian",
  booking:
    "book booked booking bookings reserve reserved reservation reservations tempah menempah tempahan ditempah appointment appointments order orders ordered ordering pesan pesanan memesan dipesan",
  pay: "pay pays paid paying payment payments bayar membayar pembayaran dibayar",
  discount: "discount discounts diskaun potongan promo promos promotion promotions promosi offer sale voucher vouchers baucar baucer",
  free: "free percuma complimentary gratis",
  halal: "halal muslim",
  parking: "parking park parkir",
  menu: "menu menus hidangan dishes dish juadah",
  food: "food foods makanan makan eat",
  drink: "drink drinks minuman beverage beverages minum",
  vegetarian: "vegetarian vegan vegetarians sayuran tanpa-daging meatless",
  kids: "kids kid child children son sons daughter daughters anak budak bayi baby babies toddler toddlers",
  warranty: "warranty warranties waranti jaminan guarantee guaranteed guarantees",
  day: "daily",
  holiday: "holiday holidays cuti perayaan raya",
  cancel: "cancel cancels cancelled canceled cancelling cancellation batal membatalkan dibatalkan pembatalan reschedule",
  deposit: "deposit deposits cagaran pendahuluan",
  member: "member members membership memberships ahli keahlian",
  size: "size sizes saiz ukuran measurement measurements dimension dimensions",
  colour: "colour colours color colors warna",
  duration: "tempoh duration minute minutes minit",
  distance: "jarak jauh far radius km kilometer kilometre kilometres kilometers",
  allergy: "allergy allergies allergic allergen allergens alahan alergi",
  ingredient: "ingredient ingredients ramuan bahan kandungan contain contains mengandungi",
  coffee: "coffee kopi",
  tea: "tea teh",
  cake: "cake cakes kek",
  chicken: "chicken ayam",
  beef: "beef daging",
  fish: "fish ikan",
  rice: "rice nasi",
  bread: "bread roti",
  egg: "egg eggs telur",
  milk: "milk susu",
  nut: "nut nuts kacang peanut peanuts",
  sugar: "sugar gula manis sweet sweetness",
  spicy: "spicy pedas",
  room: "room rooms bilik",
  toilet: "toilet toilets restroom restrooms tandas bathroom",
  pray: "surau musolla pray prayer solat",
  water: "water air",
  doctor: "doctor doctors doktor dentist dentists",
  tooth: "tooth teeth gigi",
  hair: "hair rambut haircut haircuts gunting",
  pet: "pet pets haiwan peliharaan",
  repair: "repair repairs repaired repairing fix fixes fixed baiki membaiki dibaiki pembaikan",
  screen: "screen screens skrin",
  battery: "battery batteries bateri",
  phone_device: "handphone smartphone smartphones iphone",
  clean:
    "clean cleans cleaned cleaning cleaner bersih bersihkan membersih membersihkan pembersihan mencuci cuci basuh wash washing washes laundry dobi",
  car: "car cars kereta",
  house: "house houses rumah home homes",
  clothes: "clothes clothing pakaian baju shirt shirts",
  gift: "gift gifts hadiah present presents",
  birthday: "birthday birthdays",
  student: "student students pelajar murid",
  class: "class classes kelas lesson lessons course courses kursus",
  teacher: "teacher teachers guru cikgu tutor tutors instructor instructors jurulatih coach",
  trial: "trial trials percubaan cuba",
  register: "register registers registered registration daftar mendaftar pendaftaran enrol enroll signup",
  age: "age ages umur usia",
  group: "group groups kumpulan party parties",
  wedding: "wedding weddings kahwin perkahwinan kenduri majlis",
  catering: "catering caterer katering",
  custom: "custom customise customize customised customized personalised personalized",
  stock: "stock stok",
  branch: "branch branches cawangan outlets",
  job: "job jobs vacancy vacancies hiring kerja jawatan kosong career careers",
  takeaway: "takeaway",
  seat: "seat seats seating kerusi pax capacity kapasiti muat sleeps accommodate accommodates",
  table: "table tables meja",
  internet: "wifi internet",
  insurance: "insurance insurans",
  ticket: "ticket tickets tiket",
  tour: "tour tours lawatan trip trips pakej package packages",
  morning: "morning pagi",
  breakfast: "breakfast sarapan",
  lunch: "lunch tengahari",
  dinner: "dinner supper",
  min: "minimum",
  max: "maximum maksimum",
  owner: "owner owners pemilik pengasas founder founded founders ditubuhkan",
  wait: "wait waiting tunggu menunggu",
  bring: "bring bawa membawa",
  late: "late lewat lambat",
  early: "early awal advance",
  chocolate: "chocolate coklat",
  fruit: "fruit fruits buah",
  vegetable: "vegetable vegetables sayur",
  prawn: "prawn prawns shrimp udang",
  noodle: "noodle noodles mee mi",
  soup: "soup sup",
  ice: "ice ais",
  consultation: "consultation consultations consult konsultasi rundingan",
  checkup: "checkup pemeriksaan examination",
  surgery: "surgery surgeries pembedahan bedah operation",
  vaccine: "vaccine vaccines vaccination vaccinated vaccinations vaksin vaksinasi",
  medicine: "medicine medicines medication ubat ubatan",
  skin: "skin kulit",
  nail: "nail nails kuku",
  massage: "massage massages urut urutan",
  bath: "bath bathing mandi",
  glasses: "spectacles spek",
  shoe: "shoe shoes kasut",
  bag: "bag bags beg",
  flower: "flower flowers bunga bouquet bouquets jambangan",
  fabric: "fabric fabrics kain",
  furniture: "furniture perabot",
  bed: "bed beds katil",
  mattress: "mattress mattresses tilam",
  key: "key keys kunci",
  door: "door doors pintu",
  pool: "pool pools kolam swimming renang",
  beach: "beach pantai",
  guest: "guest guests tetamu",
  night: "night nights malam semalam overnight",
  photo: "photo photos picture pictures gambar foto",
  print: "print prints printed printing cetak mencetak percetakan",
  tyre: "tyre tyres tire tires tayar",
  oil: "oil minyak",
  engine: "engine engines enjin",
  brake: "brake brakes brek",
  tuition: "tuition tuisyen",
  teach: "teach teaches teaching taught ajar mengajar diajar learn learning study studies belajar",
  subject: "subject subjects subjek",
  exam: "exam exams examination peperiksaan",
  machine: "machine machines mesin",
  paper: "paper kertas",
  gold: "gold emas",
  certificate: "certificate certificates certified certification sijil",
  emergency: "emergency emergencies urgent kecemasan",
  language: "language languages bahasa",
  safe: "safe safety secure security protected encrypted selamat keselamatan sulit private privacy privasi",
  begin: "begin begins beginning start starts started mula bermula mulakan",
  install: "install installs installed installation pasang memasang pemasangan",
  smoke: "smoke smoking merokok rokok",
  // Malay has one word for both: tukar.
  change:
    "change changes changed changing replace replaces replaced replacement replacements ganti menggantikan gantian exchange exchanges exchanged " +
    "tukar menukar penukaran ditukar swap",
  broken: "broken break breaks breakdown faulty damage damages damaged rosak kerosakan pecah retak crack cracks cracked kong",
  school: "school schools sekolah",
  kitchen: "kitchen kitchens dapur cook cooks cooking masak memasak stove",
  dry: "dry dries drying dryer dryers kering pengering mengeringkan",
  blanket: "blanket blankets comforter duvet selimut toto",
  carpet: "carpet carpets rug rugs permaidani karpet",
  curtain: "curtain curtains langsir",
  soap: "soap detergent sabun",
  maths: "mathematics math maths matematik",
  science: "science sains",
  physics: "physics fizik",
  chemistry: "chemistry kimia",
  biology: "biology biologi",
  history: "history sejarah",
  bedroom: "bedroom bedrooms",
  online: "online virtual dalam-talian zoom",
  used: "used secondhand preloved terpakai",
  lost: "lost forgot forgotten left-behind tertinggal hilang tercicir",
  brand: "brand brands jenama",
};

/** Narrower meanings that also stand for a wider one: whoever asks about paying wants to hear of cards. */
const NARROWER: readonly [string, string, string][] = [
  ["cash", "pay", "cash tunai"],
  ["card", "pay", "card cards kad visa mastercard"],
  ["wallet", "pay", "ewallet ewallets duitnow tng grabpay boost paypal"],
  ["instalment", "pay", "instalment instalments installment installments ansuran"],
  ["cheque", "pay", "cheque cheques cek"],
  ["english", "language", "english inggeris"],
  ["malay", "language", "malay melayu malaysian"],
  ["chinese", "language", "chinese mandarin cina"],
  ["tamil", "language", "tamil"],
  ["cat", "pet", "cat cats kucing"],
  ["dog", "pet", "dog dogs anjing"],
  ["rabbit", "pet", "rabbit rabbits arnab"],
  ["bird", "pet", "bird birds burung"],
];

const WEEK = ["monday isnin", "tuesday selasa", "wednesday rabu", "thursday khamis", "friday jumaat", "saturday sabtu", "sunday ahad"].map(
  (names) => names.split(" "),
);

/** The meaning's terms of a stem, else undefined. */
export function meaningOf(stem: string): readonly string[] | undefined {
  return meanings.get(stem);
}

/** Search terms in the order of the text, repeated as often as they occur. */
export function toTerms(text: string): string[] {
  let folded = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
  for (const [pattern, replacement] of PHRASES) folded = folded.replace(pattern, replacement);
  const terms: string[] = [];
  for (const [run] of folded.matchAll(RUNS)) {
    if (IS_UNSPACED.test(run)) terms.push(...toBigrams(run));
    else if (!STOP_WORDS.has(run) && run.length <= MAX_TERM) terms.push(...termsOf(run));
  }
  return terms;
}

const HEADCOUNT = /\b\d+\s*(?:people|persons?|guests?|pax|orang|tetamu)\b/gi;

/** The terms of a question: how many will come says little about what is asked. */
export function toQuestionTerms(text: string): string[] {
  return toTerms(text.replace(HEADCOUNT, " "));
}

/** What visitors say of themselves and of what is theirs: where they live, whose phone fell. */
const CIRCUMSTANCES: readonly RegExp[] = [
  /\b(?:i|we)(?:['’]m| am| are)? (?:live|stay|living|staying|based|come|coming|calling|from)\b(?: (?:in|at|near|from|all the way|around))*(?: [\p{L}]+)?/giu,
  /\b(?:saya|kami|i) (?:tinggal|duduk|menetap|berasal|datang|dari|dr)\b(?: (?:di|kat|dari|dekat|dr))*(?: [\p{L}]+)?/giu,
  /\b(?:my|our) (?:(?:own|old|little|younger|elder|eldest|youngest) )?[\p{L}]+(?: (?:fell|dropped|got|gets|is|was|has|misses|missed)\b)?/giu,
  /(?<!\p{L})\p{L}{1,40} (?:saya|kami|aku|i)\b/giu,
  /\b(?:boleh|bole|blh|can you|could you) (?:datang|mai|come)\b/giu,
];

/** Terms of a question that tell about the visitor: that no entry has them says little. */
export function toCircumstances(text: string): ReadonlySet<string> {
  const said = CIRCUMSTANCES.flatMap((pattern) => [...text.matchAll(pattern)].map(([phrase]) => phrase));
  return new Set(said.length === 0 ? [] : toTerms(said.join(" . ")));
}

/** "Satu malam": how many is seldom what an entry says in the same words. */
export function isNumberWord(term: string): boolean {
  return NUMBER_WORDS.has(term);
}

const NUMBER_WORDS: ReadonlySet<string> = new Set(
  "satu dua tiga empat lima enam tujuh lapan sembilan sepuluh two three four five six seven eight nine ten".split(" ").map(stem),
);

const PLACE = /\b(?:in|at|di|near|dekat)\s+(?:the\s+)?\p{Lu}\p{Ll}/u;

/** Words that say where something is, whatever they stand beside. */
const BESIDE =
  /\b(?:behind|beside|next to|opposite|across (?:from|the)|in front of|upstairs|downstairs|(?:ground|first|second|third|top) floor|di belakang|sebelah|bersebelahan|di hadapan|di depan|tingkat (?:bawah|atas|\d)|seberang|berhampiran)\b/i;

/** The terms of an entry's text: a place that is named without "address" or "located" is a location too. */
export function toEntryTerms(text: string): string[] {
  const terms = toTerms(text);
  return (PLACE.test(text) || BESIDE.test(text)) && !terms.includes("=location") ? [...terms, "=location"] : terms;
}

/** What a term counts in a question, before its rarity: the day of a week less than what is asked about it. */
export function weightOf(term: string): number {
  if (FAINT.has(term) || DAY_TERMS.has(term)) return 0.3;
  if (SOFT_STEMS.has(term)) return 0.15;
  return /^\p{N}+$/u.test(term) ? 0.5 : 1;
}

/** A piece of a text without spaces: it may span two words, so that not finding it says little. */
export function isBigram(term: string): boolean {
  return IS_UNSPACED.test(term);
}

export function isConcept(term: string): boolean {
  return term.startsWith(CONCEPT);
}

/** Cuts a word to what its forms share. Rough on purpose: both sides of a comparison go through it. */
export function stem(word: string): string {
  return stemMalay(stemEnglish(word));
}

/** Words repeat; cutting one to its stem costs more than all else. */
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 20_000;

function termsOf(word: string): readonly string[] {
  let terms = known.get(word);
  if (!terms) {
    const base = stem(word);
    terms = meanings.get(base) ?? [base];
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(word, terms);
  }
  return terms;
}

function toBigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => (characters[index] ?? "") + character);
}

function stemEnglish(word: string): string {
  if (word.length < 4) return word;
  let base = word;
  if (/ies$/.test(base) && base.length > 4) base = `${base.slice(0, -3)}y`;
  else if (/(?:sh|ch|ss|x|z)es$/.test(base)) base = base.slice(0, -2);
  else if (/[^sui]s$/.test(base)) base = base.slice(0, -1);
  if (/ing$/.test(base) && base.length >= 7) base = base.slice(0, -3);
  else if (/ed$/.test(base) && base.length >= 6) base = base.slice(0, -2);
  if (/([^aeiouls])\1$/.test(base)) base = base.slice(0, -1);
  if (/e$/.test(base) && base.length >= 5) base = base.slice(0, -1);
  return /y$/.test(base) && base.length >= 4 ? `${base.slice(0, -1)}i` : base;
}

const VOWEL = /^[aeiou]/;

function stemMalay(word: string): string {
  let base = word;
  const particle = /^(.{3,})(?:nya|lah|kah|pun)$/.exec(base);
  if (particle?.[1]) base = particle[1];
  if (base.length >= 7) base = cutMalayPrefix(base);
  const suffix = /^(.{4,})(?:kan|an)$/.exec(base);
  return suffix?.[1] ?? base;
}

/** me-, pe-, ber-, ter-, di- and what they do to the first letter: menyewa → sewa, memakai → pakai, menutup → tutup. */
function cutMalayPrefix(word: string): string {
  const nasal = /^[mp]e(ny|ng|m|n|(?=[lrwy]))(.{3,})$/.exec(word);
  if (nasal?.[2]) {
    const [, sound, rest] = nasal;
    if (sound === "ny") return `s${rest}`;
    if (!VOWEL.test(rest ?? "")) return rest ?? word;
    return { m: `p${rest}`, n: `t${rest}` }[sound ?? ""] ?? rest ?? word;
  }
  return /^(?:ber|ter|di)(.{4,})$/.exec(word)?.[1] ?? word;
}

function buildMeanings(): Map<string, readonly string[]> {
  const map = new Map<string, readonly string[]>();
  for (const [name, words] of Object.entries(MEANINGS)) {
    for (const word of words.split(" ")) map.set(stem(word), [CONCEPT + name]);
  }
  for (const [name, wider, words] of NARROWER) {
    for (const word of words.split(" ")) map.set(stem(word), [CONCEPT + name, CONCEPT + wider]);
  }
  const days = WEEK.map(([name = ""]) => CONCEPT + name);
  WEEK.forEach((names, index) => {
    for (const name of names) map.set(stem(name), ["=day", days[index] ?? ""]);
  });
  map.set("weekday", ["=day", ...days.slice(0, 5)]);
  map.set("weekend", ["=day", ...days.slice(5)]);
  map.set(stem("daily"), ["=day", ...days]);
  return map;
}

/** Asked along with nearly anything. */
const FAINT: ReadonlySet<string> = new Set(["=day", "=food", "=bring", "=night"]);
const DAY_TERMS: ReadonlySet<string> = new Set(WEEK.map(([name = ""]) => CONCEPT + name));
const SOFT_STEMS: ReadonlySet<string> = new Set([...SOFT_WORDS].map(stem));
const meanings = buildMeanings();
/** Word stems that have a meaning: a mistyped word is compared with them too. */
export const MEANING_STEMS: readonly string[] = [...meanings.keys()];
