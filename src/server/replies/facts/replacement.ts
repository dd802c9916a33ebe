/** What a visitor reads instead of a fact that is not known: the owner's words about the question, or whom to ask. */
import { type KnowledgeEntry, parseEntry } from "../../../contract/knowledge.ts";
import type { Language } from "../../../contract/language.ts";
import type { Answer } from "../../knowledge/answerer-quote.ts";
import { loadEngine } from "../../knowledge/load-engine.ts";
import { ASK_US_TEXTS } from "../texts.ts";
import { findContact } from "./contact.ts";

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
