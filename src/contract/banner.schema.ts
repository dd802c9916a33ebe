/** The check of the banner. */
import { z } from "zod";
import { BANNER_LEVELS, BANNER_MAX } from "./banner.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { refusal } from "./messages/message.ts";
import { textField } from "./text.schema.ts";

const text = textField(BANNER_MAX).trim();
const texts = Object.fromEntries(LANGUAGES.map((language) => [language, text])) as Record<Language, typeof text>;
const moment = z.union([z.literal(""), z.iso.datetime()], refusal("date.none"));

export const bannerInput = z
  .object({ texts: z.object(texts), level: z.enum(BANNER_LEVELS), from: moment, until: moment })
  .refine(({ from, until }) => from === "" || until === "" || Date.parse(from) < Date.parse(until), {
    path: ["until"],
    message: refusal("banner.order"),
  });
