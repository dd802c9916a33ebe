import type { Notice } from "../../../contract/notice.ts";

/** A payment that was received is news for a day; the billing page shows it afterwards. */
const PAYMENT_SHOWN_MS = 86_400_000;

/** Whether a notice is still shown. `now`: epoch milliseconds. */
export const isNews = ({ kind, at }: Pick<Notice, "kind" | "at">, now: number): boolean =>
  kind !== "payment" || now - Date.parse(at) < PAYMENT_SHOWN_MS;
