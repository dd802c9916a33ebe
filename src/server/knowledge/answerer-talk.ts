/** What the built-in answerer says in its own words, and the small talk that it understands. English and Malay. */

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
  who: {
    en: (name: string) =>
      `I am ${name}, the automatic assistant on this site. Ask me anything about us, and I answer from what I have been told.`,
    ms: (name: string) =>
      `Saya ${name}, pembantu automatik di laman ini. Tanya saya apa sahaja tentang kami, dan saya jawab daripada maklumat yang diberikan kepada saya.`,
  },
  unknown: {
    en: () => "Sorry, I do not have that information. Please try other words, or contact us directly.",
    ms: () => "Maaf, saya tidak ada maklumat tentang perkara itu. Sila cuba dengan perkataan lain, atau hubungi kami terus.",
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

export type SmallTalk = "hello" | "thanks" | "bye" | "who";

const FILLERS = new Set(
  "there all everyone everybody team admin boss bro sis kak abang tuan puan cik encik so very much a lot again ya yes ok okay la lah anyway that is was great nice good helpful please sir madam dear you ye banyak banyak2 atas bantuan semua for the your help info information you all".split(
    " ",
  ),
);
const HELLO = new Set(
  "hi hello hey hai helo hallo yo salam assalamualaikum asalamualaikum greetings morning afternoon evening selamat pagi petang malam tengahari sejahtera datang apa khabar good".split(
    " ",
  ),
);
const THANKS = new Set("thanks thank thx tq tqvm ty terima kasih tenkiu appreciate appreciated cheers".split(" "));
const BYE = new Set("bye goodbye byebye babai tata selamat tinggal jumpa lagi see later".split(" "));
const WHO = [
  /^(?:so )?(?:who|what) (?:are|r) (?:you|u)\b/,
  /^(?:whats|what is) your name\b/,
  /^(?:are|r) (?:you|u) (?:a |an )?(?:real |actual )?(?:human|robot|bot|person|machine|ai|computer|chatbot)\b/,
  /^(?:am i|is this) (?:\w+ ){0,3}(?:human|robot|bot|person|machine|ai|chatbot)\b/,
  /^(?:ini |awak |anda |kamu )?siapa(?:kah)? (?:awak|anda|kamu|ni|ini|nama awak|nama anda)?$/,
  /^(?:awak|anda|kamu) (?:ni |ini )?(?:siapa|apa)$/,
  /^(?:apa(?:kah)?|siapa) nama (?:awak|anda|kamu)\b/,
  /^(?:adakah )?(?:awak|anda|kamu) (?:ni |ini )?(?:robot|bot|manusia|orang|ai|mesin)\b/,
  /^what can you (?:do|help)(?: for me| me with| with)?$/,
  /^(?:apa )?(?:awak|anda|kamu) boleh (?:buat apa|bantu apa|buat|bantu)$/,
  /^apa (?:yang )?(?:awak|anda|kamu) boleh (?:buat|bantu|tolong)\b/,
];

/** What kind of small talk a message is; null when it asks for something. */
export function findSmallTalk(text: string): SmallTalk | null {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > 12) return null;
  const line = words.join(" ");
  if (WHO.some((pattern) => pattern.test(line))) return "who";
  if (isOnly(words, THANKS)) return "thanks";
  if (isOnly(words, BYE) && words.some((word) => /^(?:bye|goodbye|byebye|babai|tata|tinggal|jumpa|see)$/.test(word))) return "bye";
  return isOnly(words, HELLO) ? "hello" : null;
}

/** Every word belongs to the kind or is filler, and at least one belongs. */
function isOnly(words: readonly string[], kind: ReadonlySet<string>): boolean {
  const core = words.filter((word) => !FILLERS.has(word) || kind.has(word));
  const isAll = core.every((word) => kind.has(word));
  return isAll && core.some((word) => kind.has(word) && word !== "good");
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
