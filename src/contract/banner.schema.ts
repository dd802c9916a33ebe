/** The check of the banner. */
import { z } from "zod";
import { BANNER_LEVELS, BANNER_MAX } from "./banner.ts";
import { refusal } from "./messages/message.ts";
import { translatedText } from "./text.schema.ts";

const moment = z.union([z.literal(""), z.iso.datetime()], refusal("date.none"));

export const bannerInput = z
  .object({ texts: translatedText(BANNER_MAX), level: z.enum(BANNER_LEVELS), from: moment, until: moment })
  .refine(({ from, until }) => from === "" || until === "" || Date.parse(from) < Date.parse(until), {
    path: ["until"],
    message: refusal("banner.order"),
  });
