/** The topics that the answerer offers: those that occur in the entries, with fixed names. */
import { stripImageMarkers } from "../../contract/knowledge.ts";
import type { Language } from "../../contract/language.ts";
import { LEXICON } from "./lexicon/concepts.ts";
import { LEXICONS } from "./lexicon/languages.ts";
import { TOPIC_FIELDS } from "./lexicon/talk.ts";
import { has } from "./rank/keys.ts";
import { type Indexed, type Library, topicOf } from "./rank/passages.ts";
import type { Asked } from "./rank/question.ts";
import { type Passage, splitSentences } from "./rank/split.ts";

const TOPICS = 3;
const TOPIC_LENGTH = 60;

function isAbout(indexed: Indexed, key: number): boolean {
  const { from, to } = topicOf(indexed);
  return has(indexed.keys, key, from, to);
}

/** Up to three topics of the entries: first those of the question, then those that visitors ask about most often. */
export function findTopics(library: Library, { terms }: Asked, language: Language): string[] {
  const asked = new Set(terms.flatMap(({ fields }) => fields));
  const known = TOPIC_FIELDS.map((field) => ({ field, key: LEXICON.fields.indexOf(field) })).filter(({ key }) =>
    library.passages.some((indexed) => isAbout(indexed, key)),
  );
  const ordered = [...known.filter(({ key }) => asked.has(key)), ...known.filter(({ key }) => !asked.has(key))];
  return ordered.slice(0, TOPICS).map(({ field }) => LEXICONS[language].talk.topics[field]);
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
