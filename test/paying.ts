/** The whole server for a test, with billing set up for the local Billplz, and plans to buy. */
import { sql } from "../src/server/platform/storage/db.ts";
import { createFakeClock, type FakeClock, type Reply, type TestApp, testApp } from "./app.ts";
import { type BillplzAccount, LIVE_ACCOUNT, type LocalBillplz, returnOf, SANDBOX_ACCOUNT, startBillplz } from "./billplz.ts";
import { until } from "./until.ts";

export const STARTER = 2;
export const PRO = 3;
const PUBLIC_URL = "https://sapa.example";

export interface Paying {
  sapa: TestApp;
  billplz: LocalBillplz;
  admin: string;
  owner: { id: string; token: string; username: string };
  /** Starts a subscription. @returns the answer of the bill's route. */
  subscribe(planId?: number, token?: string): Promise<Reply>;
  /**
   * The owner subscribes at each of the nodes at once. The provider makes a bill only after all other clicks were answered,
   * so that none of them can find a finished one. @returns the replies in the order in which they arrived.
   */
  clickAtOnce(nodes: readonly TestApp[]): Promise<Reply[]>;
  /** Subscribes and returns the bill's id. */
  bill(planId?: number, token?: string): Promise<string>;
  /** The request that the owner's browser makes after the return from the hosted page. */
  verify(billId: string, token?: string): Promise<Reply>;
  payment(billId: string): Promise<Record<string, unknown>>;
  /** The owner's plan and its end, as the dashboard has them. */
  planOf(token?: string): Promise<[planId: number, validUntil: string | null]>;
  count(table: "terms" | "audit" | "payments", where?: string): Promise<number>;
  configure(account: BillplzAccount, sandbox: boolean): Promise<void>;
  /** Runs the reconciler once. */
  reconcile(): Promise<void>;
  /** The lines of the log about payments that were not accepted as genuine. */
  doubts(): string[];
  close(): Promise<void>;
}

export async function openPaying(options: { folder?: string; clock?: FakeClock; billplz?: LocalBillplz } = {}): Promise<Paying> {
  const clock = options.clock ?? createFakeClock();
  const billplz = options.billplz ?? startBillplz({ now: () => clock.now() });
  const env = { SAPA_BILLPLZ_URL: billplz.url, SAPA_PUBLIC_URL: PUBLIC_URL };
  const sapa = await testApp({ env, folder: options.folder, clock });
  billplz.state.deliverTo = await sapa.listen();
  const admin = await sapa.adminToken();
  const owner = await sapa.signUp("siti");
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into plans (id, name, msg_limit, chat_limit, knowledge_word_limit, add_knowledge_limit, price_sen, validity_months,
        discount_bp, created_at, updated_at)
      values (${STARTER}, 'Starter', 1000, 2, 500, 10, 2990, 1, 0, 0, 0), (${PRO}, 'Pro', 5000, 5, 2000, 50, 4900, 12, 2000, 0, 0)`);
  });

  const paying: Paying = {
    sapa,
    billplz,
    admin,
    owner,
    subscribe: (planId = STARTER, token = owner.token) => sapa.call("POST", "/api/billplz/bills", { token, body: { planId } }),
    async clickAtOnce(nodes) {
      const replies: Reply[] = [];
      billplz.state.beforeCreate = () => until(() => replies.length >= nodes.length - 1);
      await Promise.all(
        nodes.map(async (node) => {
          replies.push(await node.call("POST", "/api/billplz/bills", { token: owner.token, body: { planId: STARTER } }));
        }),
      );
      billplz.state.beforeCreate = null;
      return replies;
    },
    async bill(planId, token) {
      const { status, body, text } = await paying.subscribe(planId, token);
      if (status !== 201) throw new Error(text);
      return body.id;
    },
    verify: (billId, token = owner.token) =>
      sapa.call("POST", "/api/payments/verify", { token, body: { billplz: returnOf(billplz.bill(billId)) } }),
    async payment(billId) {
      const { body } = await sapa.call("GET", `/api/payments?q=${billId}`, { token: admin });
      return body.payments[0];
    },
    async planOf(token = owner.token) {
      const { body } = await sapa.call("GET", "/api/billing", { token });
      return [body.planId, body.validUntil];
    },
    async count(table, where = "true") {
      const tables = {
        terms: sql`select count(*) as n from terms`,
        audit: sql`select count(*) as n from audit where action = ${where} or ${where} = 'true'`,
        payments: sql`select count(*) as n from payments where status = ${where} or ${where} = 'true'`,
      };
      return (await sapa.db.get<{ n: number }>(tables[table]))?.n ?? -1;
    },
    async configure(account, sandbox) {
      const body = {
        billplzApiKey: account.apiKey,
        billplzCollectionId: account.collections[0],
        billplzXSignatureKey: account.xSignatureKey,
        billplzSandbox: sandbox ? 1 : 0,
      };
      await sapa.call("PUT", "/api/settings", { token: admin, body });
    },
    async reconcile() {
      await sapa.live.payments.reconcile(new AbortController().signal);
      await sapa.live.payments.idle();
    },
    doubts: () => sapa.logLines.filter((line) => line.includes("a payment was not accepted")),
    async close() {
      await sapa.live.payments.idle();
      await sapa.close();
      if (!options.billplz) await billplz.stop();
    },
  };
  await paying.configure(LIVE_ACCOUNT, false);
  return paying;
}

export { LIVE_ACCOUNT, SANDBOX_ACCOUNT };
