/** What the built-in answerer says in its own words, and the small talk that it understands. English and Malay. */

import { MACHINE, MACHINE_FRAME, TALK } from "./lexicon/talk.ts";
import { fold, toWords } from "./words/read.ts";
import { isEmptyWord } from "./words/spelling.ts";

export type Language = "en" | "ms";

export const SAY = {
  hello: {
    en: (name: string) => `Hello, I am ${name}. What would you like to know?`,
    ms: (name: string) => `Hai, saya ${name}. Apa yang Anda ingin tahu?`,
  },
  thanks: {
    en: () => "You are welcome. Is there anything else you would like to know?",
    ms: () => "Sama-sama. Ada apa-apa lagi yang Anda ingin tahu?",
  },
  bye: {
    en: () => "Goodbye, and thank you for stopping by.",
    ms: () => "Jumpa lagi, dan terima kasih kerana singgah.",
  },
  noted: {
    en: () => "Good. Ask me whenever there is something you would like to know.",
    ms: () => "Baik. Tanya sahaja jika ada apa-apa yang Anda ingin tahu.",
  },
  who: {
    en: (name: string) =>
      `I am ${name}, the automatic assistant on this site. Ask me anything about us, and I answer from what I have been told.`,
    ms: (name: string) =>
      `Saya ${name}, pembantu automatik di laman ini. Tanya saya apa sahaja tentang kami, dan saya jawab daripada maklumat yang diberikan kepada saya.`,
  },
  unknown: {
    en: (topics: readonly string[]) =>
      topics.length === 0
        ? "I do not know that yet. Please contact us directly."
        : `I do not know that yet. I can tell you about: ${topics.join(", ")}.`,
    ms: (topics: readonly string[]) =>
      topics.length === 0
        ? "Saya belum tahu tentang perkara itu. Sila hubungi kami terus."
        : `Saya belum tahu tentang perkara itu. Saya boleh beritahu Anda tentang: ${topics.join(", ")}.`,
  },
  vague: {
    en: () => "Gladly. What would you like to know?",
    ms: () => "Boleh. Apa yang Anda ingin tahu?",
  },
  which: {
    en: (topics: string) => `I know a few things about that. Which one do you mean?\n${topics}`,
    ms: (topics: string) => `Saya ada beberapa maklumat tentang itu. Yang mana satu maksud Anda?\n${topics}`,
  },
} as const;

const MALAY_WORDS = new Set(
  (
    "apa apakah ada adakah anda awak aku berapa berapakah bila bilakah boleh bolehkah bagaimana buka cara dan dari dekat di dengan harga hari ini itu ini jam jual jom kalau kami kat kena kah ke " +
    "kenapa kita kedai kos macam mana mahu masa minta nak nanti nama pagi pukul petang malam saya sampai selamat siapa siapakah sini sudah tak tahu tempat terima kasih tidak tolong tutup untuk waktu ya yang yg hantar bayar " +
    "tempahan tempah beli berapa lama awal lewat esok ahad isnin selasa rabu khamis jumaat sabtu percuma alamat penghantaran salam assalamualaikum hai baik sama jumpa lagi bukan dah je pun lah pulak pula"
  ).split(" "),
);
const ENGLISH_WORDS = new Set(
  (
    "a am an and any are be by can could do does for from good have hello hey hi how i if in is it me much my of on or please sell shop the thank thanks that there this time to want was what when " +
    "where which who why will with would you your open close price cost delivery deliver bye morning"
  ).split(" "),
);

/** The language that a text is written in by its small words; `fallback` when they do not tell. */
export function detectLanguage(text: string, fallback: Language): Language {
  let malay = 0;
  let english = 0;
  for (const word of wordsOf(text)) {
    if (MALAY_WORDS.has(word)) malay++;
    if (ENGLISH_WORDS.has(word)) english++;
  }
  if (malay === english) return fallback;
  return malay > english ? "ms" : "en";
}

export type SmallTalk = "hello" | "thanks" | "bye" | "who" | "noted";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const [HELLO, THANKS, BYE, NOTED, PRAISE, POLITE] = [TALK.hello, TALK.thanks, TALK.bye, TALK.noted, TALK.praise, TALK.polite].map(
  setOf,
) as [ReadonlySet<string>, ReadonlySet<string>, ReadonlySet<string>, ReadonlySet<string>, ReadonlySet<string>, ReadonlySet<string>];
const [MACHINES, MACHINE_FRAMES] = [setOf(MACHINE), setOf(MACHINE_FRAME)];
/** Words that say little, and ask all the same. */
const ASKING = setOf("berapa bila mana siapa bagaimana kenapa how much when where which why who whose");
const LONGEST_TALK = 14;
/** Words that other messages begin with, too. */
const WEAK = setOf(
  "good hari datang tengah pagi petang malam morning afternoon evening there lagi anyone anybody later tanya order hantar test",
);

const WHO = [
  /^(?:so )?(?:who|what) are you\b/,
  /^(?:whats|what is|what) your name\b/,
  /^(?:ini |awak |anda |kamu )?siapa(?:kah)? (?:awak|anda|kamu|ni|ini|nama awak|nama anda)?$/,
  /^(?:awak|anda|kamu) (?:ni |ini )?(?:siapa|apa)$/,
  /^(?:apa|siapa|nama) (?:nama )?(?:awak|anda|kamu)(?: siapa| apa)?$/,
  /^what can you (?:do|help)(?: for me| me with| with)?$/,
  /^(?:apa )?(?:awak|anda|kamu) boleh (?:buat apa|bantu apa|buat|bantu)$/,
  /^apa (?:yang )?(?:awak|anda|kamu) boleh (?:buat|bantu|tolong)\b/,
];

/** What kind of small talk a message is; null when it asks for something. `agentName` may be said in a greeting. */
export function findSmallTalk(text: string, agentName = ""): SmallTalk | null {
  if (text.length > MAX_TALK) return null;
  const words = toWords(fold(text));
  if (words.length === 0 || words.length > LONGEST_TALK) return null;
  const line = words.join(" ");
  const named = new Set(toWords(fold(agentName)));
  const isPolite = (word: string) => POLITE.has(word) || named.has(word) || (isEmptyWord(word) && !ASKING.has(word));
  const isMachine =
    words.some((word) => MACHINES.has(word)) && words.every((word) => MACHINES.has(word) || MACHINE_FRAMES.has(word) || named.has(word));
  if (isMachine || WHO.some((pattern) => pattern.test(line))) return "who";
  const isTalk = words.every((word) => isPolite(word) || [HELLO, THANKS, BYE, NOTED, PRAISE].some((kind) => kind.has(word)));
  if (!isTalk) return null;
  const has = (kind: ReadonlySet<string>) => words.some((word) => kind.has(word) && !WEAK.has(word) && !named.has(word));
  if (has(THANKS)) return "thanks";
  if (has(BYE)) return "bye";
  if (isGreeting(words, has(HELLO))) return "hello";
  return has(NOTED) || has(PRAISE) ? "noted" : null;
}

/** Only a few letters of a message are looked at for small talk: more is a pasted text. */
const MAX_TALK = 200;

/** "Good morning": words that a greeting needs another word for. */
function isGreeting(words: readonly string[], hasHello: boolean): boolean {
  return hasHello || words.some((word) => /^(?:morning|afternoon|evening|night|pagi|petang|malam)$/.test(word));
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
