/** Text as every field takes it: what is stored comes back exactly, or is refused. */
import { z } from "zod";

/** A NUL ends a string in half of the world's software, and a lone surrogate has no UTF-8: neither would come back. */
const isStorable = (value: string) => !value.includes("\u0000") && value.isWellFormed();

export function textField(max: number) {
  return z
    .string("This must be text.")
    .max(max, `Enter at most ${max} characters.`)
    .refine(isStorable, "This has characters that cannot be stored.");
}
