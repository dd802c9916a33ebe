/** The visitor's session: signed, unguessable, and bound to an agent and the host page's origin (product 6.8). */
import { z } from "zod";
import { isHostAllowed, parseDomains } from "../../contract/domain.ts";
import type { Clock } from "../platform/clock.ts";
import { randomText } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";

const TTL_MS = 180 * 24 * 3_600_000;

export interface VisitorSession {
  visitorId: string;
  /** The agent's id, `preview:ID`, or `trial:ID`. */
  chat: string;
  origin: string;
  /** Whether the agent was restricted to domains when this session began, so that the browser had already checked the host page. */
  isFramed?: boolean;
  /** The visitor's identity on the owner's site, if the owner's server has signed it. */
  identity?: { id: string; name: string; email: string };
}

export const identitySchema = z.object({ id: z.string(), name: z.string(), email: z.string() });
const payloadSchema = z.object({
  v: z.string(),
  c: z.string(),
  o: z.string(),
  x: z.number(),
  f: z.boolean().optional(),
  i: identitySchema.optional(),
});

export function issueSession(deps: { keys: Keys; clock: Clock }, session: VisitorSession): string {
  const { visitorId: v, chat: c, origin: o, isFramed: f, identity: i } = session;
  return deps.keys.sign({ v, c, o, f, i, x: deps.clock.now() + TTL_MS }, "visitor");
}

/** Null if the token is forged, has expired, or belongs to another agent. */
export function readSession(deps: { keys: Keys; clock: Clock }, token: string, chat: string): VisitorSession | null {
  const payload = payloadSchema.safeParse(deps.keys.verify(token, "visitor"));
  if (!payload.success || payload.data.x <= deps.clock.now() || payload.data.c !== chat) return null;
  const { v: visitorId, o: origin, f: isFramed, i: identity } = payload.data;
  return { visitorId, chat, origin, isFramed, identity };
}

/** The visitor id has 144 random bits, so it cannot be guessed. */
export function newVisitor(chat: string, origin: string): VisitorSession {
  return { visitorId: randomText(18), chat, origin };
}

/**
 * Whether this session may talk to an agent with these domains now: when an owner restricts an agent, this also applies
 * to its open conversations.
 */
export function mayTalk({ origin, isFramed }: VisitorSession, domains: string, isOwn: (origin: string) => boolean): boolean {
  const { patterns } = parseDomains(domains);
  if (patterns.length === 0) return true;
  if (origin === "") return isFramed === true;
  return isOwn(origin) || isHostAllowed(new URL(origin).host, patterns);
}

/**
 * The session of a person whose identity the owner's server has signed: the same person is the same visitor in every
 * browser, and without the signature no client can become this visitor.
 */
export function identifiedVisitor(
  deps: { keys: Keys },
  session: VisitorSession,
  identity: NonNullable<VisitorSession["identity"]>,
  /** The visitor id that this person already has; it may have been made with another key. */
  knownAs: string | null,
): VisitorSession {
  const visitorId = knownAs ?? deps.keys.digest(`${session.chat}\n${identity.id}`, "identified visitor");
  return { ...session, visitorId, identity };
}
