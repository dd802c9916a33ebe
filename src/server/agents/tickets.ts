/**
 * Decides who may start a visitor session. The frame is on our own origin, so the socket's Origin says nothing about the
 * host page. In browsers, `frame-ancestors` keeps a restricted agent out of other sites, and only a client that received
 * the framed page has a ticket. Neither stops a program that sends false headers.
 */
import { z } from "zod";
import { isHostAllowed, parseDomains } from "../../contract/domain.ts";
import type { Node } from "../nodes/node.ts";
import type { Clock } from "../platform/clock.ts";
import { randomText } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";
import type { Db } from "../platform/storage/db.ts";
import { insertSpentTicket } from "./tickets-store.ts";

export const TICKET_TTL_MS = 120_000;
/** How many spent tickets are remembered; the oldest have long expired when they are dropped. */
const MAX_SPENT = 200_000;

/** The page that requested the frame. */
export interface Embedding {
  /** The embedding page's origin; empty when the browser did not say. */
  origin: string;
  isTopLevel: boolean;
}

export function readEmbedding(request: Request): Embedding {
  const destination = request.headers.get("sec-fetch-dest");
  const referrer = URL.parse(request.headers.get("referer") ?? "");
  const isWeb = referrer?.protocol === "http:" || referrer?.protocol === "https:";
  const origin = isWeb ? referrer.origin : "";
  return { origin, isTopLevel: destination === "document" || (destination === null && origin === "") };
}

/** Whether this page may get a ticket for an agent with these domains. `isOwn` tells whether an origin is this server's. */
export function mayEmbed(embedding: Embedding, domains: string, isOwn: (origin: string) => boolean): boolean {
  // Most agents have no restriction, and this check runs each time a chat is opened.
  if (domains === "") return true;
  const { patterns } = parseDomains(domains);
  if (patterns.length === 0) return true;
  if (embedding.isTopLevel) return false;
  // A framed page without a referrer passed the browser's own frame-ancestors check.
  if (embedding.origin === "") return true;
  return isOwn(embedding.origin) || isHostAllowed(new URL(embedding.origin).host, patterns);
}

/** The frame's `frame-ancestors`, or null for an agent that any page may embed (even `*` would block file pages). */
export function frameAncestors(domains: string): string | null {
  const { patterns } = parseDomains(domains);
  if (patterns.length === 0) return null;
  // A source without a port means the default port only; without a scheme it means the frame's own scheme.
  return ["frame-ancestors 'self'", ...patterns.flatMap((host) => [`http://${host}:*`, `https://${host}:*`])].join(" ");
}

const ticketPayload = z.object({ n: z.string(), c: z.string(), o: z.string(), x: z.number() });

export interface Ticket {
  /** The agent's id, `preview:ID`, or `trial:ID`. */
  chat: string;
  origin: string;
}

export interface Tickets {
  issue(ticket: Ticket): string;
  /** The ticket, once: null when it is forged, expired or spent. @throws storage errors; it is not used up then. */
  spend(token: string): Promise<Ticket | null>;
}

interface Deps {
  keys: Keys;
  clock: Clock;
  db: Pick<Db, "transaction">;
  node: Pick<Node, "id">;
}

/**
 * The only process of an installation remembers spent tickets in its memory. After a crash, a ticket may then be spent again
 * within its two minutes, which is harmless: it starts a new visitor session that knows nothing of the first one. Several
 * nodes agree in the database (docs/decisions/2026-11-22-shared-between-nodes.md).
 */
export function createTickets({ keys, clock, db, node }: Deps): Tickets {
  const spent = new Set<string>();

  const remember = (nonce: string) => {
    spent.add(nonce);
    if (spent.size <= MAX_SPENT) return;
    for (const oldest of spent) {
      spent.delete(oldest);
      return;
    }
  };

  return {
    issue: ({ chat, origin }) => keys.sign({ n: randomText(12), c: chat, o: origin, x: clock.now() + TICKET_TTL_MS }, "ticket"),
    async spend(token) {
      const payload = ticketPayload.safeParse(keys.verify(token, "ticket"));
      if (!payload.success || payload.data.x <= clock.now() || spent.has(payload.data.n)) return null;
      const { n: nonce, x: expiresAt, c: chat, o: origin } = payload.data;
      remember(nonce);
      if (node.id === null) return { chat, origin };
      try {
        const isFirst = await db.transaction((tx) => insertSpentTicket(tx, { nonce, expiresAt }), { lock: `ticket:${nonce}` });
        return isFirst ? { chat, origin } : null;
      } catch (error) {
        spent.delete(nonce);
        throw error;
      }
    },
  };
}
