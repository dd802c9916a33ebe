import { type Message, told } from "../../contract/messages/message.ts";
import type { BillingCheck } from "../../contract/payment.ts";
import { type BillingAccess, BillingError, type BillingProvider } from "./billing.ts";

/** Whether the provider knows the key and the collection. The texts are our own: nothing of the provider's answer is passed on. */
export async function checkBilling(
  billing: Pick<BillingProvider, "check">,
  publicUrl: string | null,
  access: BillingAccess,
  collectionId: string,
): Promise<BillingCheck> {
  const answer = (ok: boolean, { text, ref }: Message): BillingCheck => ({ ok, message: text, told: ref });
  if (access.apiKey === "" || collectionId === "") return answer(false, told("billing.enterBoth"));
  const { sandbox } = access;
  try {
    await billing.check(access, collectionId);
    if (publicUrl === null) return answer(false, told("billing.noPublicUrl"));
    return answer(true, told(sandbox ? "billing.sandboxKnows" : "billing.liveKnows"));
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    const texts = {
      unauthorized: told(sandbox ? "billing.sandboxNoKey" : "billing.liveNoKey"),
      not_found: told(sandbox ? "billing.sandboxNoCollection" : "billing.liveNoCollection"),
      rate_limited: told("billing.checkLimited"),
      refused: told("billing.checkRefused"),
      unreachable: told("billing.checkSilent"),
    };
    return answer(false, texts[error.kind]);
  }
}
