import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { useSession } from "../../use-session.ts";
import { PaymentShell } from "./PaymentShell.tsx";

/** A confirmation usually arrives earlier. */
const LONG_MS = 10_000;

/** A static page. The server answers the provider's call to the same address. */
export function PaymentCallback() {
  return <Processing />;
}

/** The payment is not confirmed yet. After a while, the page offers a way on: the plan starts without it too. */
export function Processing() {
  const { t } = useTranslation("plans");
  const isLong = useIsLong();
  const isSignedIn = useSession().user !== null;
  return (
    <PaymentShell
      icon={
        <>
          {/* As large as the marks of the results that take its place. */}
          <span
            aria-hidden="true"
            className="block size-10 rounded-full border-3 border-base-300 border-t-primary motion-safe:animate-spin"
          />
          <span className="sr-only">{t("payment.processing")}</span>
        </>
      }
      title={t("callback.title")}
      text={t("callback.text")}
      next={t("callback.byItself")}
    >
      {isLong && isSignedIn && (
        <Link to="/billing" className="btn btn-line mt-4 animate-rise self-start">
          {t("callback.billing")}
        </Link>
      )}
    </PaymentShell>
  );
}

function useIsLong(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}
