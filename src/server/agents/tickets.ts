/**
 * Decides who may start a visitor session. The frame is on our own origin, so the socket's Origin says nothing about the
 * host page. In browsers, `frame-ancestors` keeps a restricted agent out of other sites, and only a client that received
 * the framed page has a ticket. Neither stops a program that sends false headers.
 */
import { z } from "zod";
import { isHostAllowed, parseDomains } from "../../contract/domain.ts";
import type { Clock } from "../platform/clock.ts";
import { randomText } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";

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
  /** The agent's id, or `preview:ID`. */
  chat: string;
  origin: string;
}

export interface Tickets {
  issue(ticket: Ticket): string;
  /** The ticket, once: null when it is forged, expired or spent. */
  spend(token: string): Ticket | null;
}

export function createTickets({ keys, clock }: { keys: Keys; clock: Clock }): Tickets {
  const spent = new Set<string>();
  return {
    issue: ({ chat, origin }) => keys.sign({ n: randomText(12), c: chat, o: origin, x: clock.now() + TICKET_TTL_MS }, "ticket"),
    spend(token) {
      const payload = ticketPayload.safeParse(keys.verify(token, "ticket"));
      if (!payload.success || payload.data.x <= clock.now() || spent.has(payload.data.n)) return null;
      spent.add(payload.data.n);
      if (spent.size > MAX_SPENT) {
        for (const oldest of spent) {
          spent.delete(oldest);
          break;
        }
      }
      return { chat: payload.data.c, origin: payload.data.o };
    },
  };
}
