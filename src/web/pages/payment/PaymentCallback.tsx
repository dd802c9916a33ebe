import { useTranslation } from "react-i18next";
import { Spinner } from "../../ui/Spinner.tsx";
import { PaymentShell } from "./PaymentShell.tsx";

/** A static page. The server answers the provider's call to the same address. */
export function PaymentCallback() {
  const { t } = useTranslation("plans");
  return <PaymentShell icon={<Spinner />} title={t("callback.title")} text={t("callback.text")} />;
}
