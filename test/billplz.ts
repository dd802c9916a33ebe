/**
 * A local Billplz with the documented API, a hosted page on which a payment succeeds or fails, signed redirects, and
 * callbacks that are repeated on the documented schedule. It has its own code for signatures, so that a mistake in the
 * product's code is not repeated here.
 */
import { createHmac } from "node:crypto";

export interface BillplzAccount {
  apiKey: string;
  xSignatureKey: string;
  collections: string[];
  /** Whether redirects and callbacks have the extra payment completion fields, which are signed like the others. */
  hasExtras: boolean;
}

export interface LocalBill {
  id: string;
  account: BillplzAccount;
  collection_id: string;
  paid: boolean;
  state: "due" | "paid" | "deleted";
  amount: number;
  paid_amount: number;
  due_at: string;
  email: string;
  mobile: string | null;
  name: string;
  url: string;
  paid_at: string | null;
  reference_1: string | null;
  reference_2: string | null;
  redirect_url: string;
  callback_url: string;
  description: string;
}

interface Delivery {
  fields: Record<string, string>;
  url: string;
  attempt: number;
  dueAt: number;
}

export interface Answered {
  status: number;
  attempt: number;
  ms: number;
}

export const LIVE_ACCOUNT: BillplzAccount = {
  apiKey: "live-4e49de80-1670-4606",
  xSignatureKey: "S-live-x-signature-key",
  collections: ["inbmmepb"],
  hasExtras: false,
};
export const SANDBOX_ACCOUNT: BillplzAccount = {
  apiKey: "sandbox-73eb57f0-7d4e-42b9",
  xSignatureKey: "S-sandbox-x-signature-key",
  collections: ["sbx_1234"],
  hasExtras: true,
};

/** The waiting times after callbacks that were not answered with 200, without the random 0 to 300 s. */
const RETRIES_MS = [15_000, 15 * 60_000, 15 * 60_000, 24 * 60 * 60_000];
const MAX_JITTER_MS = 300_000;

type Fault = "500" | "429" | "422-list" | "422-text" | "hang" | "garbage" | null;

export interface LocalBillplzOptions {
  now?: () => number;
  accounts?: BillplzAccount[];
  /** Returns a number from 0 to 1. */
  random?: () => number;
  port?: number;
}

export function startBillplz(options: LocalBillplzOptions = {}) {
  const now = options.now ?? Date.now;
  const random = options.random ?? (() => 0);
  const accounts = options.accounts ?? [LIVE_ACCOUNT, SANDBOX_ACCOUNT];
  const bills = new Map<string, LocalBill>();
  const waiting: Delivery[] = [];
  const answers: Answered[] = [];
  const state = {
    fault: null as Fault,
    /** Whether callbacks get lost. */
    isLosingCallbacks: false,
    /** The rate limit in the headers of the next answer to a GET; null for `unlimited`. */
    room: null as { limit: number; remaining: number; resetSeconds: number } | null,
    gets: 0,
    /** Runs before the answer to each GET, with the number of GETs so far. */
    beforeGet: null as ((gets: number) => void) | null,
    /** Runs before each new bill is made, which waits until it has finished. */
    beforeCreate: null as (() => Promise<unknown>) | null,
    /** The origin to which callbacks are sent instead of the one in their address. */
    deliverTo: null as string | null,
  };
  let made = 0;

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: options.port ?? 0,
    fetch: (request) => {
      const url = new URL(request.url);
      const page = /^\/bills\/([\w-]+)(?:\/(pay|fail))?$/.exec(url.pathname);
      if (page) return hosted(request, page[1] ?? "", page[2]);
      return api(request, url);
    },
  });
  const origin = `http://127.0.0.1:${server.port}`;

  const api = async (request: Request, url: URL): Promise<Response> => {
    if (state.fault === "hang") await Bun.sleep(60_000);
    if (state.fault === "garbage") return new Response("<html>Bad gateway</html>", { status: 502 });
    if (state.fault === "500") return refuse(500, "InternalServerError", ["Something went wrong"]);
    const account = accounts.find(({ apiKey }) => request.headers.get("authorization") === `Basic ${btoa(`${apiKey}:`)}`);
    if (!account) return refuse(401, "Unauthorized", "Access denied");
    if (request.method === "GET") {
      state.gets++;
      state.beforeGet?.(state.gets);
      if (state.fault === "429" || state.room?.remaining === 0) return limited();
    }
    if (request.method === "POST" && url.pathname === "/api/v3/bills") {
      await state.beforeCreate?.();
      return create(request, account);
    }
    if (url.pathname === "/api/v4/webhook_rank") return answer({ rank: 0 });
    const collection = /^\/api\/v3\/collections\/([\w-]+)$/.exec(url.pathname)?.[1];
    if (collection) return account.collections.includes(collection) ? answer({ id: collection, title: "Sapa" }) : missing();
    const bill = bills.get(/^\/api\/v3\/bills\/([\w-]+)$/.exec(url.pathname)?.[1] ?? "");
    if (bill?.account !== account) return missing();
    if (request.method === "DELETE") return remove(bill);
    return answer(present(bill));
  };

  const create = async (request: Request, account: BillplzAccount): Promise<Response> => {
    if (state.fault === "422-list") return refuse(422, "RecordInvalid", ["Validation failed: Collection has been archived"]);
    if (state.fault === "422-text") return refuse(422, "RecordInvalid", "Validation failed: Collection has been archived");
    const form = Object.fromEntries(new URLSearchParams(await request.text()));
    const wrong = invalidIn(form);
    if (wrong.length > 0) return refuse(422, "RecordInvalid", wrong);
    if (!account.collections.includes(form.collection_id ?? "")) return missing();
    const id = `bill${++made}${Math.floor(now() / 1000).toString(36)}`;
    const bill: LocalBill = {
      id,
      account,
      collection_id: form.collection_id ?? "",
      paid: false,
      state: "due",
      amount: Number(form.amount),
      paid_amount: 0,
      due_at: new Date(now()).toISOString().slice(0, 10),
      email: form.email ?? "",
      mobile: form.mobile ?? null,
      name: (form.name ?? "").toUpperCase(),
      url: `${origin}/bills/${id}`,
      paid_at: null,
      reference_1: form.reference_1 ?? null,
      reference_2: null,
      redirect_url: form.redirect_url ?? "",
      callback_url: form.callback_url ?? "",
      description: form.description ?? "",
    };
    bills.set(id, bill);
    return answer(present(bill));
  };

  const remove = (bill: LocalBill): Response => {
    if (bill.state !== "due") return refuse(422, "RecordInvalid", ["Bill cannot be deleted"]);
    bill.state = "deleted";
    return answer({});
  };

  const hosted = (request: Request, id: string, action: string | undefined): Response => {
    const bill = bills.get(id);
    if (!bill || bill.state === "deleted") return new Response("Bill not found", { status: 404 });
    if (request.method !== "POST") return new Response(pageOf(bill), { headers: { "content-type": "text/html; charset=utf-8" } });
    finish(bill, action === "pay");
    return new Response(null, { status: 303, headers: { location: returnAddress(bill) } });
  };

  /** Applies the bank's result: sets the bill's state, and sends a callback in both cases. */
  const finish = (bill: LocalBill, isPaid: boolean) => {
    if (isPaid && bill.state !== "paid") {
      Object.assign(bill, { paid: true, state: "paid", paid_amount: bill.amount, paid_at: stamp(now()) });
    }
    if (!state.isLosingCallbacks) waiting.push({ fields: callbackOf(bill), url: bill.callback_url, attempt: 1, dueAt: now() });
  };

  const send = async (delivery: Delivery): Promise<void> => {
    const begun = performance.now();
    const { origin: to, pathname } = new URL(delivery.url);
    const response = await fetch((state.deliverTo ?? to) + pathname, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(delivery.fields).toString(),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => new Response(null, { status: 599 }));
    answers.push({ status: response.status, attempt: delivery.attempt, ms: performance.now() - begun });
    const pause = RETRIES_MS[delivery.attempt - 1];
    if (response.status === 200 || pause === undefined) return;
    const dueAt = now() + pause + Math.floor(random() * MAX_JITTER_MS);
    waiting.push({ ...delivery, attempt: delivery.attempt + 1, dueAt });
  };

  /** Sends the callbacks that are due by the clock. */
  const deliver = async (): Promise<void> => {
    const due = waiting.filter(({ dueAt }) => dueAt <= now());
    for (const delivery of due) waiting.splice(waiting.indexOf(delivery), 1);
    await Promise.all(due.map(send));
  };
  // With the machine's clock, callbacks are delivered automatically; with a test's clock, when the test calls `deliver`.
  const timer = options.now ? undefined : setInterval(() => void deliver(), 200);

  const limited = () => {
    const { limit, remaining, resetSeconds } = state.room ?? { limit: 10, remaining: 0, resetSeconds: 300 };
    const headers = { "ratelimit-limit": `${limit}`, "ratelimit-remaining": `${remaining}`, "ratelimit-reset": `${resetSeconds}` };
    return Response.json({ error: { type: "RateLimit", message: ["Too many requests"] } }, { status: 429, headers });
  };
  const answer = (body: unknown) => {
    const { room } = state;
    const say = (value: number | undefined) => (value === undefined ? "unlimited" : `${value}`);
    const headers = {
      "ratelimit-limit": say(room?.limit),
      "ratelimit-remaining": say(room?.remaining),
      "ratelimit-reset": say(room?.resetSeconds),
    };
    return Response.json(body, { headers });
  };

  return {
    url: origin,
    bills,
    state,
    /** The callbacks that are not yet delivered. */
    waiting,
    /** The status of the answer to each delivery. */
    answers,
    deliver,
    bill(id: string): LocalBill {
      const bill = bills.get(id);
      if (!bill) throw new Error(`no bill ${id}`);
      return bill;
    },
    finish,
    stop: async () => {
      clearInterval(timer);
      await server.stop(true);
    },
  };
}

export type LocalBillplz = ReturnType<typeof startBillplz>;

const refuse = (status: number, type: string, message: string | string[]) => Response.json({ error: { type, message } }, { status });
const missing = () => refuse(404, "RecordNotFound", ["Record not found"]);

function invalidIn(form: Record<string, string>): string[] {
  const wrong: string[] = [];
  if (!form.collection_id) wrong.push("Collection can't be blank");
  if (!form.email && !form.mobile) wrong.push("Email can't be blank");
  if (!form.name || form.name.length > 255) wrong.push("Name is invalid");
  if (!/^[1-9]\d*$/.test(form.amount ?? "")) wrong.push("Amount must be a positive integer");
  if (!form.callback_url) wrong.push("Callback url can't be blank");
  if (!form.description || form.description.length > 200) wrong.push("Description is invalid");
  if ((form.reference_1_label ?? "").length > 20 || (form.reference_1 ?? "").length > 120) wrong.push("Reference is too long");
  return wrong;
}

/** A bill as the API returns it. */
function present({ account: _account, paid_at: _paidAt, ...bill }: LocalBill): Record<string, unknown> {
  return { ...bill, reference_1_label: "Payment", reference_2_label: null };
}

/** A time in Billplz's format: 2018-09-27 15:15:09 +0800. */
function stamp(at: number): string {
  return `${new Date(at + 8 * 60 * 60_000).toISOString().slice(0, 19).replace("T", " ")} +0800`;
}

/** The documented signature. */
export function signLike(fields: Record<string, string>, key: string, prefix = ""): string {
  const parts = Object.keys(fields).map((name) => prefix + name + fields[name]);
  parts.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  return createHmac("sha256", key).update(parts.join("|")).digest("hex");
}

const extrasOf = (bill: LocalBill): Record<string, string> =>
  bill.account.hasExtras ? { transaction_id: `TX${bill.id}`, transaction_status: bill.paid ? "completed" : "failed" } : {};

export function callbackOf(bill: LocalBill): Record<string, string> {
  const fields: Record<string, string> = {
    id: bill.id,
    collection_id: bill.collection_id,
    paid: String(bill.paid),
    state: bill.state,
    amount: String(bill.amount),
    paid_amount: String(bill.paid_amount),
    due_at: bill.due_at,
    email: bill.email,
    mobile: bill.mobile ?? "",
    name: bill.name,
    url: bill.url,
    paid_at: bill.paid_at ?? "",
    ...extrasOf(bill),
  };
  return { ...fields, x_signature: signLike(fields, bill.account.xSignatureKey) };
}

/** The parameters of the return address, without their prefix. */
export function returnOf(bill: LocalBill): Record<string, string> {
  const fields = { id: bill.id, paid: String(bill.paid), paid_at: bill.paid_at ?? "", ...extrasOf(bill) };
  return { ...fields, x_signature: signLike(fields, bill.account.xSignatureKey, "billplz") };
}

function returnAddress(bill: LocalBill): string {
  const url = new URL(bill.redirect_url);
  for (const [name, value] of Object.entries(returnOf(bill))) url.searchParams.append(`billplz[${name}]`, value);
  return url.href;
}

function pageOf(bill: LocalBill): string {
  const amount = (bill.amount / 100).toFixed(2);
  const button = (action: string, label: string) =>
    `<form method="post" action="/bills/${bill.id}/${action}"><button type="submit">${label}</button></form>`;
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bill ${bill.id}</title>
<main style="font:16px/1.5 sans-serif;max-width:24rem;margin:4rem auto;padding:0 1rem"><h1>RM${amount}</h1>
<p>${Bun.escapeHTML(bill.description)}</p><p>${Bun.escapeHTML(bill.name)}</p>
${bill.paid ? "<p>This bill has been paid.</p>" : `${button("pay", "Pay")}<br>${button("fail", "Fail")}`}</main></html>`;
}
