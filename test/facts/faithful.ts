/** Faithful replies for the tests of the check of facts. They are sentences of the entries, written in another way. */
import { createRandom } from "../hostile-seeds.ts";
import { type Business, pick, type Random } from "./businesses.ts";
import { inEnglish, inMalay } from "./spelling.ts";

const REWRITES: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text) => text.replace(/RM ?(\d+)(?![\d.,])/g, "RM$1.00"),
  (text) => text.replace(/RM ?(\d+)(?![\d.,]|\d*-|–)/g, "$1 ringgit"),
  (text) => text.replace(/RM ?(\d{1,5})(?![\d.,]|-|–)/g, (_, value: string) => `${inEnglish(Number(value))} ringgit`),
  (text) => text.replace(/RM ?(\d{1,5})(?![\d.,]|-|–)/g, (_, value: string) => `${inMalay(Number(value))} ringgit`),
  (text) => text.replace(/RM ?(\d+(?:[.,]\d+)*)/g, "**RM$1**"),
  (text) => text.replace(/RM(?=\d)/g, "RM "),
  (text) => text.replace(/(?<![\d.:])(\d{1,2})(am|pm)\b/g, "$1:00 $2"),
  (text) => text.replace(/\b(\d{1,2})[.:](\d{2}) ?pm\b/g, (_, hour: string, minute: string) => `${(Number(hour) % 12) + 12}:${minute}`),
  (text) =>
    text
      .replace(/(?<![\d.:])(\d{1,2})pm\b/g, "pukul $1 petang")
      .replace(/(?<![\d.:])(\d{1,2})am\b/g, "pukul $1 pagi")
      .replace(/pukul (8|9|10|11) petang/g, "pukul $1 malam")
      .replace(/pukul 12 (?:petang|pagi)/g, "12pm"),
  (text) => text.replace(/(\d+)%/g, "$1 percent"),
  (text) => text.replace(/(\d+)%/g, "$1 peratus"),
  (text) => text.replace(/\b0(\d{1,2})-(\d{3,4}) ?(\d{4})\b/g, "+60 $1-$2 $3"),
  (text) => text.replace(/\b0(\d{1,2})-(\d{3,4}) ?(\d{4})\b/g, "0$1$2$3"),
];
const SAYINGS = [
  "{x}",
  "Yes! {x}",
  "Boleh. {x}",
  "Here is what I know:\n\n- {x}\n- Ask me anything else.",
  "Sure, for 2 people: {x}",
  "Baik kak, {x} 😊",
  "1. {x}\n2. See you soon.",
  "{x} Is there anything else?",
  "Terima kasih kerana bertanya. {x}",
];

/** Faithful replies: sentences of the entries, written in another way. */
export function makeFaithful(businesses: readonly Business[], count: number, seed: number): { business: Business; reply: string }[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const business = pick(random, businesses);
    const sentences = business.entries
      .flatMap((entry) => entry.text.split(/(?<=[.!?])\s+(?=[A-Z])/))
      .filter((text) => /\d/.test(text) && text.length < 400);
    const sentence = pick(random, REWRITES)(pick(random, REWRITES)(pick(random, sentences), random), random);
    return { business, reply: pick(random, SAYINGS).replace("{x}", () => sentence) };
  });
}
