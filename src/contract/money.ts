/** Amounts of money as texts, in the same form in all languages. The only place that writes them. */
import { DEFAULT_LANGUAGE, LOCALES } from "./language.ts";
import { CURRENCY } from "./plan.ts";

/** Ringgit: RM29, RM29.90, or with `digits` decimals. */
export function writeRinggit(amount: number, digits = Number.isInteger(Math.round(amount * 100) / 100) ? 0 : 2): string {
  return `${CURRENCY}${amount.toLocaleString(LOCALES[DEFAULT_LANGUAGE], { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** An amount in sen with both decimals, as on a bank statement: RM29.00. */
export const writePaid = (sen: number): string => writeRinggit(sen / 100, 2);
