/**
 * Accepts a visitor's message: stores it, charges it and begins a turn in one transaction, or refuses it with a reason
 * (product 6.3, 2.5).
 */
import { DEMO_CHAT_IDS } from "../../contract/agent.ts";
import type { Language } from "../../contract/language.ts";
import { type Limits, REFUSED_TEXT_STORED } from "../../contract/limits.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import type { LiveAgent } from "../agents/book.ts";
import { insertConsent } from "../conversations/consents-store.ts";
import {
  appendMessage,
  deleteReply,
  findByClientId,
  findEarlier,
  insertConversation,
  keepVisitor,
  replaceText,
  type Said,
  type StoredMessage,
} from "../conversations/store.ts";
import { judgeBudget } from "../models/cost/cost.ts";
import { findSpent } from "../models/cost/store.ts";
import { limitSubject, recordNotice } from "../notices/store.ts";
import { type Allowance, findAllowance } from "../plans/allowance.ts";
import { countDay, reserveModelCall, reserveMonth, reservePreview, reserveRefused } from "../plans/usage-store.ts";
import { dayOf } from "../platform/clock.ts";
import { notFound } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Tx } from "../platform/storage/db.ts";
import { isUnconfirmed } from "../settings/confirmation.ts";
import { judgeConsent } from "./consent.ts";
import { readHistory } from "./history.ts";
import { settleUnfinished } from "./record.ts";
import { type Charge, endNewTurn, findLastTurn, insertTurn, type StoredTurn } from "./store.ts";
import { PREVIEW_LIMIT_TEXTS, textFor } from "./texts.ts";
import type { VisitorSession } from "./visitor-session.ts";

export interface Incoming {
  visitor: VisitorSession;
  agent: LiveAgent;
  /** Made by the client. A message that is sent again with the same id is neither charged nor answered twice. */
  clientId: string;
  /** Without image markers. */
  text: string;
  language: Language;
  /** The key under which rate limits count the visitor's address. */
  addressKey: string;
  /** The version of the text to which the visitor agrees with this message. */
  consent?: string;
}

export interface AcceptRules {
  timeZone: string;
  limits: Pick<Limits, "previews" | "freePreviews" | "demoModelCalls" | "refusedStored">;
  /** Whether the disk is nearly full: then refused messages are not stored. */
  isDiskLow: boolean;
  /** Monthly budgets for models, in integer sen; null: no budget. */
  budgets: { boxSen: number | null; ownerSen: number | null };
  /** Whether no model answers for an owner whose email address is not confirmed. */
  requiresVerified: boolean;
  /** Whether the reply may begin at once, so that the history for its prompt is read here. */
  readsHistory: boolean;
  /** The node that will work on the turn; null with a single process. */
  nodeId: string | null;
  /** Whether this process is working on a turn. An open turn that is not live was left behind by a crash or a failed write. */
  isLive(turnId: string): boolean;
}

/** The reason why no model may be called; null if one may. */
export type BuiltInOnly = "demo" | "budget" | "unverified" | null;

export type Accepted =
  /** The message is to be answered. `history`: null if it was not read. */
  | { kind: "turn"; turn: StoredTurn; text: string; isNew: boolean; builtInOnly: BuiltInOnly; history: Said[] | null }
  /** The message has its answer already: a refusal now, or the reply to the same message earlier. */
  | { kind: "told"; reply: StoredMessage; text: string; isNew: boolean }
  /** The message was received before, and its turn is still running. */
  | { kind: "underway" }
  /** The message's turns have failed too often. */
  | { kind: "given_up" }
  /** The visitor has not agreed to what the agent asks for. Nothing is stored or counted. */
  | { kind: "consent_required" };

/** The plan that an agent's account had at its last message: a guess that saves a round trip, and is checked each time. */
const lastPlans = new WeakMap<LiveAgent, number>();
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
const MAX_ATTEMPTS = 5;

type Verdict = { state: "open"; charge: "reserved" | "none"; charged: Charge | null; builtInOnly: BuiltInOnly } | Refused;
interface Refused {
  state: "limited" | "offline";
  text: string;
}

/** @throws DomainError not_found if the agent's account no longer exists. */
export async function acceptMessage(tx: Tx, incoming: Incoming, rules: AcceptRules): Promise<Accepted> {
  const { visitor, agent, clientId } = incoming;
  // Statements that do not depend on each other share a round trip on PostgreSQL.
  const [open, allowance, spending] = await Promise.all([
    findEarlier(tx, visitor.visitorId, clientId),
    findAllowance(tx, agent.accountId, lastPlans.get(agent)),
    judgeSpending(tx, agent.accountId, dayOf(tx.now, rules.timeZone).slice(0, 7), rules.budgets),
  ]);
  const [seen, last] = open?.messageId
    ? await Promise.all([findByClientId(tx, open.conversationId, clientId, "visitor"), findLastTurn(tx, open.messageId)])
    : [];
  if (open && last) {
    const repeat = await answerRepeat(tx, open.conversationId, clientId, last, rules);
    if (repeat) return repeat;
  }

  if (!allowance) throw notFound();
  const isNew = seen === undefined;
  const { visitorId } = visitor;
  // Also for a message that is tried again: the agent may have begun to ask since, and its text may be another one.
  const consent = await judgeConsent(tx, { ...incoming, visitorId, openId: open?.conversationId ?? null, agreed: incoming.consent });
  if (consent.kind === "missing") return { kind: "consent_required" };
  if (open && last) await forgetAttempt(tx, open.conversationId, clientId, last);
  lastPlans.set(agent, allowance.plan.id);
  const [verdict, history] = await Promise.all([
    decide(tx, incoming, rules, {
      allowance,
      spending: rules.requiresVerified && isUnconfirmed(allowance.account) ? "unverified" : spending,
    }),
    rules.readsHistory ? readEarlier(tx, open) : null,
  ]);
  const isRefused = verdict.state !== "open";
  if (isRefused && isNew && !(await mayStoreRefused(tx, agent, rules))) {
    return { kind: "told", reply: { ...refusal(clientId, verdict), at: tx.now }, text: incoming.text, isNew };
  }
  const conversationId = open?.conversationId ?? beginConversation(tx, visitor, agent);
  if (consent.store) insertConsent(tx, conversationId, consent.store);
  // For a refused message, only the beginning may have been stored.
  const wasRefused = last?.state === "limited" || last?.state === "offline";
  const text = seen && !wasRefused ? seen.text : incoming.text;
  const messageId = seen?.id ?? newId();
  if (!seen) {
    const stored = isRefused ? shorten(text) : text;
    const message = {
      id: messageId,
      conversationId,
      author: "visitor",
      clientId,
      kind: "reply",
      text: stored,
      status: "complete",
    } as const;
    appendMessage(tx, message);
  } else if (wasRefused && !isRefused) replaceText(tx, seen.id, text);
  const turn = newTurn(conversationId, messageId, (last?.attempt ?? 0) + 1, verdict);
  if (verdict.state === "open") {
    insertTurn(tx, turn, rules.nodeId);
    return { kind: "turn", turn, text, isNew, builtInOnly: verdict.builtInOnly, history };
  }
  const reply = tell(tx, turn, refusal(clientId, verdict));
  return { kind: "told", reply, text, isNew };
}

/** The history of a message, while the message itself is not stored. */
async function readEarlier(tx: Tx, open: Awaited<ReturnType<typeof findEarlier>>): Promise<Said[]> {
  return open ? await readHistory(tx, open.conversationId, open.messageId) : [];
}

/** Refused messages are free, so an attacker could fill the disk with them. Only a limited number is stored per day. */
async function mayStoreRefused(tx: Tx, agent: LiveAgent, rules: AcceptRules): Promise<boolean> {
  // A preview is the owner's own trial, so its refused messages are of no interest later.
  if (agent.preview || agent.id === null || rules.isDiskLow) return false;
  return reserveRefused(
    tx,
    { agentId: agent.id, accountId: agent.accountId, day: dayOf(tx.now, rules.timeZone) },
    rules.limits.refusedStored,
  );
}

/** The beginning of a refused message; never ends with half of a surrogate pair. */
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

/** The result for a message that was received before; null: its last turn failed, so it may have another one. */
async function answerRepeat(
  tx: Tx,
  conversationId: string,
  clientId: string,
  last: StoredTurn,
  { isLive }: AcceptRules,
): Promise<Accepted | null> {
  if (last.state === "open" && isLive(last.id)) return { kind: "underway" };
  const reply = await findByClientId(tx, conversationId, clientId, "agent");
  if (last.state === "answered" && reply) return { kind: "told", reply, text: "", isNew: false };
  return last.attempt >= MAX_ATTEMPTS ? { kind: "given_up" } : null;
}

/** A visitor message is charged once, so what an earlier attempt has charged or left reserved is given back. */
async function forgetAttempt(tx: Tx, conversationId: string, clientId: string, last: StoredTurn): Promise<void> {
  await deleteReply(tx, conversationId, clientId);
  await settleUnfinished(tx, [last]);
}

/** What the decision needs to know about the agent's account. */
interface Means {
  allowance: Allowance;
  /** `budget` if a budget is used up, `unverified` if the owner must confirm the email address first. */
  spending: BuiltInOnly;
}

async function decide(tx: Tx, { agent, language }: Incoming, rules: AcceptRules, { allowance, spending }: Means): Promise<Verdict> {
  const day = dayOf(tx.now, rules.timeZone);
  const month = day.slice(0, 7);
  if (agent.preview) {
    const isReserved = await reservePreview(tx, agent.accountId, day, previewLimit(allowance, rules));
    return isReserved
      ? { state: "open", charge: "none", charged: null, builtInOnly: spending }
      : { state: "limited", text: PREVIEW_LIMIT_TEXTS[language] };
  }
  if (agent.id === null) throw notFound();
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
  countDay(tx, charged.agentId, charged.accountId, day);
  const isDemo = DEMO_CHAT_IDS.includes(agent.id);
  const mayCall = !isDemo || (await reserveModelCall(tx, agent.id, agent.accountId, day, rules.limits.demoModelCalls));
  return { state: "open", charge: "reserved", charged, builtInOnly: mayCall ? spending : "demo" };
}

/** The Free Plan has a lower limit: signing up is free, and a preview calls a model that the operator pays for. */
function previewLimit(allowance: Allowance, { limits }: AcceptRules): number {
  const isFree = allowance.limits !== null && allowance.plan.id === FREE_PLAN_ID;
  return isFree ? Math.min(limits.freePreviews, limits.previews) : limits.previews;
}

/** The sums do not include replies that are still being written, so a budget can be exceeded by the cost of those. */
async function judgeSpending(tx: Tx, accountId: string, month: string, budgets: AcceptRules["budgets"]): Promise<BuiltInOnly> {
  if (budgets.boxSen === null && budgets.ownerSen === null) return null;
  const spent = await findSpent(tx, month, accountId);
  const isUsedUp = judgeBudget(spent.box, budgets.boxSen) === "used up" || judgeBudget(spent.owner, budgets.ownerSen) === "used up";
  return isUsedUp ? "budget" : null;
}

function beginConversation(tx: Tx, visitor: VisitorSession, agent: LiveAgent): string {
  const id = newId();
  keepVisitor(tx, { id: visitor.visitorId, agentId: agent.id, origin: visitor.origin, identity: visitor.identity });
  const accountId = agent.preview ? null : agent.accountId;
  insertConversation(tx, { id, agentId: agent.id, visitorId: visitor.visitorId, accountId });
  return id;
}

/** The message that the visitor gets instead of a reply if the plan is used up or the agent is offline. */
function refusal(clientId: string, { state, text }: Refused) {
  const kind = state === "limited" ? "limit" : "offline";
  return { id: newId(), author: "agent", clientId, kind, text, status: "complete" } as const;
}

/** Stores a refused turn together with its answer. */
function tell(tx: Tx, turn: StoredTurn, reply: ReturnType<typeof refusal>): StoredMessage {
  insertTurn(tx, turn, null);
  appendMessage(tx, { ...reply, conversationId: turn.conversationId, unanswered: true });
  endNewTurn(tx, turn.id, reply.kind === "limit" ? "limited" : "offline", reply.id);
  return { ...reply, at: tx.now };
}
