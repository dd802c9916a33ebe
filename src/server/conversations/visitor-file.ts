/** One visitor's data as one file: a page that a person reads, with the same data as JSON inside. Read in slices. */
import { type Language, LOCALES, timeWriter } from "../../contract/language.ts";
import { fillText } from "../../contract/messages/message.ts";
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import { escapeHtml } from "../agents/frame-box.ts";
import { createRest, type Rest } from "../platform/steps.ts";
import type { Reader } from "../platform/storage/db.ts";
import { listMessages, type RecordedMessage, type StoredConversation } from "./archive-store.ts";
import { listConsents, type StoredConsent } from "./consents-store.ts";
import { presentConsent } from "./present.ts";
import type { MessageAuthor } from "./store.ts";
import { FILE_TEXTS } from "./visitor-file-texts.ts";
import { listConversationsOf, type StoredVisitor } from "./visitors-store.ts";

export interface VisitorFile {
  visitor: StoredVisitor;
  agentName: string;
  /** Whether the agent shows visitors the passages that its replies rest on. Otherwise they are the business's own. */
  showsSources: boolean;
  language: Language;
  timeZone: string;
  now: number;
}

const CONVERSATIONS = 50;
const MESSAGES = 200;

const STYLE = `:root{color-scheme:light dark}body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2.5rem}dt,time,small{color:GrayText}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem}dd{margin:0}
article{margin:1rem 0}article p{margin:.1rem 0;white-space:pre-wrap}`;

/** `rest` lets other work run between two slices: a visitor may have written a hundred thousand messages. */
export async function* writeVisitorFile(db: Reader, file: VisitorFile, rest: Rest = createRest()): AsyncGenerator<string> {
  const { visitor, agentName, language, timeZone, now } = file;
  const texts = FILE_TEXTS[language];
  const time = timeWriter(language, { dateStyle: "medium", timeStyle: "short", timeZone });
  const fill = (text: string, params: Record<string, string>) => escapeHtml(fillText(text, params, LOCALES[language]));
  const rows: [label: string, value: string | null][] = [
    [texts.id, visitor.id],
    [texts.agent, agentName],
    [texts.website, visitor.origin || null],
    [texts.externalId, visitor.externalId],
    [texts.name, visitor.name],
    [texts.email, visitor.email],
    [texts.firstSeen, time(visitor.createdAt)],
    [texts.lastSeen, time(visitor.lastSeenAt)],
  ];
  yield `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'unsafe-inline'"><title>${escapeHtml(texts.title)}</title>
<style>${STYLE}</style></head><body><main><h1>${escapeHtml(texts.title)}</h1><p>${fill(texts.lead, { agent: agentName, time: time(now) })}</p>
<h2>${escapeHtml(texts.visitor)}</h2><dl>${rows.map(([label, value]) => (value ? `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>` : "")).join("")}</dl>\n`;
  const names: Record<MessageAuthor, string> = {
    visitor: texts.byVisitor,
    agent: texts.byAgent,
    person: texts.byPerson,
    system: texts.byAgent,
  };
  for await (const part of readWhole(db, visitor.id, rest)) {
    if ("conversation" in part) {
      yield `<h2>${fill(texts.conversation, { time: time(part.conversation.createdAt) })}</h2>\n`;
      if (part.consent) yield consentOf(part.consent, fill(texts.consent, { time: time(part.consent.at) }));
    } else yield part.messages.map((message) => articleOf(message, names, time, texts, fill)).join("");
  }
  yield `<p><small>${escapeHtml(texts.json)}</small></p></main>\n<script type="application/json" id="data">`;
  yield* writeJson(db, file, rest);
  yield "</script></body></html>\n";
}

function articleOf(
  message: RecordedMessage,
  names: Record<MessageAuthor, string>,
  time: (at: number) => string,
  { model, builtIn }: Record<"model" | "builtIn", string>,
  fill: (text: string, params: Record<string, string>) => string,
): string {
  const writer = message.model === BUILTIN_MODEL ? escapeHtml(builtIn) : fill(model, { model: message.model ?? "" });
  const by = message.model === null ? "" : ` <small>${writer}</small>`;
  return `<article><b>${escapeHtml(names[message.author])}</b> <time>${escapeHtml(time(message.at))}</time>${by}<p>${escapeHtml(message.text)}</p></article>\n`;
}

const consentOf = ({ version, language, text }: StoredConsent, title: string): string =>
  `<article><b>${title}</b> <small>${version}</small><p lang="${language}">${escapeHtml(text)}</p></article>\n`;

/** JSON that can be inside of an HTML element: a `<` in it would end the element. */
const inert = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

async function* writeJson(db: Reader, { visitor, agentName, showsSources, now }: VisitorFile, rest: Rest): AsyncGenerator<string> {
  const iso = (at: number) => new Date(at).toISOString();
  const { id, agentId, origin, externalId, name, email } = visitor;
  const head = {
    exportedAt: iso(now),
    visitor: { id, origin, externalId, name, email, firstSeen: iso(visitor.createdAt), lastSeen: iso(visitor.lastSeenAt) },
    agent: { id: agentId, name: agentName },
  };
  yield `${inert(head).slice(0, -1)},"conversations":[`;
  let isFirst = true;
  let hasMessages = false;
  for await (const part of readWhole(db, id, rest)) {
    if ("conversation" in part) {
      const { conversation, consent } = part;
      const head = { id: conversation.id, startedAt: iso(conversation.createdAt), consent: presentConsent(consent) };
      yield `${isFirst ? "" : "]},"}${inert(head).slice(0, -1)},"messages":[`;
      [isFirst, hasMessages] = [false, false];
    } else {
      const rows = part.messages.map(({ author, text, at, model, ...message }) => {
        const sources = showsSources ? message.sources?.map(({ title, quote }) => ({ title, quote })) : undefined;
        return inert({ author, text, at: iso(at), model, sources });
      });
      yield `${hasMessages ? "," : ""}${rows.join(",")}`;
      hasMessages = true;
    }
  }
  yield isFirst ? "]}" : "]}]}";
}

type Part = { conversation: StoredConversation; consent: StoredConsent | undefined } | { messages: RecordedMessage[] };

/** Each conversation, followed by its messages in slices. Rests after a part when that is due. */
async function* readWhole(db: Reader, visitorId: string, rest: Rest): AsyncGenerator<Part> {
  for (let after = ""; ; ) {
    const conversations = await listConversationsOf(db, visitorId, after, CONVERSATIONS);
    const consents = await listConsents(
      db,
      conversations.map(({ id }) => id),
    );
    for (const conversation of conversations) {
      yield { conversation, consent: consents.get(conversation.id) };
      for (let sequence = 0; ; ) {
        const messages = await listMessages(db, conversation.id, sequence, MESSAGES);
        if (messages.length > 0) yield { messages };
        if (rest.isDue()) await rest.take();
        if (messages.length < MESSAGES) break;
        sequence = messages.at(-1)?.sequence ?? 0;
      }
    }
    const last = conversations.at(-1);
    if (!last || conversations.length < CONVERSATIONS) return;
    after = last.id;
  }
}
