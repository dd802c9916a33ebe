/** The administrator's calls about payments: with their tab, not in the first bundle. */
import type { BillingCheck } from "../../../contract/payment.ts";
import { call } from "../../api.ts";

export const checkBilling = (body: { billplzApiKey: string; billplzCollectionId: string; billplzSandbox: boolean }) =>
  call<BillingCheck>("POST", "/api/billplz/check", { body, timeoutMs: 30_000 });
