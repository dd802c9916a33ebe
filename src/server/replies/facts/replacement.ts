/** What a visitor reads instead of a fact that is not known: the owner's words about the question, or whom to ask. */
import { type KnowledgeEntry, parseEntry, stripImageMarkers, withoutControls } from "../../../contract/knowledge.ts";
import type { Language } from "../../../contract/language.ts";
import type { Answer } from "../../knowledge/answerer-quote.ts";
import { findElements } from "../../knowledge/facts/elements.ts";
import { fold } from "../../knowledge/facts/fold.ts";
import { loadEngine } from "../../knowledge/load-engine.ts";
import { splitSentences } from "../../knowledge/rank/split.ts";
import { ASK_US_TEXTS } from "../texts.ts";

interface Stopped {
  /** What the built-in answerer says to the question. */
  answer: Answer;
  /** The entries that the model was given. */
  given: readonly KnowledgeEntry[];
  question: string;
  language: Language;
  /** The part of the reply that the visitor has. */
  said: string;
}

/** @returns the text that continues the reply and ends it, and whether it answers the question. */
export async function replaceFact({ answer, given, question, language, said }: Stopped): Promise<{ text: string; found: boolean }> {
  const { detectLanguage } = await loadEngine();
  // Only a quotation has a probability; small talk and questions back have none.
  const quote = answer.found && answer.chance !== undefined ? parseEntry(answer.text).text : "";
  const isNew = quote !== "" && !said.includes(quote);
  const askUs = () => [ASK_US_TEXTS[detectLanguage(question, language)], findContact(given)].filter(Boolean).join(" ");
  return { text: jointAfter(said) + (isNew ? quote : askUs()), found: isNew };
}

/** The sentence that was cut off ends with dots, so that the text reads well. */
function jointAfter(said: string): string {
  const rest = said.replace(/\[image\][^[\]]*\[\/image\]/, "");
  const end = rest.trimEnd();
  if (end === "" || rest.slice(end.length).includes("\n")) return "";
  const gap = /\s$/.test(rest) ? "" : " ";
  return /[.!?。！？]["'”’)]?$/.test(end) ? gap : `${gap}… `;
}

const INVITES = /\b(?:call|whatsapp|contact|phone|tel|ring|e-?mail|message|hubungi|telefon|talian|emel|mesej|reach)\b/i;
/** Characters. A longer sentence is about more than the contact. */
const MAX_CONTACT = 240;

/** The owner's sentence with a telephone number or an e-mail address, if possible one that invites to use it. */
function findContact(entries: readonly KnowledgeEntry[]): string {
  const sentences = entries
    .flatMap((entry) => entry.text.slice(0, 20_000).split("\n"))
    .filter((line) => /\d{4}|@/.test(line))
    .flatMap((line) => splitSentences(stripImageMarkers(withoutControls(line))))
    .filter((sentence) => sentence.length <= MAX_CONTACT && hasContact(sentence));
  return sentences.find((sentence) => INVITES.test(sentence)) ?? sentences[0] ?? "";
}

const hasContact = (text: string): boolean =>
  findElements(fold(text).text).some(
    (element) => element.kind === "mail" || (element.kind === "sequence" && element.digits.startsWith("0")),
  );
