/** Text as every field takes it: what is stored comes back exactly, or is refused. */
import { z } from "zod";

/** A NUL ends a string in half of the world's software, and a lone surrogate has no UTF-8: neither would come back. */
const isStorable = (value: string) => !value.includes("\u0000") && value.isWellFormed();

export function textField(max: number, what = "text") {
  return z
    .string({ error: `${what} must be text` })
    .max(max, `${what} is too long (at most ${max} characters)`)
    .refine(isStorable, `${what} has characters that cannot be stored`);
}

/** Some clients send what a number input holds, as text. Anything else stays what it is: `true` is not the number 1. */
export const numberInText = (value: unknown) => (typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : value);
