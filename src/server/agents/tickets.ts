/**
 * Who may start a visitor session. The frame is on our own origin, so the socket's Origin says nothing of the page
 * around it: `frame-ancestors` keeps a restricted agent out of other sites in browsers, and the ticket in the frame's
 * page keeps out whoever did not get that page. Neither stops a program that lies.
 */
import { z } from "zod";
import { isHostAllowed, parseDomains } from "../../contract/domain.ts";
import type { Clock } from "../platform/clock.ts";
import { randomText } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";

export const TICKET_TTL_MS = 120_000;
/** Spent tickets remembered; the oldest have long expired by the time they fall out. */
const MAX_SPENT = 200_000;

/** Where a frame's page was asked from. */
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

/** Whether this page may have a ticket for an agent with these domains. `isOwn`: the embedding page is ours. */
export function mayEmbed(embedding: Embedding, domains: string, isOwn: (origin: string) => boolean): boolean {
  // Most agents have no restriction, and this is asked at every opening of a chat.
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
  // Without a port a source means the default port only, without a scheme the frame's own.
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
