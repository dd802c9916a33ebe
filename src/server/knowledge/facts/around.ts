/** The words around a number that tell what it is, in English and Malay side by side. Data only. */
import { toSet } from "./words.ts";

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
/** Forms of address and particles. A number before one of them is the answer itself: "45 bos". */
const ADDRESSES = toSet(
  "bos boss bosku bossku bosskur kak kakak akak abang abg bang bro sis sir madam maam ma'am mdm mam miss mr mrs ms dear dik adik tuan puan cik " +
    "encik en pn sayang sayangku dato datuk datin ustaz ustazah cikgu awak pakcik makcik pak mak tokey tauke taukeh uncle auntie aunty aunt mate " +
    "friend friends kawan geng guys dude buddy pal man honey love darling folks ladies gentlemen everyone semua lah la ya ye yer yaa kan wei weh eh " +
    "hor leh lor lar loh meh mah kot ok okay okey thanks thank tq please pls plz sila yes no tak right alright sure noted haha hehe " +
    "insyaallah alhamdulillah",
);
/** Words that limit an amount: "8 je". */
const LIMITS = toSet("only sahaja saja je jer jee shj sj nett net flat sharp tepat cukup cuma hanya just");
export const isLimit = (word: string): boolean => LIMITS.has(word);
/** Other words after a number that are no noun which the number counts. */
const OTHERS = toSet(
  "per each every of for untuk and dan or atau to hingga sampai until till a an the is are was if kalau jika but tetapi tapi on pada in with " +
    "dengan termasuk including inclusive plus so then when because at as by from di ke yang ini itu all also too jugak juga daily now today apiece " +
    "sekarang tambah it we you kami anda off upwards onwards monday tuesday wednesday thursday friday saturday sunday isnin selasa " +
    "rabu khamis jumaat sabtu ahad setiap ialah",
);
/** Malay words for "each": "seorang", "sekeping". "Sesi" and the like are nouns. */
const EACH =
  /^se(?:tiap|orang|unit|biji|keping|helai|kali|malam|hari|bulan|tahun|jam|buah|ekor|kotak|kepala|minggu|pasang|set|bungkus|mangkuk|cawan|pinggan|gelas|botol|ketul|potong|batang|kuntum|pokok|kilo|kati|paket|pek|peket|tin|plat|slot)$/;

/** What a word after a number makes of the number. A `noun` may also be any word that is in no list. */
export type Follower = "counted" | "noun" | "answered" | "other";
export function followerOf(word: string): Follower {
  if (word === "" || OTHERS.has(word) || EACH.test(word)) return "other";
  if (ADDRESSES.has(word) || LIMITS.has(word)) return "answered";
  return COUNTED.has(word) ? "counted" : "noun";
}
/** Whether a number before the word counts or measures something. */
export const isNoun = (word: string): boolean => /^(?:counted|noun)$/.test(followerOf(word));

/**
 * What businesses count and measure. From 10 on, a number before any other word must be known, because a list of what is
 * no noun can never be complete.
 */
const COUNTED = toSet(
  "people person persons pax ppl orang adult adults dewasa kid kids child children budak anak kanak student students pelajar guest " +
    "guests tetamu customer customers pelanggan member members ahli visitor visitors pengunjung staff pekerja worker workers participant " +
    "participants peserta player players pemain team teams guru teacher teachers second seconds sec secs saat minute minutes min mins minit hour " +
    "hours hr hrs jam day days hari night nights malam week weeks minggu weekend weekends month months bulan year years yr yrs tahun " +
    "decade decades abad century kg kgs kilo kilos kilogram kilograms g gm gms gram grams mg lb lbs oz ounce ounces tan ton tonne tonnes l " +
    "liter liters litre litres ml cl mm cm m meter meters metre metres km kilometer kilometers kilometre kilometres batu mile miles inch " +
    "inches inci ft foot feet kaki sq sqft sqm hectare acre ekar kwh kw watt watts w volt volts v hp cc gb mb tb mbps ghz px dpi degree " +
    "degrees darjah celsius unit units pc pcs piece pieces biji keping helai kotak box boxes set sets pair pairs pasang pack packs packet " +
    "packets paket pek bungkus botol bottle bottles can cans tin cup cups cawan glass glasses gelas bowl bowls mangkuk plate plates pinggan " +
    "tray trays dulang slice slices potong portion portions hidangan serving servings dozen dozens sudu spoon spoons tablet tablets pill pills " +
    "kapsul capsule capsules room rooms bilik bed beds katil table tables meja seat seats seater kerusi lot lots level levels floor floors " +
    "tingkat storey storeys block step steps langkah time times kali round rounds pusingan session sessions sesi class classes kelas lesson " +
    "lessons trip trips visit visits lawatan point points mata page pages halaman muka sheet sheets word words perkataan character characters " +
    "photo photos picture pictures gambar item items barang product products produk order orders pesanan option options pilihan type types " +
    "jenis kind kinds choice choices flavour flavours flavor flavors perisa colour colours color colors warna size sizes saiz brand brands " +
    "outlet outlets branch branches cawangan shop shops kedai store stores location locations lokasi car cars kereta bike bikes motor motorsikal " +
    "van vans lori bus buses bas bay bays parking ekor cat cats kucing dog dogs anjing bird birds buah batang kuntum cucuk tangkai " +
    "ikat gulung rim ela",
);
/** Words directly before a small price without a currency: "as low as 8", "diskaun 5". */
const STATING =
  /\b(?:as (?:low|little|cheap) as|serendah|semurah|diskaun|potongan|discount|rebat|rebate|(?:goes?|going|sold|yours) (?:for|at)|retails? (?:for|at)) (?:of |sebanyak |is |ialah |only |just |about )?$/;
/** A name before its price: "Latte: 8". */
const NAMED = /(?<![a-z])([a-z]{1,40})\)? ?: $/;
/** What has a number that is no price: "Quantity: 2". */
const QUANTITIES = toSet(
  "quantity qty kuantiti bilangan bil count score skor rating max min maximum minimum maksimum capacity kapasiti open opens buka dibuka close closes " +
    "tutup ditutup time masa until till hingga sampai from dari age umur note nota example contoh answer jawapan q a",
);
/** Words after a small price without a currency: "8 per pax", "8/cup", "5 off", "7 each". */
const STATED = /^(?: per [a-z]| ?\/ ?[a-z]| off(?! ?-|[a-z]| (?:days?|peak|hours?)\b)| (?:each|apiece)(?![a-z]))/;
/** What each gets is no price: "teams of 5 each", "take 2 each". */
const SHARED = /\b(?:of|take|bring|have|has|gets?|got|eat|carry|ambil|bawa|dapat) $/;
/** Whether the text before a number or the text after it states a price, if the number is small. */
export function isStated(before: string, number: string | null, after: string): boolean {
  if (STATING.test(before) || (STATED.test(after) && !(after.startsWith(" each") && SHARED.test(before)))) return true;
  const [, following = ""] = /^ ([a-z]+)/.exec(after) ?? [];
  if (EACH.test(following)) return true;
  // "We have: 1. Latte".
  const [, name] = number === "1" && /^[.)] /.test(after) ? [] : (NAMED.exec(before) ?? []);
  return name !== undefined && !isNoun(following) && !LABELS.has(name) && !QUANTITIES.has(name) && !COUNTED.has(name);
}

/** Words between a number and what it counts: "14 working days". */
export const MODIFIERS = toSet(
  "working business calendar full extra more other different small large big free separate additional consecutive straight private easy simple " +
    "quick whole square cubic single double",
);

/** Words before a number that only names something: "step 3", "option 2". */
export const LABELS = toSet(
  "no number nombor step steps langkah option options pilihan top level tingkat aras floor form tingkatan part bahagian bab chapter phase fasa " +
    "class kelas grade gred size saiz version versi type jenis package pakej set plan pelan room bilik table meja lot unit zone zon gate pintu " +
    "question soalan point item day hari week minggu month bulan year tahun stage peringkat tip reason sebab style covid windows ios android ke",
);

/** What "100%" only stresses, and what goods consist of. */
export const FEELINGS = toSet(
  "happy sure certain confident committed dedicated ready honest positive agree understand sincere yakin pasti puas sedia ikhlas gembira " +
    "komited setuju faham jujur arabica robusta cotton kapas pure tulen original asli natural semulajadi organic organik genuine real authentic " +
    "fresh segar leather kulit wool silk sutera",
);
/** What people give a thousand or a million of. */
export const THANKS =
  /^(?:thanks?|thank|apolog(?:y|ies)|sorry|pardons?|terima|maaf|kemaafan|ampun|kesyukuran|syukur|welcomes?|smiles?|kasih)$/;
