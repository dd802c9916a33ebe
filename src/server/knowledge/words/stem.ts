/** Reduces the forms of a word: English inflection, Malay prefixes, suffixes and clitics. Pure; every pattern reads only one word. */

/** Characters. Longer words are addresses or noise. */
export const LONGEST_WORD = 40;

const VOWEL = /^[aeiou]/;

/** Reduces a word to the part that its forms share. A rough result is enough, because both sides of a comparison are reduced. */
export function stem(word: string): string {
  return stemMalay(stemEnglish(word));
}

function stemEnglish(word: string): string {
  if (word.length < 4) return word;
  let base = word;
  if (/ies$/.test(base) && base.length > 4) base = `${base.slice(0, -3)}y`;
  else if (/(?:sh|ch|ss|x|z)es$/.test(base)) base = base.slice(0, -2);
  else if (/[^sui]s$/.test(base)) base = base.slice(0, -1);
  if (/ing$/.test(base) && base.length >= 6) base = base.slice(0, -3);
  else if (/ed$/.test(base) && base.length >= 5) base = base.slice(0, -2);
  if (/([^aeiouls])\1$/.test(base)) base = base.slice(0, -1);
  if (/e$/.test(base) && base.length >= 5) base = base.slice(0, -1);
  return /y$/.test(base) && base.length >= 4 ? `${base.slice(0, -1)}i` : base;
}

function stemMalay(word: string): string {
  let base = word;
  const particle = /^(.{3,})(?:nya|lah|kah|pun)$/.exec(base);
  if (particle?.[1]) base = particle[1];
  if (base.length >= 7) base = cutPrefix(base)[0] ?? base;
  const suffix = /^(.{4,})(?:kan|an)$/.exec(base);
  return suffix?.[1] ?? base;
}

/**
 * Removes me-, pe-, ber-, ter- and di-, and restores the first letter that they change: menyewa → sewa, memakai →
 * pakai. Likely bases first.
 */
function cutPrefix(word: string): string[] {
  const nasal = /^[mp]e(ny|ng|m|n|(?=[lrwy]))(.{3,})$/.exec(word);
  if (nasal?.[2]) {
    const [, sound = "", rest = ""] = nasal;
    if (sound === "ny") return [`s${rest}`];
    if (!VOWEL.test(rest)) return [rest];
    const lost = { m: "p", n: "t", ng: "k" }[sound];
    return sound === "ng" ? [rest, `k${rest}`] : lost ? [`${lost}${rest}`, `${sound}${rest}`] : [rest];
  }
  const plain = /^(?:ber|ter|per|di|se|ke|pe)(.{4,})$/.exec(word)?.[1];
  return plain ? [plain] : [];
}

/** Words of which this one may be a form, the most likely first, without the word itself: for lookups in the lexicon. */
export function* basesOf(word: string): Generator<string> {
  yield* englishBases(word);
  yield* malayBases(word);
  // "pendeposit", "cancelkan": an English word with a Malay ending.
  const mixed = /^(.{3,})(?:kan|nya|lah|kah|ke|la)$/.exec(word)?.[1];
  if (mixed) yield* englishBases(mixed);
}

function* englishBases(word: string): Generator<string> {
  if (word.length < 4) return;
  if (/ies$/.test(word)) yield `${word.slice(0, -3)}y`;
  if (/s$/.test(word)) yield word.slice(0, -1);
  if (/es$/.test(word)) yield word.slice(0, -2);
  for (const ending of ["ing", "ed", "er", "est", "ers", "ly", "able", "ment", "al", "ion", "ation", "y", "ness"]) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue;
    const base = word.slice(0, -ending.length);
    yield base;
    yield `${base}e`;
    if (base.at(-1) === base.at(-2)) yield base.slice(0, -1);
    if (base.endsWith("i")) yield `${base.slice(0, -1)}y`;
  }
}

function* malayBases(word: string): Generator<string> {
  if (word.length < 5) return;
  const withoutClitic = /^(.{3,})(?:nya|lah|kah|pun|ku|mu)$/.exec(word)?.[1];
  const starts = withoutClitic ? [word, withoutClitic] : [word];
  for (const start of starts) {
    if (start !== word) yield start;
    for (const inner of cutTwice(start)) {
      yield inner;
      yield* withoutSuffix(inner);
    }
    yield* withoutSuffix(start);
    // "bukak", "sekolahh", "ape", "mane": the end is spelled as it is pronounced.
    if (start.endsWith("k")) yield start.slice(0, -1);
    if (start.endsWith("e")) yield `${start.slice(0, -1)}a`;
    if (start.endsWith("kn")) yield start.slice(0, -2);
  }
}

function* withoutSuffix(word: string): Generator<string> {
  for (const ending of ["kan", "an", "i"])
    if (word.endsWith(ending) && word.length >= ending.length + 3) yield word.slice(0, -ending.length);
}

/** Removes two prefixes: memper-, diper-, keber-. */
function* cutTwice(word: string): Generator<string> {
  for (const once of cutPrefix(word)) {
    yield once;
    yield* cutPrefix(once);
  }
}
