import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { Alert } from "../../ui/Alert.tsx";

/** The router state with which the return from a payment that failed leads to the plans. */
export const FAILED_PAYMENT = { payment: "failed" } as const;

/** Says on the plans page what became of a payment, because the page that said it was gone after three seconds. */
export function FailedPayment() {
  const { t } = useTranslation("plans");
  const { state } = useLocation();
  const hasFailed = typeof state === "object" && state !== null && "payment" in state && state.payment === FAILED_PAYMENT.payment;
  if (!hasFailed) return null;
  return (
    <Alert tone="warning" className="mt-6">
      <p className="font-semibold">{t("payment.notCompleted")}</p>
      <p>{t("payment.failedText")}</p>
    </Alert>
  );
}
