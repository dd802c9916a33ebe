/** Finds out which visitor a client is, from the credentials in its `hello`. */
import type { Tickets } from "../agents/tickets.ts";
import type { Clock } from "../platform/clock.ts";
import type { Keys } from "../platform/keys.ts";
import { newVisitor, readSession, type VisitorSession } from "./visitor-session.ts";

export type Credentials = { chatId?: string; ticket?: string; session?: string; lang?: string };

interface Deps {
  tickets: Tickets;
  keys: Keys;
  clock: Clock;
}

/**
 * The visitor of a valid session for this agent, or a new one for a valid ticket; null if neither is valid. The ticket
 * is used up in any case. `hasTicket`: the ticket was valid for this agent. @throws storage errors.
 */
export async function recognise(
  deps: Deps,
  { chatId, ticket, session }: Credentials,
): Promise<{ visitor: VisitorSession | null; hasTicket: boolean }> {
  const spent = ticket ? await deps.tickets.spend(ticket) : null;
  const isPreview = chatId === "preview";
  // A preview's session is named by its ticket, or by the session itself on a reconnect.
  const chat = isPreview ? (spent?.chat ?? chatOf(session)) : (chatId ?? "");
  const known = session ? readSession(deps, session, chat) : null;
  if (spent?.chat !== chat) return { visitor: known, hasTicket: false };
  return { visitor: known?.origin === spent.origin ? known : newVisitor(chat, spent.origin), hasTicket: true };
}

/** The chat that a session token names. The token's signature is checked afterwards. */
function chatOf(session: string | undefined): string {
  const body = parseJson(Buffer.from(session?.split(".")[0] ?? "", "base64url").toString("utf8"));
  return typeof body === "object" && body !== null && "c" in body && typeof body.c === "string" ? body.c : "";
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
