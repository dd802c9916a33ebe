/**
 * Whether a visitor has agreed to what the agent asks for (product 5.16). A conversation keeps the consent with which it
 * began. One without any, because the agent did not ask then, needs one before its next message.
 */
import type { ConsentQuestion } from "../../contract/chat.ts";
import { consentTextOf } from "../../contract/consent-text.ts";
import { LANGUAGES, type Language } from "../../contract/language.ts";
import type { LiveAgent } from "../agents/book.ts";
import { findUsableConsent, type StoredConsent } from "../conversations/consents-store.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";

/** The question of an agent that asks, or null. A preview is tried by the owner, who need not agree. */
export function questionOf({ fields, preview }: LiveAgent, language: Language): ConsentQuestion | null {
  if (!fields.askConsent || preview) return null;
  const texts = LANGUAGES.map((one) => consentTextOf(fields.consentText, one));
  const version = new Bun.CryptoHasher("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16);
  return { version, text: consentTextOf(fields.consentText, language) };
}

/** Whether the visitor's next message needs a consent that is not stored yet. */
export async function needsConsent(db: Reader, agent: LiveAgent, visitorId: string, openId: string | null): Promise<boolean> {
  const question = questionOf(agent, LANGUAGES[0]);
  return question !== null && !(await findUsableConsent(db, { visitorId, openId, version: question.version }));
}

/** `store`: to be stored with the conversation, unless it is already. */
export type ConsentVerdict = { kind: "given"; store: StoredConsent | null } | { kind: "missing" };

/** Judges a message that would be stored. `agreed`: the version to which the visitor agrees with it. */
export async function judgeConsent(
  tx: Tx,
  {
    agent,
    visitorId,
    openId,
    language,
    agreed,
  }: { agent: LiveAgent; visitorId: string; openId: string | null; language: Language; agreed?: string },
): Promise<ConsentVerdict> {
  const question = questionOf(agent, language);
  if (question === null) return { kind: "given", store: null };
  const { version, text } = question;
  const known = await findUsableConsent(tx, { visitorId, openId, version });
  if (known) {
    const { conversationId, ...consent } = known;
    return { kind: "given", store: conversationId === openId ? null : consent };
  }
  return agreed === version ? { kind: "given", store: { version, language, text, at: tx.now } } : { kind: "missing" };
}
