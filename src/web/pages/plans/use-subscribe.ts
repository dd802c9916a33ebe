import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { paymentCalls } from "../../../contract/calls/payments.ts";
import { PLACEHOLDER_PAYER } from "../../../contract/payment.ts";
import type { Plan } from "../../../contract/plan.ts";
import type { SessionUser } from "../../../contract/user.ts";
import { ApiError, call, messageOf } from "../../api.ts";
import { billingQuery } from "../../billing-queries.ts";
import { plansQuery, settingsQuery, userQuery } from "../../queries.ts";
import { useSession } from "../../use-session.ts";
import { readPrice } from "./price.ts";

/** Thrown because subscribing needs all three billing fields and a signed-in owner (product 8.1). */
class NotConfigured extends Error {}

/**
 * Creates the bill and records the payment as pending. The server makes the bill from the plan alone (product 8.2), and
 * refuses an amount that is not the current price. @returns the address of the provider's page.
 */
async function subscribe(plan: Plan, user: SessionUser, collectionId: string): Promise<string> {
  const amount = readPrice(plan).totalSen;
  const described = {
    planId: plan.id,
    collection_id: collectionId,
    email: user.email ?? PLACEHOLDER_PAYER.email,
    name: user.username || PLACEHOLDER_PAYER.name,
    amount,
    callback_url: `${location.origin}/payment/callback`,
    redirect_url: `${location.origin}/payment/redirect`,
    description: `Subscribe to ${plan.planName} for ${plan.validityMonths} months`,
  };
  const bill = await call(paymentCalls.createBill, { body: described });
  const pending = { paymentId: bill.id, status: "pending", userId: user.id, planId: plan.id, amount };
  await call(paymentCalls.recordBill, { body: pending });
  return bill.url;
}

/** The subscribe action, and the text of the alert when it fails. */
export function useSubscribe() {
  const { t } = useTranslation("plans");
  const { user } = useSession();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (plan: Plan) => {
      // The settings are never read from the cache, because the administrator may have completed them since the last attempt.
      const settings = await queryClient.fetchQuery({ ...settingsQuery(), staleTime: 0 });
      const { billplzApiKey, billplzCollectionId, billplzXSignatureKey } = settings;
      if (!user || !billplzApiKey || !billplzCollectionId || !billplzXSignatureKey) throw new NotConfigured();
      return await subscribe(plan, user, billplzCollectionId);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 409 || !user) return;
      // A price or the user's plan may differ from what the page shows, for example because the last bill has been paid since.
      for (const { queryKey } of [plansQuery(), billingQuery(), userQuery(user.id)]) void queryClient.invalidateQueries({ queryKey });
    },
    onSuccess: (url) => {
      // The page may only be left for an http(s) address.
      if (/^https?:\/\//.test(url)) location.assign(url);
    },
  });
  return { subscribe: mutation.mutate, busyPlan: mutation.isPending ? mutation.variables.id : null, alert: describe(mutation.error) };

  function describe(error: Error | null): string {
    if (!error) return "";
    if (error instanceof NotConfigured || (error instanceof ApiError && error.code === "not_configured")) return t("plans.notConfigured");
    if (error instanceof ApiError && error.code === "provider_failed") return t("plans.providerError", { message: error.serverMessage });
    // Our own refusals say what to do. Only a message of the provider is introduced as such.
    if (error instanceof ApiError && error.kind === "server" && error.status < 500) return messageOf(error, t("plans.failed"));
    return t("plans.failed");
  }
}
