import { useTranslation } from "react-i18next";
import type { PaymentStatus } from "../../../../contract/payment.ts";
import { Chip } from "../lists/DataTable.tsx";

/** The status of a payment, as every list of the administrator shows it. */
export function PaymentStatusMark({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation("admin");
  if (status === "success") return <Chip>{t("payments.status.success")}</Chip>;
  return <span className={status === "failed" ? "text-quiet" : ""}>{t(`payments.status.${status}`)}</span>;
}
