import { useTranslation } from "react-i18next";
import { Spinner } from "../../ui/Spinner.tsx";
import { PaymentShell } from "./PaymentShell.tsx";

/** A static page. The server answers the provider's call to the same address. */
export function PaymentCallback() {
  return <Processing />;
}

/** The payment is not confirmed yet. */
export function Processing() {
  const { t } = useTranslation("plans");
  return (
    <PaymentShell
      icon={
        <>
          <Spinner />
          <span className="sr-only">{t("payment.processing")}</span>
        </>
      }
      title={t("callback.title")}
      text={t("callback.text")}
    />
  );
}
