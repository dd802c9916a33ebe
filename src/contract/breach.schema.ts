import { z } from "zod";
import { refusal } from "./messages/message.ts";

/** `from` empty: since the beginning. Both are times with their zone; `to` is exclusive. */
export const breachQuery = z
  .object({ from: z.union([z.literal(""), z.iso.datetime({ offset: true })]).default(""), to: z.iso.datetime({ offset: true }) })
  .refine(({ from, to }) => from === "" || Date.parse(from) < Date.parse(to), { path: ["to"], error: refusal("banner.order") })
  .transform(({ from, to }) => ({ from: from === "" ? 0 : Date.parse(from), before: Date.parse(to) }));
