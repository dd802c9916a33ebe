/** Everything that is stored about an account, as one JSON file, in slices. */
import { formatEntry } from "../../contract/knowledge.ts";
import { findAccount } from "../accounts/store.ts";
import { presentOwnAgent } from "../agents/present.ts";
import { findAgent, listAgents } from "../agents/store.ts";
import { presentAccountLog } from "../audit/present.ts";
import { listAccountLog } from "../audit/store.ts";
import { listMessages } from "../conversations/archive-store.ts";
import { readArchive } from "../conversations/export.ts";
import { presentConversation, presentItem } from "../conversations/present.ts";
import { listEntries } from "../knowledge/store.ts";
import { listPaymentsOf } from "../payments/list-store.ts";
import { presentPayment } from "../payments/present.ts";
import type { Clock } from "../platform/clock.ts";
import { notFound } from "../platform/errors.ts";
import type { Reader } from "../platform/storage/db.ts";
import { presentAccount } from "./present.ts";

const SLICE = 100;

interface Deps {
  db: Reader;
  clock: Clock;
}

/** @throws DomainError not_found. */
export async function* exportAccount({ db, clock }: Deps, accountId: string): AsyncGenerator<string> {
  const account = await findAccount(db, accountId);
  if (!account) throw notFound();
  const { plan: _plan, ...user } = await presentAccount({ db, clock }, account);
  const createdAt = new Date(account.createdAt).toISOString();
  yield `{\n"account": ${JSON.stringify({ ...user, language: account.language ?? null, createdAt })},\n"agents": [`;
  yield* listOf(readAgents(db, accountId), clock);
  yield '],\n"conversations": [';
  yield* listOf(readConversations(db, accountId), clock);
  yield '],\n"payments": [';
  yield* listOf(readPayments(db, accountId), clock);
  yield '],\n"log": [';
  yield* listOf(readLog(db, accountId), clock);
  yield "]\n}\n";
}

/** The items of an array, without its brackets. Others have their turn between two slices. */
async function* listOf(items: AsyncIterable<unknown>, clock: Clock): AsyncGenerator<string> {
  let count = 0;
  for await (const item of items) {
    yield `${count === 0 ? "" : ","}\n${JSON.stringify(item)}`;
    if (++count % SLICE === 0) await clock.sleep(0);
  }
}

async function* readAgents(db: Reader, accountId: string): AsyncGenerator<unknown> {
  for (const { id } of await listAgents(db, accountId)) {
    const agent = await findAgent(db, id);
    if (!agent) continue;
    const entries = (await listEntries(db, id)).map(({ entry }) => formatEntry(entry));
    yield presentOwnAgent(agent, { knowledge: entries, knowledgeCount: entries.length, messageCount: 0 });
  }
}

async function* readConversations(db: Reader, accountId: string): AsyncGenerator<unknown> {
  for await (const slice of readArchive(db, { accountId })) {
    for (const { conversation, opening, chatName } of slice) {
      const messages: unknown[] = [];
      for (let after = 0; ; ) {
        const page = await listMessages(db, conversation.id, after, SLICE);
        messages.push(...page.map(presentItem));
        after = page.at(-1)?.sequence ?? after;
        if (page.length < SLICE) break;
      }
      yield { ...presentConversation(conversation, opening), chatName, messages };
    }
  }
}

async function* readPayments(db: Reader, accountId: string): AsyncGenerator<unknown> {
  for (let offset = 0; ; offset += SLICE) {
    const { payments } = await listPaymentsOf(db, accountId, { limit: SLICE, offset });
    yield* payments.map(presentPayment);
    if (payments.length < SLICE) return;
  }
}

async function* readLog(db: Reader, accountId: string): AsyncGenerator<unknown> {
  for (let offset = 0; ; offset += SLICE) {
    const { rows } = await listAccountLog(db, accountId, { limit: SLICE, offset });
    yield* rows.map(presentAccountLog);
    if (rows.length < SLICE) return;
  }
}
