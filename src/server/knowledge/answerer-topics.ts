/** What the answerer offers to talk about: topics that the entries have, in words of its own. */
import { stripImageMarkers } from "../../contract/knowledge.ts";
import type { Language } from "./answerer-talk.ts";
import { LEXICON } from "./lexicon/concepts.ts";
import { has } from "./rank/keys.ts";
import { type Indexed, type Library, topicOf } from "./rank/passages.ts";
import type { Asked } from "./rank/question.ts";
import { type Passage, splitSentences } from "./rank/split.ts";

/** Names of fields, the ones that most visitors ask about first. */
const NAMES: Readonly<Record<string, Record<Language, string>>> = {
  price: { en: "prices", ms: "harga" },
  hours: { en: "opening hours", ms: "waktu operasi" },
  place: { en: "where to find us", ms: "lokasi kami" },
  booking: { en: "booking and ordering", ms: "tempahan" },
  delivery: { en: "delivery", ms: "penghantaran" },
  payment: { en: "payment", ms: "cara pembayaran" },
  refund: { en: "cancelling and refunds", ms: "pembatalan dan bayaran balik" },
  warranty: { en: "repairs and warranty", ms: "pembaikan dan waranti" },
  parking: { en: "parking", ms: "tempat letak kereta" },
  halal: { en: "ingredients and allergies", ms: "bahan dan alahan" },
  food: { en: "food and drink", ms: "makanan dan minuman" },
  discount: { en: "offers and packages", ms: "promosi dan pakej" },
  learning: { en: "classes", ms: "kelas" },
  lodging: { en: "staying with us", ms: "penginapan" },
  health: { en: "treatments", ms: "rawatan" },
  rule: { en: "our rules", ms: "peraturan kami" },
  facility: { en: "facilities", ms: "kemudahan" },
  contact: { en: "how to reach us", ms: "cara menghubungi kami" },
};
const TOPICS = 3;
const TOPIC_LENGTH = 60;

function isAbout(indexed: Indexed, key: number): boolean {
  const { from, to } = topicOf(indexed);
  return has(indexed.keys, key, from, to);
}

/** Up to three topics that the entries are about: first those of the question, then what visitors ask for most. */
export function findTopics(library: Library, { terms }: Asked, language: Language): string[] {
  const asked = new Set(terms.flatMap(({ fields }) => fields));
  const known = Object.keys(NAMES)
    .map((field) => ({ field, key: LEXICON.fields.indexOf(field) }))
    .filter(({ key }) => library.passages.some((indexed) => isAbout(indexed, key)));
  const ordered = [...known.filter(({ key }) => asked.has(key)), ...known.filter(({ key }) => !asked.has(key))];
  return ordered.slice(0, TOPICS).map(({ field }) => NAMES[field]?.[language] ?? field);
}

/** A heading, a question, or the first words of a passage. */
export function describeTopic({ lead, text }: Passage): string {
  const source = lead || (splitSentences(text.split("\n")[0] ?? text)[0] ?? text);
  const clean = stripImageMarkers(source)
    .replace(/^[-*•]\s*/, "")
    .trim();
  if (clean.length <= TOPIC_LENGTH) return clean.replace(/[.:;,]$/, "");
  const end = clean.lastIndexOf(" ", TOPIC_LENGTH);
  return `${clean.slice(0, end > 20 ? end : TOPIC_LENGTH)}…`;
}
