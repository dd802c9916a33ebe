/**
 * What two nodes say to each other on the connection for conversations that one of them owns (docs/architecture.md#nodes).
 * Frames are JSON, except a socket's events: these are the number of the seat, a space, and the event as the visitor
 * receives it, so that no node on the way has to parse it.
 */
import { z } from "zod";
import { LANGUAGES } from "../../contract/language.ts";
import { identitySchema } from "./visitor-session.ts";

export const LINK_PATH = "/node/link";

const number = z.int().nonnegative();
const visitor = z.object({
  visitorId: z.string(),
  chat: z.string(),
  origin: z.string(),
  isFramed: z.boolean().optional(),
  identity: identitySchema.optional(),
});

/** From the node with the socket to the owner. `seat` is one socket; `call` is repeated in the answer. */
export const toOwner = z.discriminatedUnion("op", [
  z.object({ op: z.literal("join"), seat: number, call: number, visitorId: z.string(), chat: z.string() }),
  z.object({
    op: z.literal("receive"),
    seat: number,
    call: number,
    visitor,
    clientId: z.string(),
    text: z.string(),
    language: z.enum(LANGUAGES),
    addressKey: z.string(),
    consent: z.string().optional(),
  }),
  z.object({ op: z.literal("resume"), seat: number, call: number, clientId: z.string(), chunkIndex: z.int() }),
  z.object({ op: z.literal("reset"), seat: number, call: number }),
  z.object({ op: z.literal("leave"), seat: number }),
  /** Ends the visitor's conversation for all sockets, because its owner's account deletes it. */
  z.object({ op: z.literal("end"), call: number, visitorId: z.string() }),
]);
export type ToOwner = z.infer<typeof toOwner>;

/** Why the owner could not do it. `busy`: try again later. */
const FAILURES = ["busy", "not_found", "failed"] as const;
export type LinkFailure = (typeof FAILURES)[number];

export const fromOwner = z.union([
  z.object({ call: number, ok: z.unknown() }),
  z.object({ call: number, fail: z.enum(FAILURES) }),
  z.object({ seat: number, close: z.tuple([z.int(), z.string()]) }),
]);

/**
 * The number of the call in a frame that this version does not understand, which may be one of a later version; null if
 * it has none. Such a call fails, and every other such frame is ignored, so that the link goes on for its other visitors.
 */
export function callOf(frame: unknown): number | null {
  const read = z.object({ call: number }).safeParse(frame);
  return read.success ? read.data.call : null;
}
