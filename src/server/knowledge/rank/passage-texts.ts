/**
 * What a question reads again in the texts of its candidates. The parts of a question, and its topics, mostly lead to the
 * same passages, so it is kept for a while.
 */
import { type Quantity, readCodes, readQuantities } from "../words/quantities.ts";
import { fold, readUnits, toWords, type Unit } from "../words/read.ts";
import { stem } from "../words/stem.ts";
import { saidBy } from "./copies.ts";
import type { Passage } from "./split.ts";
import { readVariants, type Variant } from "./variants.ts";

const JOINS = new Set("and dan n serta".split(" "));

/** Each member is read when it is first needed: few questions name a quantity or a variant. */
class PassageText {
  readonly #passage: Passage;
  #units: readonly Unit[] | null = null;
  #folded: string | null = null;
  #quantities: readonly Quantity[] | null = null;
  #codes: ReadonlySet<string> | null = null;
  #variants: readonly Variant[] | null = null;
  #words: readonly string[] | null = null;
  #said: string | null = null;

  constructor(passage: Passage) {
    this.#passage = passage;
  }

  /** Reads all members. */
  prepare(): void {
    void [this.units, this.quantities, this.codes, this.variants, this.said];
  }

  get units(): readonly Unit[] {
    this.#units ??= readUnits(`${this.#passage.lead} ${this.#passage.text}`);
    return this.#units;
  }

  get folded(): string {
    this.#folded ??= fold(this.#whole);
    return this.#folded;
  }

  get quantities(): readonly Quantity[] {
    this.#quantities ??= readQuantities(this.folded);
    return this.#quantities;
  }

  get codes(): ReadonlySet<string> {
    this.#codes ??= new Set(readCodes(this.folded));
    return this.#codes;
  }

  get variants(): readonly Variant[] {
    this.#variants ??= readVariants(this.#whole);
    return this.#variants;
  }

  /** The same for passages that say the same (./copies.ts). */
  get said(): string {
    this.#said ??= saidBy(this.#passage);
    return this.#said;
  }

  /**
   * Whether two words with "and" between them are part of a name, as in "fish & chips": in what the text begins with or is
   * headed by, or just before a price. In other sentences they may well be two things.
   */
  joins(before: string, after: string): boolean {
    this.#words ??= toWords(this.folded.replace(/[&+]/g, " and ")).map(stem);
    const words = this.#words;
    const [first, second] = [stem(before), stem(after)];
    const isInName = (at: number) => at < NAME_WORDS || /^(?:rm)?\d|^rm$/.test(words[at + 3] ?? "");
    return words.some((word, at) => word === first && JOINS.has(words[at + 1] ?? "") && words[at + 2] === second && isInName(at));
  }

  get #whole(): string {
    return `${this.#passage.lead} : ${this.#passage.text}`;
  }
}

/** Words of a text's beginning that may be before the "and" of its name. */
const NAME_WORDS = 3;

let texts = new WeakMap<Passage, PassageText>();
let count = 0;
const MAX_TEXTS = 1_000;

export function textOfPassage(passage: Passage): PassageText {
  const known = texts.get(passage);
  if (known) return known;
  if (count++ >= MAX_TEXTS) {
    texts = new WeakMap();
    count = 1;
  }
  const text = new PassageText(passage);
  texts.set(passage, text);
  return text;
}
