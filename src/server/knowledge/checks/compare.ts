/** Whether two claims of different entries contradict each other. Pure and symmetric. */
import { isApart, isNear, namesDays, ratioOf } from "./apart.ts";
import { type Aspect, DECISIVE, KINDS_OF_ONE } from "./aspects.ts";
import type { Claim, Claims } from "./claims.ts";
import { isPlainContradiction, isSameSubject } from "./same-subject.ts";
import type { Value } from "./values.ts";
import { bestOf, isExcluding, type Word } from "./words.ts";

/** How much a word says in one agent's entries, 0 to 1: what most of them have says little. */
export type Rarity = (word: Word) => number;

interface Features {
  /** How much of the words of each claim the other one has: the lower and the higher share. */
  leastCovered: number;
  mostCovered: number;
  /** The weight of the words that the other one lacks. */
  leastMissing: number;
  mostMissing: number;
  /** The weight of the words that both have. */
  shared: number;
  /** Words of which one excludes the other. */
  excluded: number;
  otherAspects: number;
  sameAspects: number;
  /** Prices that differ by more than a third are rarely of the same thing. */
  far: number;
  sameDays: number;
  /** Only one of them names days. */
  oneDays: number;
  /** Numbers that differ in two digits, times of which the beginning or the end is the same. */
  near: number;
  /** How much of the beginning of one entry the other entry has. */
  topic: number;
}

type Kind = Exclude<Value["kind"], "open">;

/** What each feature adds. bench/checks/README.md says where they are from. */
const FACTORS: Readonly<Record<Kind, Partial<Features> & { bias: number }>> = {
  price: {
    bias: -2.9,
    leastCovered: 2.45,
    mostCovered: 1.25,
    leastMissing: -0.5,
    mostMissing: -0.4,
    shared: 1,
    excluded: -0.7,
    otherAspects: -0.3,
    far: -2.6,
    topic: 0.35,
    oneDays: -0.7,
  },
  time: {
    bias: -0.8,
    leastCovered: 2.1,
    mostCovered: 0.4,
    leastMissing: -0.8,
    mostMissing: -0.8,
    shared: 0.6,
    excluded: -1.8,
    otherAspects: -0.6,
    sameAspects: 1.1,
    sameDays: 0.85,
    oneDays: -1.25,
    near: 1.6,
    topic: 0.6,
  },
  phone: {
    bias: 0.05,
    leastCovered: 3.1,
    mostCovered: 2.05,
    leastMissing: -1.1,
    mostMissing: -1.5,
    shared: 0.85,
    otherAspects: 0.4,
    near: 3.6,
  },
};
/** From here on, a pair is a contradiction. */
const CONTRADICTS: Readonly<Record<Kind, number>> = { price: 1, time: 1, phone: 0.6 };
const MAX_FEATURE = 6;

export interface Contradiction {
  kind: Kind;
  claims: readonly [Claim, Claim];
}

interface Compared {
  x: Claim;
  y: Claim;
  features: Features;
  closeness: number;
}

/** The surest contradiction between two entries, in short steps; null if there is none. */
export function* findContradiction(a: Claims, b: Claims, rarity: Rarity): Generator<undefined, Contradiction | null> {
  return (yield* findPlain(a, b)) ?? (yield* findLikely(a, b, rarity));
}

/** Of one subject. What an entry says of it in several ways has differences that are not read, and contradicts nothing. */
function* findPlain(a: Claims, b: Claims): Generator<undefined, Contradiction | null> {
  const [ofA, ofB] = [a, b].map(({ claims, states }) => [...claims, ...states]) as [Claim[], Claim[]];
  for (const x of ofA) {
    yield;
    for (const y of ofB) {
      if ((x.value.kind === "price" && !mayShare(x, y)) || !isPlainContradiction(x, y, a, b)) continue;
      const isOnly = (claim: Claim, claims: readonly Claim[], inClaims: Claims) =>
        claims.every((one) => one === claim || one.value.kind !== claim.value.kind || !isSameSubject(one, claim, inClaims, inClaims));
      if (x.value.kind === "open" || (isOnly(x, ofA, a) && isOnly(y, ofB, b))) return { kind: kindOf(x), claims: [x, y] };
    }
  }
  return null;
}

const kindOf = ({ value: { kind } }: Claim): Kind => (kind === "open" ? "time" : kind);

function* findLikely(a: Claims, b: Claims, rarity: Rarity): Generator<undefined, Contradiction | null> {
  const pairs: Compared[] = [];
  const nearest = new Map<Claim, number>();
  for (const x of a.claims) {
    yield;
    for (const y of b.claims) {
      if (x.value.kind !== y.value.kind || !mayShare(x, y)) continue;
      const features = featuresOf(x, y, a, b, rarity);
      if (!features) continue;
      const closeness = closenessOf(features);
      pairs.push({ x, y, features, closeness });
      for (const claim of [x, y]) nearest.set(claim, Math.max(closeness, nearest.get(claim) ?? closeness));
    }
  }
  let best: Contradiction | null = null;
  let highest = 0;
  for (const { x, y, features, closeness } of pairs) {
    // Of a list, only the item that is nearest is compared.
    if (nearest.get(x) !== closeness || nearest.get(y) !== closeness) continue;
    const kind = kindOf(x);
    const score = scoreOf(features, kind) - CONTRADICTS[kind];
    if (score <= highest) continue;
    highest = score;
    best = { kind, claims: [x, y] };
  }
  return best;
}

/** Prices without a word in common are of different things; hours and telephone numbers may have no words. */
function mayShare({ value, keys }: Claim, { keys: others }: Claim): boolean {
  if (value.kind !== "price" && (keys.size === 0 || others.size === 0)) return true;
  for (const key of keys) if (others.has(key)) return true;
  return value.kind === "phone";
}

function scoreOf(features: Features, kind: Kind): number {
  const { bias, ...factors } = FACTORS[kind];
  let sum = bias;
  for (const [name, factor] of Object.entries(factors)) sum += factor * Math.min(features[name as keyof Features], MAX_FEATURE);
  return sum;
}

const closenessOf = (features: Features): number => {
  const { leastCovered, mostCovered, leastMissing, mostMissing, otherAspects, excluded, sameDays } = features;
  const penalty = leastMissing + 0.3 * mostMissing + 0.5 * otherAspects + 0.5 * excluded;
  return Math.round((leastCovered + mostCovered + 0.5 * sameDays - penalty) * 1e6);
};

/** Prices of things with less in common than this are not compared. */
const FEWEST_SHARED = 0.4;
/** Below this share, a word is not met. */
const MET = 0.5;
const FAR = 0.28;

/** Null: they say the same, or they are surely about different things. */
function featuresOf(x: Claim, y: Claim, inX: Claims, inY: Claims, rarity: Rarity): Features | null {
  if (!isApart(x, y, inX, inY)) return null;
  const isPhone = x.value.kind === "phone";
  if (!isPhone && isOfOtherKind(x.aspects, y.aspects)) return null;
  const shared = Math.max(sharedOf(x, y, rarity), sharedOf(y, x, rarity));
  if (x.value.kind === "price" && shared <= FEWEST_SHARED) return null;
  const [one, other] = [cover(x, y, inY, rarity), cover(y, x, inX, rarity)];
  if (one.numbers && other.numbers) return null;
  if (!isPhone && one.isStrange && other.isStrange) return null;
  const isTranslated = inX.language !== null && inY.language !== null && inX.language !== inY.language;
  if (!isTranslated && one.lacksThing && other.lacksThing && !(isPhone && isNear(x.value, y.value))) return null;
  if (isPhone && areLinesOfTwo(x, y, one, other)) return null;
  // "Sambal original" and "sambal petai" are two things.
  if ((x.aspects.has("plain") && other.lacksThing) || (y.aspects.has("plain") && one.lacksThing)) return null;
  const sameAspects = [...x.aspects].filter((aspect) => y.aspects.has(aspect)).length;
  return {
    leastCovered: Math.min(one.covered, other.covered),
    mostCovered: Math.max(one.covered, other.covered),
    leastMissing: Math.min(one.missing, other.missing),
    mostMissing: Math.max(one.missing, other.missing),
    shared,
    excluded: one.excluded + other.excluded,
    otherAspects: x.aspects.size + y.aspects.size - 2 * sameAspects,
    sameAspects,
    far: Number(ratioOf(x.value, y.value) > FAR),
    sameDays: Number(x.days > 0 && y.days > 0),
    oneDays: Number(namesDays(x) !== namesDays(y)),
    near: Number(isNear(x.value, y.value)),
    topic: Math.max(shareOf(inX.title, inY.words, rarity), shareOf(inY.title, inX.words, rarity)),
  };
}

function isOfOtherKind(x: ReadonlySet<Aspect>, y: ReadonlySet<Aspect>): boolean {
  if (DECISIVE.some((one) => x.has(one) !== y.has(one))) return true;
  const [one, other] = [x, y].map((aspects) => KINDS_OF_ONE.filter((kind) => aspects.has(kind)));
  return one !== undefined && other !== undefined && one.length > 0 && other.length > 0 && !one.some((kind) => other.includes(kind));
}

interface Cover {
  covered: number;
  missing: number;
  excluded: number;
  /** It has a number that the other one lacks. */
  numbers: boolean;
  /** It has a name that the other one lacks. */
  isStrange: boolean;
  /** It has a thing that the other one lacks. */
  lacksThing: boolean;
}

/** What a text says that the other one lacks, from which on the lines are of two branches or for two purposes. */
const OTHER_LINE = 0.3;

/** A business has lines that follow each other, and one for each branch. */
function areLinesOfTwo(x: Claim, y: Claim, one: Cover, other: Cover): boolean {
  if (x.value.kind !== "phone" || y.value.kind !== "phone" || Math.min(one.missing, other.missing) < OTHER_LINE) return false;
  const areNeighbours = x.value.digits.slice(0, -1) === y.value.digits.slice(0, -1);
  return areNeighbours || (x.aspects.has("branch") && y.aspects.has("branch"));
}

/** What a word counts that is only in a heading, or only elsewhere in the entry. */
const IN_HEADING = 0.9;
const ELSEWHERE = 0.7;
const STRANGE = 0.6;
const THING = 0.8;

/** How much of the words of a claim the other one has. */
function cover(x: Claim, y: Claim, inY: Claims, rarity: Rarity): Cover {
  const result: Cover = { covered: 1, missing: 0, excluded: 0, numbers: false, isStrange: false, lacksThing: false };
  let all = 0;
  let met = 0;
  for (const word of x.words) {
    const weight = word.weight * rarity(word) * (word.isNumber ? 0.5 : 1);
    if (weight === 0) continue;
    const found = metBy(word, y, inY);
    if (word.isNumber && found === 0) {
      result.numbers = true;
      continue;
    }
    all += weight;
    met += weight * found;
    if (found < MET && word.concepts.length === 0 && word.name.length > 2 && word.weight >= STRANGE) result.isStrange = true;
    if (found < MET && word.weight >= THING) result.lacksThing = true;
    if (found < ELSEWHERE && y.words.some((other) => isExcluding(word, other))) result.excluded++;
  }
  if (all > 0) result.covered = met / all;
  result.missing = all - met;
  return result;
}

function metBy(word: Word, y: Claim, inY: Claims): number {
  const direct = Math.max(bestOf(word, y.words), IN_HEADING * bestOf(word, y.heading));
  return word.isNumber || direct >= ELSEWHERE ? direct : Math.max(direct, ELSEWHERE * bestOf(word, inY.words));
}

function sharedOf(x: Claim, y: Claim, rarity: Rarity): number {
  let sum = 0;
  for (const word of x.words) {
    if (word.weight > 0) sum += word.weight * rarity(word) * Math.max(bestOf(word, y.words), bestOf(word, y.heading));
  }
  return sum;
}

/** How much of some words others have, by their weights; a half if there are none. */
export function shareOf(words: readonly Word[], others: readonly Word[], rarity: Rarity): number {
  let all = 0;
  let met = 0;
  for (const word of words) {
    const weight = word.isNumber ? 0 : word.weight * rarity(word);
    if (weight === 0) continue;
    all += weight;
    met += weight * bestOf(word, others);
  }
  return all > 0 ? met / all : 0.5;
}
