/** Billplz's API, versions 3 and 4, as Billplz documents it. */

import { z } from "zod";
import { told } from "../../contract/messages/message.ts";
import { BILLPLZ_URL } from "../platform/config.ts";
import { type Bill, type BillingAccess, BillingError, type BillingProvider } from "./billing.ts";
import type { RateLimit } from "./rate-limit.ts";

const SANDBOX = "https://www.billplz-sandbox.com";
const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 256 * 1024;
const MAX_MESSAGE = 300;

const sen = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.number().int().min(0));
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const billAnswer = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/),
  collection_id: z.string(),
  paid: z.boolean(),
  state: z.enum(["due", "paid", "deleted"]),
  amount: sen,
  paid_amount: sen.nullish().transform((value) => value ?? 0),
  url: z.url({ protocol: /^https?$/ }),
  reference_1: text,
  email: text,
  callback_url: text,
  redirect_url: text,
});
/** The message was a single text until December 2025, and is a list since then. */
const errorAnswer = z.object({ error: z.object({ message: z.union([z.string(), z.array(z.string())]) }) });

function toBill(answer: unknown): Bill {
  const read = billAnswer.safeParse(answer);
  if (!read.success) throw new BillingError("unreachable", told("billing.unreadable"));
  const { data } = read;
  return {
    id: data.id,
    collectionId: data.collection_id,
    isPaid: data.paid,
    state: data.state,
    amountSen: data.amount,
    paidSen: data.paid_amount,
    url: data.url,
    reference: data.reference_1,
    email: data.email,
    callbackUrl: data.callback_url,
    redirectUrl: data.redirect_url,
  };
}

/** The provider's own message, for people. */
function messageIn(answer: unknown): string {
  const read = errorAnswer.safeParse(answer);
  if (!read.success) return "";
  const { message } = read.data.error;
  return (Array.isArray(message) ? message.join(", ") : message).replace(/\s+/g, " ").trim().slice(0, MAX_MESSAGE);
}

function failureOf(status: number, answer: unknown): BillingError {
  const said = messageIn(answer);
  const message = said === "" ? told("billing.status", { status: `${status}` }) : { text: said };
  if (status === 401) return new BillingError("unauthorized", message);
  if (status === 404) return new BillingError("not_found", message);
  if (status === 429) return new BillingError("rate_limited", message);
  return new BillingError(status >= 500 ? "unreachable" : "refused", message);
}

/** `url` is from the configuration; its default means the addresses of both of the provider's systems. */
export function createBillplz({ url, limit }: { url: string; limit: Pick<RateLimit, "isFull" | "hasRoom" | "note"> }): BillingProvider {
  const send = async (access: BillingAccess, method: string, path: string, body?: Record<string, string>): Promise<unknown> => {
    if (method === "GET" && (await limit.isFull())) throw new BillingError("rate_limited", told("billing.rateLimited"));
    const base = access.sandbox && url === BILLPLZ_URL ? SANDBOX : url;
    const { response, answer } = await exchange(`${base}${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${access.apiKey}:`)}`, accept: "application/json" },
      body: body && new URLSearchParams(body),
      // Following a redirect would send the key to its target.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (method === "GET") await limit.note(response);
    if (!response.ok) throw failureOf(response.status, answer);
    return answer;
  };

  return {
    async createBill(access, bill) {
      const fields = {
        collection_id: bill.collectionId,
        email: bill.email,
        name: bill.name,
        amount: String(bill.amountSen),
        callback_url: bill.callbackUrl,
        redirect_url: bill.redirectUrl,
        description: bill.description,
        reference_1_label: "Payment",
        reference_1: bill.reference,
      };
      return toBill(await send(access, "POST", "/api/v3/bills", fields));
    },
    fetchBill: async (access, id) => toBill(await send(access, "GET", `/api/v3/bills/${encodeURIComponent(id)}`)),
    async deleteBill(access, id) {
      try {
        await send(access, "DELETE", `/api/v3/bills/${encodeURIComponent(id)}`);
        return true;
      } catch (error) {
        if (error instanceof BillingError && (error.kind === "refused" || error.kind === "not_found")) return false;
        throw error;
      }
    },
    async check(access, collectionId) {
      await send(access, "GET", "/api/v4/webhook_rank");
      await send(access, "GET", `/api/v3/collections/${encodeURIComponent(collectionId)}`);
    },
    hasRoom: () => limit.hasRoom(),
  };
}

/** @throws BillingError unreachable. */
async function exchange(url: string, init: RequestInit): Promise<{ response: Response; answer: unknown }> {
  try {
    const response = await fetch(url, init);
    return { response, answer: await readAnswer(response) };
  } catch (error) {
    if (error instanceof BillingError) throw error;
    throw new BillingError("unreachable", told("billing.silent"));
  }
}

/** @returns null when the answer is not JSON. */
async function readAnswer(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_ANSWER) throw new BillingError("unreachable", told("billing.tooLarge"));
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
