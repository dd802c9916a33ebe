/** The socket's frames. Unknown members are dropped, so keys, models or knowledge that a client sends are never read. */
import { z } from "zod";
import { CONSENT_VERSION, MAX_MESSAGE_LENGTH, MAX_SESSION_LENGTH, MESSAGE_ID } from "./chat.ts";
import { isStorable } from "./storable.ts";

const word = (max: number) => z.string().max(max).refine(isStorable);

const credentials = {
  chatId: word(64).optional(),
  ticket: word(2048).optional(),
  session: word(MAX_SESSION_LENGTH).optional(),
};

const hello = z.object({
  event: z.literal("hello"),
  data: z.object({ ...credentials, chatId: word(64), lang: word(35).optional() }),
});

const chatMessage = z.object({
  event: z.literal("chatMessage"),
  data: z.object({
    ...credentials,
    id: z.string().regex(MESSAGE_ID).optional(),
    text: z.string().optional(),
    /** Another form is like none: the answer says which consent is needed. */
    consent: z.string().regex(CONSENT_VERSION).optional().catch(undefined),
    /** Only the last message of the visitor counts. Its length is checked together with that of `text`. */
    messages: z
      .array(z.object({ sender: z.string(), text: z.string() }))
      .max(2_000)
      .optional(),
  }),
});

const resume = z.object({
  event: z.literal("resume"),
  data: z.object({ id: z.string().regex(MESSAGE_ID), chunkIndex: z.number().int().min(-1).max(1_000_000) }),
});

const line = (max: number) => word(max).regex(/^[^\r\n]*$/);
const identify = z.object({
  event: z.literal("identify"),
  data: z.object({
    id: line(200).min(1),
    name: line(200).optional(),
    email: line(254).optional(),
    expires: z.number().int().positive(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});

const reset = z.object({ event: z.literal("reset"), data: z.unknown().optional() });

export const clientFrame = z.discriminatedUnion("event", [hello, chatMessage, identify, resume, reset]);
export type ClientFrame = z.output<typeof clientFrame>;

/** Checks a visitor's text. A text that is too long or cannot be stored gets an error of its own, unlike a malformed frame. */
export function checkMessageText(text: string): "ok" | "empty" | "too_long" | "unstorable" {
  if (text.length > MAX_MESSAGE_LENGTH) return "too_long";
  if (text.trim() === "") return "empty";
  return isStorable(text) ? "ok" : "unstorable";
}
