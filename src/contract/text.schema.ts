/** Text as every field takes it: what is stored comes back exactly, or is refused. */

import { z } from "zod";
import { refusal } from "./messages/message.ts";

/** A NUL ends a string in half of the world's software, and a lone surrogate has no UTF-8: neither would come back. */
const isStorable = (value: string) => !value.includes("\u0000") && value.isWellFormed();

export function textField(max: number) {
  return z
    .string(refusal("text.none"))
    .max(max, refusal("text.tooLong", { max: `${max}` }))
    .refine(isStorable, refusal("text.notStorable"));
}
