/** The visitor's session: signed, unguessable, bound to an agent and to the embedding page's origin (design.md §5). */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import type { Keys } from "../platform/keys.ts";

const TTL_MS = 180 * 24 * 3_600_000;

export interface VisitorSession {
  visitorId: string;
  /** The agent's id, or `preview:ID`. */
  chat: string;
  origin: string;
  /** Who this is on the owner's site, when the owner's server has vouched for it. */
  identity?: { id: string; name: string; email: string };
}

const identitySchema = z.object({ id: z.string(), name: z.string(), email: z.string() });
const payloadSchema = z.object({ v: z.string(), c: z.string(), o: z.string(), x: z.number(), i: identitySchema.optional() });

export function issueSession(deps: { keys: Keys; clock: Clock }, session: VisitorSession): string {
  const { visitorId: v, chat: c, origin: o, identity: i } = session;
  return deps.keys.sign({ v, c, o, i, x: deps.clock.now() + TTL_MS }, "visitor");
}

/** Null when it is forged, expired, or of another agent. */
export function readSession(deps: { keys: Keys; clock: Clock }, token: string, chat: string): VisitorSession | null {
  const payload = payloadSchema.safeParse(deps.keys.verify(token, "visitor"));
  if (!payload.success || payload.data.x <= deps.clock.now() || payload.data.c !== chat) return null;
  return { visitorId: payload.data.v, chat, origin: payload.data.o, identity: payload.data.i };
}

/** 144 random bits: nobody guesses another visitor. */
export function newVisitor(chat: string, origin: string): VisitorSession {
  return { visitorId: randomBytes(18).toString("base64url"), chat, origin };
}

/**
 * The session of somebody whom the owner's server vouches for: the same person is the same visitor in every browser,
 * and nobody without the signature can name it.
 */
export function identifiedVisitor(
  deps: { keys: Keys },
  session: VisitorSession,
  identity: NonNullable<VisitorSession["identity"]>,
): VisitorSession {
  const visitorId = deps.keys.digest(`${session.chat}\n${identity.id}`, "identified visitor");
  return { ...session, visitorId, identity };
}
