/** The check of every text field. A text is either stored exactly as it was sent, or refused. */

import { z } from "zod";
import { refusal } from "./messages/message.ts";

/** Much software ends a string at a NUL, and a lone surrogate has no UTF-8 form, so neither could be returned unchanged. */
const isStorable = (value: string) => !value.includes("\u0000") && value.isWellFormed();

export function textField(max: number) {
  return z
    .string(refusal("text.none"))
    .max(max, refusal("text.tooLong", { max: `${max}` }))
    .refine(isStorable, refusal("text.notStorable"));
}
