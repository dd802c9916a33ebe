/** Every function that reads text of visitors or owners, for the tests and the benchmark of its running time. */

import { agentInput } from "../src/contract/agent.schema.ts";
import { checkMessageText, clientFrame } from "../src/contract/chat.schema.ts";
import { canonicalHost, isHostAllowed, parseDomains } from "../src/contract/domain.ts";
import { countWords, isImageUrl, type KnowledgeEntry, parseEntry, stripImageMarkers, truncateWords } from "../src/contract/knowledge.ts";
import { pickLanguage } from "../src/contract/language.ts";
import { loginInput, signUpInput } from "../src/contract/user.schema.ts";
import { answerFromKnowledge } from "../src/server/knowledge/answerer.ts";
import { splitParts } from "../src/server/knowledge/answerer-parts.ts";
import { streamInPieces } from "../src/server/knowledge/answerer-stream.ts";
import { detectLanguage, findSmallTalk } from "../src/server/knowledge/answerer-talk.ts";
import { findElements } from "../src/server/knowledge/facts/elements.ts";
import { fold } from "../src/server/knowledge/facts/fold.ts";
import { indexEntries } from "../src/server/knowledge/knowledge-index.ts";
import { readQuestion } from "../src/server/knowledge/rank/question.ts";
import { splitEntry, splitSentences } from "../src/server/knowledge/rank/split.ts";
import { rankEntries, selectFrom } from "../src/server/knowledge/selection.ts";
import { readUnits } from "../src/server/knowledge/words/read.ts";
import { findExpected, findTypes } from "../src/server/knowledge/words/values.ts";
import { readTokenizer } from "../src/server/models/embeddings/tokenizer.ts";
import { redact } from "../src/server/models/vendors/failures.ts";
import { signable } from "../src/server/payments/subscribe.ts";
import { csvRow } from "../src/server/platform/csv.ts";
import { addressKey } from "../src/server/platform/http/address.ts";
import { runAtOnce } from "../src/server/platform/steps.ts";
import { createFactCheck } from "../src/server/replies/facts/check.ts";
import { buildPrompt, createReplyFilter } from "../src/server/replies/prompt.ts";
import { parseBlocks, parseInline } from "../src/widget/frame/markdown.ts";

export interface Reader {
  name: string;
  run(text: string): unknown;
  /** It works in slices, or in the reader's own browser: its time must be linear, but may be longer in total. */
  isSliced?: boolean;
}

const text = (value: string): KnowledgeEntry => ({ kind: "text", text: value });
const image = (value: string): KnowledgeEntry => ({ kind: "image", url: "https://example.com/a.png", text: value });
const agent = { name: "Kedai", mood: "mesra dan santai", focus: "" };
const shop = indexEntries(["We open at nine.", "Kopi costs RM4.50.", "We are behind the mosque in Ipoh."].map(text));
const frame = (event: string, data: object) => clientFrame.safeParse(JSON.parse(JSON.stringify({ event, data })));
const prompt = (more: { question?: string; entries?: KnowledgeEntry[]; history?: { role: "user" | "assistant"; text: string }[] }) =>
  buildPrompt({ agent, entries: [], history: [], question: "When?", contextTokens: 1_000_000, maxOutputTokens: 1_000, ...more });

/** Tokenizers of tables of static embeddings, which read visitors' questions. */
const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
const tokensByBeginnings = readTokenizer({
  normalizer: { type: "BertNormalizer" },
  pre_tokenizer: { type: "BertPreTokenizer" },
  model: {
    type: "WordPiece",
    vocab: Object.fromEntries(["[UNK]", ...letters, ...letters.map((letter) => `##${letter}`)].map((token, id) => [token, id])),
  },
});
const tokensByScores = readTokenizer({
  normalizer: { type: "Sequence", normalizers: [{ type: "Precompiled" }, { type: "Replace", pattern: { Regex: " {2,}" }, content: " " }] },
  pre_tokenizer: { type: "Metaspace" },
  model: { type: "Unigram", unk_id: 0, vocab: ["<unk>", "▁", ...letters, "aaaaaaaaaaaaaaaaaaaa"].map((token, at) => [token, -at]) },
});

export const READERS: readonly Reader[] = [
  { name: "stripImageMarkers", run: stripImageMarkers },
  { name: "countWords", run: countWords },
  { name: "truncateWords", run: (value) => truncateWords(value, 1_000) },
  { name: "parseEntry", run: parseEntry },
  { name: "isImageUrl", run: isImageUrl },
  { name: "checkMessageText", run: checkMessageText },
  {
    name: "frame chatMessage",
    run: (value) => frame("chatMessage", { id: value, text: value, messages: [{ sender: "user", text: value }] }),
  },
  { name: "frame hello", run: (value) => frame("hello", { chatId: value, session: value, ticket: value, lang: value }) },
  { name: "frame identify", run: (value) => frame("identify", { id: value, name: value, email: value, expires: 1, hash: value }) },
  { name: "frame that is not JSON", run: (value) => clientFrame.safeParse(value) },
  { name: "pickLanguage", run: pickLanguage },
  { name: "canonicalHost", run: canonicalHost },
  { name: "parseDomains", run: parseDomains },
  { name: "isHostAllowed", run: (value) => isHostAllowed(value, ["*.example.com", "example.org"]) },
  { name: "addressKey", run: addressKey },
  { name: "sign-up", run: (value) => signUpInput.safeParse({ username: value, email: value, password: value }) },
  { name: "login", run: (value) => loginInput.safeParse({ email: value, password: value }) },
  {
    name: "saving an agent",
    run: (value) => agentInput.safeParse({ chatName: value, domain: value, profileImage: value, typingText: value, knowledge: [value] }),
  },
  { name: "detectLanguage", run: (value) => detectLanguage(value, "en") },
  { name: "findSmallTalk", run: findSmallTalk },
  { name: "readUnits", run: readUnits, isSliced: true },
  { name: "findTypes", run: findTypes },
  { name: "findExpected", run: findExpected },
  { name: "splitParts", run: splitParts },
  { name: "splitSentences", run: splitSentences },
  { name: "splitEntry of a text", run: (value) => [...splitEntry(text(value), 0)], isSliced: true },
  { name: "splitEntry of an image", run: (value) => [...splitEntry(image(value), 0)], isSliced: true },
  { name: "an index and its first question", run: (value) => readQuestion(indexEntries([text(value)]).library(), "when?"), isSliced: true },
  { name: "a question to an index", run: (value) => rankEntries(shop, value), isSliced: true },
  {
    name: "an excerpt of an entry",
    run: (value) => runAtOnce(selectFrom(indexEntries([text(value)]), [text(value)], { question: "when?" }, 500)),
    isSliced: true,
  },
  { name: "tokens by longest beginnings", run: tokensByBeginnings },
  { name: "tokens by their scores", run: tokensByScores },
  {
    name: "the built-in answerer, asked",
    run: (question) => answerFromKnowledge({ agentName: "Kedai", entries: [], index: shop, question, previousQuestion: question }),
    isSliced: true,
  },
  {
    name: "the built-in answerer, taught",
    run: (value) => answerFromKnowledge({ agentName: value, entries: [text(value), image(value)], question: `${value.slice(0, 200)}?` }),
    isSliced: true,
  },
  { name: "streamInPieces", run: (value) => [...streamInPieces(value)].length },
  { name: "a prompt's question", run: (question) => prompt({ question }) },
  { name: "a prompt's knowledge", run: (value) => prompt({ entries: [text(value), image(value)] }) },
  {
    name: "a prompt's history",
    run: (value) =>
      prompt({
        history: [
          { role: "user", text: value },
          { role: "assistant", text: value },
        ],
      }),
  },
  { name: "the reply filter, at once", run: (value) => filtered([value]) },
  { name: "the reply filter, by tokens", run: (value) => filtered(value.match(/[\s\S]{1,4}/g) ?? []), isSliced: true },
  { name: "redact", run: (value) => redact(value, "sk-secret") },
  { name: "signable", run: (value) => signable(value, 200, "Sapa") },
  { name: "a line of CSV", run: (value) => csvRow([value, value]) },
  { name: "the widget's blocks", run: parseBlocks, isSliced: true },
  { name: "the widget's inline marks", run: (value) => parseInline(value), isSliced: true },
  { name: "facts in a text", run: (value) => findElements(fold(value).text) },
  { name: "check of facts, whole", run: (value) => checked([value]) },
  { name: "check of facts, in pieces", run: (value) => checked(value.match(/.{1,5}/gs) ?? []), isSliced: true },
];

function checked(pieces: readonly string[]): string {
  const check = createFactCheck({ entries: [text("RM5, 9am")], owner: [], visitor: [], allowsSums: true });
  return pieces.map((piece) => check.write(piece)).join("") + check.end();
}

function filtered(chunks: readonly string[]): string {
  const filter = createReplyFilter([image("a picture")]);
  return chunks.map((chunk) => filter.write(chunk)).join("") + filter.end();
}
