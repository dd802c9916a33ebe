/** Calls of the contract as the web makes them: their addresses at run time, and wrong uses that must not compile. */
import { expect, test } from "bun:test";
import { accountCalls } from "../../src/contract/calls/accounts.ts";
import { agentCalls } from "../../src/contract/calls/agents.ts";
import { describe as withSchemas } from "../../src/contract/calls/call.schema.ts";
import { ADMINISTRATOR, call as row } from "../../src/contract/calls/call.ts";
import { conversationCalls } from "../../src/contract/calls/conversations.ts";
import { knowledgeCalls } from "../../src/contract/calls/knowledge.ts";
import { planApi } from "../../src/contract/calls/plans.schema.ts";
import { billInput } from "../../src/contract/payment.schema.ts";
import type { planInput } from "../../src/contract/plan.schema.ts";
import type { Http } from "../../src/server/platform/http/http.ts";
import { addressOf, call } from "../../src/web/api.ts";

test("a parameter is one segment of the path, whatever characters it has", () => {
  const params = { chatId: "a/b?c", entryId: "ä#1" };
  expect(addressOf(knowledgeCalls.moveEntry, { params })).toBe("/api/chats/a%2Fb%3Fc/knowledge/%C3%A4%231/move");
});

test("empty and missing values are left out of a query, but zero is not", () => {
  const params = { id: "talk" };
  expect(addressOf(conversationCalls.fetchConversation, { params, query: { after: 0 } })).toBe("/api/conversations/talk?after=0");
  expect(addressOf(conversationCalls.searchArchive, { query: { q: "", page: undefined, from: "2026-11-01" } })).toBe(
    "/api/conversations?from=2026-11-01",
  );
  expect(addressOf(conversationCalls.searchArchive)).toBe("/api/conversations");
});

/** Never runs. The type checker reports each line that it would accept. */
export function wrongUses(http: Http) {
  // @ts-expect-error: a parameter of the path is missing
  void call(agentCalls.deleteAgent);
  // @ts-expect-error: the parameter has a different name
  void call(agentCalls.deleteAgent, { params: { id: "a" } });
  // @ts-expect-error: the body is missing
  void call(accountCalls.logIn, { token: null });
  // @ts-expect-error: a field of the body is missing
  void call(accountCalls.logIn, { body: { email: "siti@example.com" } });
  // @ts-expect-error: a field has a different type
  void call(knowledgeCalls.updateEntry, { params: { chatId: "a", entryId: "b" }, body: { entry: 1 } });
  // @ts-expect-error: there is no such field
  void call(conversationCalls.fetchConversation, { params: { id: "a" }, query: { before: 1 } });
  // @ts-expect-error: not one of the possible values
  void call(conversationCalls.listConversations, { params: { chatId: "a" }, query: { unanswered: "yes" } });
  // @ts-expect-error: the call takes no body
  void call(agentCalls.restoreAgent, { params: { chatId: "a" }, body: {} });
  // @ts-expect-error: a call that creates something needs an idempotency key
  void call(agentCalls.createAgent, { body: { chatName: "Kedai" } });
  // @ts-expect-error: the answer has no such field
  void call(agentCalls.requestTicket, { params: { chatId: "a" } }).then(({ session }) => session);

  // @ts-expect-error: the answer lacks a field
  void http.endpoint(planApi.deletePlan, async () => ({}));
  // @ts-expect-error: the path has no such parameter
  void http.endpoint(planApi.deletePlan, async ({ params }) => ({ message: params.planId }));
  // @ts-expect-error: anyone may call it, so there may be no viewer
  void http.endpoint(planApi.listPlans, async ({ viewer }) => (viewer.accountId === "" ? [] : []));

  const rows = { createPlan: row<{ body: typeof planInput }>()("POST", "/api/plans", "admin", ADMINISTRATOR) };
  // @ts-expect-error: a call that takes a body has no schema
  void withSchemas(rows, {});
  // @ts-expect-error: the schema belongs to another call
  void withSchemas(rows, { createPlan: { body: billInput } });
}
