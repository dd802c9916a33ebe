/** Taking a visitor's message: stored, charged and given a turn in one transaction, or refused with a reason (product 6.3, 2.5). */
import { DEMO_CHAT_IDS } from "../../contract/agent.ts";
import type { Language } from "../../contract/language.ts";
import { type Limits, REFUSED_TEXT_STORED } from "../../contract/limits.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import type { LiveAgent } from "../agents/book.ts";
import {
  appendMessage,
  deleteReply,
  findByClientId,
  findOpenConversation,
  insertConversation,
  keepVisitor,
  replaceText,
  type StoredMessage,
} from "../conversations/store.ts";
import { judgeBudget } from "../models/cost/cost.ts";
import { findSpent } from "../models/cost/store.ts";
import { limitSubject, recordNotice } from "../notices/store.ts";
import { findAllowance } from "../plans/allowance.ts";
import { countDay, reserveModelCall, reserveMonth, reservePreview, reserveRefused } from "../plans/usage-store.ts";
import { dayOf } from "../platform/clock.ts";
import type { Tx } from "../platform/db.ts";
import { notFound } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { settleUnfinished } from "./record.ts";
import { type Charge, endTurn, findLastTurn, insertTurn, type StoredTurn } from "./store.ts";
import { PREVIEW_LIMIT_TEXTS, textFor } from "./texts.ts";
import type { VisitorSession } from "./visitor-session.ts";

export interface Incoming {
  visitor: VisitorSession;
  agent: LiveAgent;
  /** Made by the client: sent again, it is neither charged nor answered twice. */
  clientId: string;
  /** Without image markers. */
  text: string;
  language: Language;
  /** Counts a model's reply for the visitor's address. @returns whether the address may have one today. */
  mayCallModel(): boolean;
}

export interface AcceptRules {
  timeZone: string;
  limits: Pick<Limits, "previews" | "freePreviews" | "demoModelCalls" | "refusedStored">;
  /** The disk has hardly any space left: what can be left out is not stored. */
  isDiskLow: boolean;
  /** For models, in integer sen a month; null: none. */
  budgets: { boxSen: number | null; ownerSen: number | null };
  /** Whether a turn is being worked on. One that is open without that was left behind. */
  isLive(turnId: string): boolean;
}

/** Why no model may be asked; null: one may. */
export type BuiltInOnly = "demo" | "budget" | null;

export type Accepted =
  /** To be answered. */
  | { kind: "turn"; turn: StoredTurn; text: string; isNew: boolean; builtInOnly: BuiltInOnly }
  /** Answered already, here or before. */
  | { kind: "told"; reply: StoredMessage; text: string; isNew: boolean }
  /** Seen before, and its turn is still going on. */
  | { kind: "underway" }
  /** Its turn failed too often. */
  | { kind: "given_up" };

const NO_LIMIT = Number.MAX_SAFE_INTEGER;
const MAX_ATTEMPTS = 5;

type Verdict = { state: "open"; charge: "reserved" | "none"; charged: Charge | null; builtInOnly: BuiltInOnly } | Refused;
interface Refused {
  state: "limited" | "offline";
  text: string;
}

/** @throws DomainError not_found, when the agent's account is gone. */
export async function acceptMessage(tx: Tx, incoming: Incoming, rules: AcceptRules): Promise<Accepted> {
  const { visitor, agent, clientId } = incoming;
  const open = await findOpenConversation(tx, visitor.visitorId);
  const seen = open && (await findByClientId(tx, open.id, clientId, "user"));
  const last = seen && (await findLastTurn(tx, seen.id));
  if (open && seen && last) {
    const repeat = await answerRepeat(tx, open.id, clientId, last, rules);
    if (repeat) return repeat;
  }

  const verdict = await decide(tx, incoming, rules);
  const isNew = seen === undefined;
  const isRefused = verdict.state !== "open";
  if (isRefused && isNew && !(await mayStoreRefused(tx, agent, rules))) {
    return { kind: "told", reply: { ...refusal(clientId, verdict), at: tx.now }, text: incoming.text, isNew };
  }
  const conversationId = open?.id ?? (await beginConversation(tx, visitor, agent));
  // Of a message that was refused only the beginning may be stored.
  const wasRefused = last?.state === "limited" || last?.state === "offline";
  const text = seen && !wasRefused ? seen.text : incoming.text;
  const messageId = seen?.id ?? newId();
  if (!seen) {
    const stored = isRefused ? shorten(text) : text;
    const message = { id: messageId, conversationId, sender: "user", clientId, kind: "reply", text: stored, status: "complete" } as const;
    await appendMessage(tx, message);
  } else if (wasRefused && !isRefused) await replaceText(tx, seen.id, text);
  const turn = newTurn(conversationId, messageId, (last?.attempt ?? 0) + 1, verdict);
  if (verdict.state === "open") {
    await insertTurn(tx, turn);
    return { kind: "turn", turn, text, isNew, builtInOnly: verdict.builtInOnly };
  }
  const reply = await tell(tx, turn, refusal(clientId, verdict));
  return { kind: "told", reply, text, isNew };
}

/** Refused messages cost nothing, so that strangers could fill the disk with them: a day's are bounded. */
async function mayStoreRefused(tx: Tx, agent: LiveAgent, rules: AcceptRules): Promise<boolean> {
  // A preview is the owner's own try-out: nobody reads its record later.
  if (agent.preview || agent.id === null || rules.isDiskLow) return false;
  return reserveRefused(
    tx,
    { agentId: agent.id, accountId: agent.accountId, day: dayOf(tx.now, rules.timeZone) },
    rules.limits.refusedStored,
  );
}

/** The beginning of a refused message, without half a character at its end. */
function shorten(text: string): string {
  if (text.length <= REFUSED_TEXT_STORED) return text;
  return `${text.slice(0, REFUSED_TEXT_STORED - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

function newTurn(conversationId: string, messageId: string, attempt: number, verdict: Verdict): StoredTurn {
  const isOpen = verdict.state === "open";
  return {
    id: newId(),
    conversationId,
    messageId,
    attempt,
    state: "open",
    charge: isOpen ? verdict.charge : "none",
    charged: isOpen ? verdict.charged : null,
  };
}

/** What a message that was seen before gets; null: its last turn failed, so it may have another. */
async function answerRepeat(
  tx: Tx,
  conversationId: string,
  clientId: string,
  last: StoredTurn,
  { isLive }: AcceptRules,
): Promise<Accepted | null> {
  if (last.state === "open" && isLive(last.id)) return { kind: "underway" };
  const reply = await findByClientId(tx, conversationId, clientId, "bot");
  if (last.state === "answered" && reply) return { kind: "told", reply, text: "", isNew: false };
  if (last.attempt >= MAX_ATTEMPTS) return { kind: "given_up" };
  await deleteReply(tx, conversationId, clientId);
  // One visitor message is charged once: what an earlier attempt took, or left reserved, goes back first.
  await settleUnfinished(tx, last);
  return null;
}

async function decide(tx: Tx, { agent, language }: Incoming, rules: AcceptRules): Promise<Verdict> {
  const day = dayOf(tx.now, rules.timeZone);
  const month = day.slice(0, 7);
  if (agent.preview) {
    const isReserved = await reservePreview(tx, agent.accountId, day, await previewLimit(tx, agent.accountId, rules));
    return isReserved
      ? { state: "open", charge: "none", charged: null, builtInOnly: await judgeSpending(tx, agent.accountId, month, rules.budgets) }
      : { state: "limited", text: PREVIEW_LIMIT_TEXTS[language] };
  }
  const allowance = await findAllowance(tx, agent.accountId);
  if (!allowance || agent.id === null) throw notFound();
  if (agent.fields.paused || allowance.account.suspendedAt !== null) {
    return { state: "offline", text: textFor("offline", agent.fields, language) };
  }
  const charged: Charge = { accountId: agent.accountId, agentId: agent.id, month, day };
  const isReserved = await reserveMonth(tx, charged.accountId, charged.month, allowance.limits?.msgLimit ?? NO_LIMIT);
  if (!isReserved) {
    const body = { planName: allowance.plan.name };
    const subject = limitSubject(charged.month, allowance.plan.msgLimit);
    await recordNotice(tx, { accountId: agent.accountId, kind: "limit", subject, body });
    return { state: "limited", text: textFor("limit", agent.fields, language) };
  }
  await countDay(tx, charged.agentId, charged.accountId, day);
  const isDemo = DEMO_CHAT_IDS.includes(agent.id);
  const mayCall = !isDemo || (await reserveModelCall(tx, agent.id, agent.accountId, day, rules.limits.demoModelCalls));
  const builtInOnly = mayCall ? await judgeSpending(tx, agent.accountId, month, rules.budgets) : "demo";
  return { state: "open", charge: "reserved", charged, builtInOnly };
}

/** An account on the Free Plan has fewer: signing up is free, and a preview asks a model that the operator pays for. */
async function previewLimit(tx: Tx, accountId: string, { limits }: AcceptRules): Promise<number> {
  const allowance = await findAllowance(tx, accountId);
  if (!allowance) throw notFound();
  const isFree = allowance.limits !== null && allowance.plan.id === FREE_PLAN_ID;
  return isFree ? Math.min(limits.freePreviews, limits.previews) : limits.previews;
}

/** Replies that are being written are not in the sums yet: a budget is passed by those at most. */
async function judgeSpending(tx: Tx, accountId: string, month: string, budgets: AcceptRules["budgets"]): Promise<BuiltInOnly> {
  if (budgets.boxSen === null && budgets.ownerSen === null) return null;
  const spent = await findSpent(tx, month, accountId);
  const isUsedUp = judgeBudget(spent.box, budgets.boxSen) === "used up" || judgeBudget(spent.owner, budgets.ownerSen) === "used up";
  return isUsedUp ? "budget" : null;
}

async function beginConversation(tx: Tx, visitor: VisitorSession, agent: LiveAgent): Promise<string> {
  const id = newId();
  await keepVisitor(tx, { id: visitor.visitorId, agentId: agent.id, origin: visitor.origin, identity: visitor.identity });
  const accountId = agent.preview ? null : agent.accountId;
  await insertConversation(tx, { id, agentId: agent.id, visitorId: visitor.visitorId, accountId });
  return id;
}

/** What the visitor reads in place of a reply: the plan is used up, or the agent is offline. */
function refusal(clientId: string, { state, text }: Refused) {
  const kind = state === "limited" ? "limit" : "offline";
  return { id: newId(), sender: "bot", clientId, kind, text, status: "complete" } as const;
}

/** A turn that ends as it begins. */
async function tell(tx: Tx, turn: StoredTurn, reply: ReturnType<typeof refusal>): Promise<StoredMessage> {
  await insertTurn(tx, turn);
  await appendMessage(tx, { ...reply, conversationId: turn.conversationId, unanswered: true });
  await endTurn(tx, turn.id, { state: reply.kind === "limit" ? "limited" : "offline", charge: "none", replyId: reply.id });
  return { ...reply, at: tx.now };
}
