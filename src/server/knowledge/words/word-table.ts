/**
 * Words with consecutive numbers in a few typed arrays, which take a fifth of the memory of a Map. Words are only added, so
 * that the indexes of successive versions of an agent's knowledge share one table.
 */

/** Makes it impossible to choose words that all have the same hash. The numbers of the words do not depend on it. */
const SEED = Math.floor(Math.random() * 0x7fffffff);
const FNV_PRIME = 0x01000193;
/** The table of hashes has at least this many slots for each word. */
const ROOM = 1.5;

export class WordTable {
  /** The UTF-16 units of all words, and the position after each word. */
  codes = new Uint16Array(64);
  ends = new Int32Array(16);
  size = 0;
  /** Word numbers plus 1, by hash; 0: empty. */
  #slots = new Int32Array(32);

  get bytes(): number {
    return this.codes.byteLength + this.ends.byteLength + this.#slots.byteLength;
  }

  startOf(number: number): number {
    return number === 0 ? 0 : (this.ends[number - 1] ?? 0);
  }

  endOf(number: number): number {
    return this.ends[number] ?? 0;
  }

  wordOf(number: number): string {
    return String.fromCharCode(...this.codes.subarray(this.startOf(number), this.endOf(number)));
  }

  /** @returns -1 if the table does not have the word. */
  numberOf(word: string): number {
    return (this.#slots[this.#slotOf(word)] ?? 0) - 1;
  }

  /** @returns the number of the word, which is added if it is new. */
  add(word: string): number {
    const slot = this.#slotOf(word);
    const known = (this.#slots[slot] ?? 0) - 1;
    if (known >= 0) return known;
    const from = this.size === 0 ? 0 : this.endOf(this.size - 1);
    if (from + word.length > this.codes.length) this.#resize(grown(from + word.length), this.ends.length);
    if (this.size === this.ends.length) this.#resize(this.codes.length, grown(this.size));
    for (let at = 0; at < word.length; at++) this.codes[from + at] = word.charCodeAt(at);
    this.ends[this.size] = from + word.length;
    this.size++;
    this.#slots[slot] = this.size;
    if (this.size * ROOM > this.#slots.length) this.#rehash();
    return this.size - 1;
  }

  /** Gives back memory that was reserved for further words. */
  trim(): void {
    this.#resize(this.size === 0 ? 1 : this.endOf(this.size - 1), Math.max(1, this.size));
  }

  /** The slot of a word, or the empty slot in which it belongs. */
  #slotOf(word: string): number {
    const mask = this.#slots.length - 1;
    let hash = SEED;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0 || this.#isWord(number, word)) return slot;
    }
  }

  #isWord(number: number, word: string): boolean {
    const from = this.startOf(number);
    if (this.endOf(number) - from !== word.length) return false;
    for (let at = 0; at < word.length; at++) if (this.codes[from + at] !== word.charCodeAt(at)) return false;
    return true;
  }

  #resize(units: number, words: number): void {
    if (units !== this.codes.length) this.codes = copyOf(this.codes, new Uint16Array(units));
    if (words !== this.ends.length) this.ends = copyOf(this.ends, new Int32Array(words));
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let hash = SEED;
      for (let at = this.startOf(number); at < this.endOf(number); at++) hash = Math.imul(hash ^ (this.codes[at] ?? 0), FNV_PRIME);
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

/** Half as much again, so that adding takes constant time on average. */
const grown = (needed: number): number => Math.ceil(needed * 1.5);

function copyOf<List extends Uint16Array | Int32Array>(from: List, to: List): List {
  to.set(from.length <= to.length ? from : from.subarray(0, to.length));
  return to;
}
