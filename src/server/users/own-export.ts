/** Everything that is stored about a person and, for its owners, about the business on screen, as one JSON file, in slices. */
import { formatEntry } from "../../contract/knowledge.ts";
import { findOpenLink } from "../accounts/links-store.ts";
import { listBusinesses } from "../accounts/members-store.ts";
import { listSessions } from "../accounts/sessions-store.ts";
import { type Account, findAccount, findPerson, type Person } from "../accounts/store.ts";
import { listGolden } from "../agents/golden/golden-store.ts";
import { presentOwnAgent } from "../agents/present.ts";
import { findAgent, listAgents, type StoredAgent } from "../agents/store.ts";
import { describeVersion } from "../agents/versions/read-versions.ts";
import { pageVersions } from "../agents/versions/versions-store.ts";
import { presentAccountLog } from "../audit/present.ts";
import { listAccountLog } from "../audit/store.ts";
import { listMessages } from "../conversations/archive-store.ts";
import { readArchive } from "../conversations/export.ts";
import { presentConversation, presentItem } from "../conversations/present.ts";
import { findRetention } from "../conversations/retention-store.ts";
import { listPages } from "../knowledge/page-store.ts";
import { listSources } from "../knowledge/source-store.ts";
import { listEntries } from "../knowledge/store.ts";
import { presentNotice } from "../notices/present.ts";
import { listAllNotices } from "../notices/store.ts";
import { listPaymentsOf } from "../payments/list-store.ts";
import { presentPayment } from "../payments/present.ts";
import { presentReceipt } from "../payments/receipts.ts";
import { findBillingDetails, listReceiptsOf } from "../payments/receipts-store.ts";
import type { Clock } from "../platform/clock.ts";
import { notFound } from "../platform/errors.ts";
import type { Reader } from "../platform/storage/db.ts";
import { presentPages, presentSource } from "../sources/present.ts";
import { presentAccount } from "./present.ts";

const SLICE = 100;

interface Deps {
  db: Reader;
  clock: Clock;
  config: { tz: string };
}

/** `accountId`: the business, if the person is an owner of it; otherwise null. @throws DomainError not_found. */
export async function* exportAccount(
  { db, clock, config }: Deps,
  { accountId, userId }: { accountId: string | null; userId: string },
): AsyncGenerator<string> {
  const person = await findPerson(db, userId);
  const account = accountId === null ? undefined : await findAccount(db, accountId);
  if (!person || (accountId !== null && !account)) throw notFound();
  yield `{\n"person": ${JSON.stringify(await describePerson(db, person))}`;
  if (account) yield `,\n"account": ${JSON.stringify(await describeBusiness({ db, clock }, account))}`;
  const lists = {
    devices: readDevices(db, userId),
    ...(account ? listsOf({ db, config }, { accountId: account.id, userId }) : {}),
    log: readLog(db, account?.id ?? "", userId),
  };
  for (const [name, items] of Object.entries(lists)) {
    yield `,\n"${name}": [`;
    yield* listOf(items, clock);
    yield "]";
  }
  yield "\n}\n";
}

const describePerson = async (db: Reader, { id, username, email, isVerified, language, createdAt }: Person) => ({
  id,
  username,
  email,
  isEmailVerified: isVerified === true,
  pendingEmail: (await findOpenLink(db, id, "email"))?.email ?? null,
  language: language ?? null,
  createdAt: iso(createdAt),
  businesses: await listBusinesses(db, id),
});

/** Without the name and the address of its contact, who may be another owner. */
async function describeBusiness(deps: Pick<Deps, "db" | "clock">, account: Account) {
  const { plan: _plan, username: _username, email: _email, ...business } = await presentAccount(deps, account);
  return {
    ...business,
    createdAt: iso(account.createdAt),
    billingDetails: await findBillingDetails(deps.db, account.id),
    conversationsKeptDays: await findRetention(deps.db, account.id),
  };
}

function listsOf({ db, config }: Pick<Deps, "db" | "config">, { accountId, userId }: { accountId: string; userId: string }) {
  return {
    agents: readAgents(db, accountId),
    sources: readSources(db, accountId),
    testQuestions: readTestQuestions(db, accountId),
    versions: readVersions(db, accountId, config.tz),
    conversations: readConversations(db, accountId),
    notices: readNotices(db, accountId, userId),
    payments: readPayments(db, accountId),
  };
}

const iso = (at: number) => new Date(at).toISOString();

/** Reads a list slice by slice. */
async function* slices<Item>(read: (page: { limit: number; offset: number }) => Promise<Item[]>): AsyncGenerator<Item> {
  for (let offset = 0; ; offset += SLICE) {
    const items = await read({ limit: SLICE, offset });
    yield* items;
    if (items.length < SLICE) return;
  }
}

/** The items of an array, without its brackets. Others have their turn between two slices. */
async function* listOf(items: AsyncIterable<unknown>, clock: Clock): AsyncGenerator<string> {
  let count = 0;
  for await (const item of items) {
    yield `${count === 0 ? "" : ","}\n${JSON.stringify(item)}`;
    if (++count % SLICE === 0) await clock.sleep(0);
  }
}

async function* readDevices(db: Reader, userId: string): AsyncGenerator<unknown> {
  for (const { createdAt, lastSeenAt, address, agent } of await listSessions(db, userId)) {
    yield { agent, address, createdAt: iso(createdAt), lastSeenAt: iso(lastSeenAt) };
  }
}

async function* agentsOf(db: Reader, accountId: string): AsyncGenerator<StoredAgent> {
  for (const { id } of await listAgents(db, accountId)) {
    const agent = await findAgent(db, id);
    if (agent) yield agent;
  }
}

async function* readAgents(db: Reader, accountId: string): AsyncGenerator<unknown> {
  for await (const agent of agentsOf(db, accountId)) {
    const entries = (await listEntries(db, agent.id)).map(({ entry }) => formatEntry(entry));
    yield presentOwnAgent(agent, { knowledge: entries, knowledgeCount: entries.length, messageCount: 0 });
  }
}

/** Each source with its pages; what was read of them is in the entries of the agent. */
async function* readSources(db: Reader, accountId: string): AsyncGenerator<unknown> {
  for await (const { id: agentId } of agentsOf(db, accountId)) {
    for await (const source of slices((page) => listSources(db, agentId, page))) {
      const { job: _job, ...view } = await presentSource(db, source);
      const pages: unknown[] = [];
      for await (const page of slices((at) => listPages(db, source.id, at))) pages.push(...(await presentPages(db, [page])));
      yield { agentId, ...view, pages };
    }
  }
}

async function* readTestQuestions(db: Reader, accountId: string): AsyncGenerator<unknown> {
  for await (const { id: agentId } of agentsOf(db, accountId)) {
    for (const { id, question, expects, run, modelRun } of await listGolden(db, agentId))
      yield { agentId, id, question, expects, run, modelRun };
  }
}

/** Each version with what it changed. */
async function* readVersions(db: Reader, accountId: string, timeZone: string): AsyncGenerator<unknown> {
  for await (const agent of agentsOf(db, accountId)) {
    for await (const version of slices((page) => pageVersions(db, agent.id, page))) {
      yield { agentId: agent.id, ...(await describeVersion(db, agent.id, version, timeZone)) };
    }
  }
}

async function* readNotices(db: Reader, accountId: string, userId: string): AsyncGenerator<unknown> {
  for await (const { readAt, ...notice } of slices((page) => listAllNotices(db, { accountId, userId }, page))) {
    yield { ...presentNotice(notice, notice.createdAt), readAt: readAt === null ? null : iso(readAt) };
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
  const read = async (page: { limit: number; offset: number }) => (await listPaymentsOf(db, accountId, page)).payments;
  for await (const payment of slices(read)) {
    const receipts = await listReceiptsOf(db, payment.id, SLICE);
    yield { ...presentPayment(payment), receipts: receipts.map(presentReceipt) };
  }
}

async function* readLog(db: Reader, accountId: string, personId: string): AsyncGenerator<unknown> {
  const read = async (page: { limit: number; offset: number }) => (await listAccountLog(db, { accountId, personId }, page)).rows;
  for await (const row of slices(read)) yield presentAccountLog(row);
}
