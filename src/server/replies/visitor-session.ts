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
}

const payloadSchema = z.object({ v: z.string(), c: z.string(), o: z.string(), x: z.number() });

export function issueSession(deps: { keys: Keys; clock: Clock }, session: VisitorSession): string {
  return deps.keys.sign({ v: session.visitorId, c: session.chat, o: session.origin, x: deps.clock.now() + TTL_MS }, "visitor");
}

/** Null when it is forged, expired, or of another agent. */
export function readSession(deps: { keys: Keys; clock: Clock }, token: string, chat: string): VisitorSession | null {
  const payload = payloadSchema.safeParse(deps.keys.verify(token, "visitor"));
  if (!payload.success || payload.data.x <= deps.clock.now() || payload.data.c !== chat) return null;
  return { visitorId: payload.data.v, chat, origin: payload.data.o };
}

/** 144 random bits: nobody guesses another visitor. */
export function newVisitor(chat: string, origin: string): VisitorSession {
  return { visitorId: randomBytes(18).toString("base64url"), chat, origin };
}
