/** The bodies and queries of the calls for test questions. */
import { z } from "zod";
import { GOLDEN_MAX } from "./golden.ts";
import { LANGUAGES } from "./language.ts";
import { refusal } from "./messages/message.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { textField } from "./text.schema.ts";

const texts = z
  .array(textField(GOLDEN_MAX.textLength), { error: refusal("text.noList") })
  .transform((all) => [...new Set(all.map((text) => text.trim()).filter((text) => text !== ""))])
  .refine((all) => all.length <= GOLDEN_MAX.texts, refusal("text.tooMany", { max: `${GOLDEN_MAX.texts}` }))
  .default([]);

const expects = z
  .object({
    says: texts,
    neverSays: texts,
    entryId: z.string().max(100).nullable().default(null),
    isUnknown: z.boolean().default(false),
    language: z.enum(LANGUAGES).nullable().default(null),
  })
  // An agent that says it does not know quotes nothing.
  .transform((all) => (all.isUnknown ? { ...all, says: [], entryId: null } : all));

export const goldenInput = z.object({
  question: textField(GOLDEN_MAX.length)
    .transform((text) => text.trim())
    .refine((text) => text !== "", refusal("golden.questionRequired")),
  expects: expects.prefault({}),
});
export const nightlyInput = z.object({ isNightly: z.boolean() });
export const goldenQuery = pageQuery(PAGE_SIZE.golden);
