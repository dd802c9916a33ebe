/** Whether two claims name the same subject, so that any difference between their values is a contradiction. Pure and symmetric. */
import { LEXICON } from "../lexicon/concepts.ts";
import { isApart, namesDays, ratioOf } from "./apart.ts";
import type { Aspect } from "./aspects.ts";
import type { Claim, Claims } from "./claims.ts";
import { HOLIDAY_AND_DAYS } from "./values.ts";
import { asTime, isExcluding, sameness, type Word } from "./words.ts";

/** Stems of words that say whom everything is for, how it is paid, or that it is needed, and nothing about the subject. */
const PLAIN_WORDS = new Set(
  "free rcuma percuma every each setiap tiap customer guest langg pelanggan tetamu tamu everyon all semua only sahaja sekali kali order entri entry stai trip visit need requir perluk flat rate anywher within dalam per refundabl pulangk pulang selepa caj charg cost fee payment bayar our kami your anda house fix standard faq soal lazim info maklumat general umum".split(
    " ",
  ),
);
/** Two words of one language for these mean the same: "deposit" and "cagaran". */
const FEES = /^(?:payment\/deposit|delivery\/delivery|parking\/parking|booking\/(?:register|book)|duration\/slow|price\/)/;
const FEE_CONCEPTS: ReadonlySet<number> = new Set(LEXICON.concepts.flatMap(({ name }, at) => (FEES.test(name) ? [at] : [])));
/** Aspects of which one text may leave out the word. */
const NEUTRAL: ReadonlySet<Aspect> = new Set(["delivery", "office", "whatsapp"]);

/** Below this weight, a word says nothing about the subject. */
const TELLING = 0.3;
const MET = 0.85;

/** Whether both say something different of the same subject, and nothing tells their cases apart. */
export function isPlainContradiction(x: Claim, y: Claim, inX: Claims, inY: Claims): boolean {
  const { kind } = x.value;
  if (kind !== y.value.kind || kind === "phone") return false;
  if (kind === "open" ? !isOpenAndClosed(x, y, inX, inY) : !isApart(x, y, inX, inY) || !mayBePrices(x, y) || namesDays(x) !== namesDays(y))
    return false;
  return isSameSubject(x, y, inX, inY) && !areOfOtherTopics(x, y, inX, inY);
}

/** Whether what the entries begin with, or the days that they name, tells the claims apart that follow. */
function areOfOtherTopics(x: Claim, y: Claim, inX: Claims, inY: Claims): boolean {
  if (inX.days > 0 && inY.days > 0 && (inX.days & inY.days) === 0) return true;
  const isOther = (title: readonly Word[], claim: Claim, inIt: Claims) => {
    const others = [...claim.words, ...claim.heading, ...inIt.title];
    const words = claim.value.kind === "price" ? title : title.map(asTime);
    return words.some((word) => isTelling(word) && !others.some((other) => isSame(word, other)));
  };
  const [one, other] = [isOther(inX.title, y, inY), isOther(inY.title, x, inX)];
  // What is free is often free with what the entry begins with.
  return (one && other) || (one && isFree(x)) || (other && isFree(y));
}

const isFree = ({ value }: Claim): boolean => value.kind === "price" && value.sen[0] === 0;

/** A factor of prices from which on they are of different things, which the texts do not name. */
const MOST_APART = Math.log(4);

function mayBePrices(x: Claim, y: Claim): boolean {
  if (isFree(x) || isFree(y)) return true;
  return x.rates.size === y.rates.size && [...x.rates].every((rate) => y.rates.has(rate)) && ratioOf(x.value, y.value) < MOST_APART;
}

export function isSameSubject(x: Claim, y: Claim, inX: Claims, inY: Claims): boolean {
  if (x.isConditional !== y.isConditional) return false;
  for (const aspect of new Set([...x.aspects, ...y.aspects])) {
    if (!NEUTRAL.has(aspect) && x.aspects.has(aspect) !== y.aspects.has(aspect)) return false;
  }
  if (x.value.kind === "price" && !(x.isNamed && y.isNamed)) return false;
  const subject = x.words.some((word) => isTelling(word) && y.words.some((other) => isSame(word, other)));
  if (!subject && x.value.kind === "price") return false;
  return isMetBy(x, y, inY) && isMetBy(y, x, inX) && !areOfOtherPlaces(x, y);
}

/** Stems of kinds of businesses, of which an owner may have two. */
const PLACES: ReadonlyMap<string, number> = new Map(
  "klinik clinic;farmasi pharmaci;bengkel workshop;restor restaurant cafe kafe;salon spa;gym;hotel homestai;dobi laundri;studio;taska daycar;tadika"
    .split(";")
    .flatMap((stems, kind) => stems.split(" ").map((stem) => [stem, kind] as const)),
);

/** "Klinik buka Ahad" and "Farmasi tutup Ahad". */
function areOfOtherPlaces(x: Claim, y: Claim): boolean {
  const [one, other] = [x, y].map(({ words, heading }) => {
    return new Set([...words, ...heading].flatMap(({ name }) => PLACES.get(name) ?? []));
  }) as [Set<number>, Set<number>];
  return one.size > 0 && other.size > 0 && one.isDisjointFrom(other);
}

function isMetBy(x: Claim, y: Claim, inY: Claims): boolean {
  const others = [...y.words, ...y.heading, ...inY.title];
  return [...x.words, ...x.heading].every((word) => {
    if (!isTelling(word)) return true;
    if (!others.some((other) => isSame(word, other))) return false;
    return word.isNumber || !y.words.some((other) => isExcluding(word, other) && !isSame(word, other) && isTelling(other));
  });
}

const isTelling = ({ weight, isNumber, parts }: Word): boolean =>
  isNumber || (weight >= TELLING && !parts.every((part) => PLAIN_WORDS.has(part)));

const isSame = (a: Word, b: Word): boolean =>
  sameness(a, b) >= MET ||
  (a.parts.length + b.parts.length === 2 && a.concepts.some((one) => FEE_CONCEPTS.has(one) && b.concepts.includes(one)));

/** Whether one says open and the other one closed of a day of which neither entry says both. */
function isOpenAndClosed(x: Claim, y: Claim, inX: Claims, inY: Claims): boolean {
  if (x.value.kind !== "open" || y.value.kind !== "open" || x.value.isOpen === y.value.isOpen) return false;
  const saysBoth = (values: ReadonlySet<string>, day: number) => values.has(`open ${day}`) && values.has(`closed ${day}`);
  const both = x.value.days & y.value.days;
  return HOLIDAY_AND_DAYS.some((day) => (both & (1 << day)) > 0 && !saysBoth(inX.values, day) && !saysBoth(inY.values, day));
}
