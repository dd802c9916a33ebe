import { useTranslation } from "react-i18next";
import { ApiError, messageOf } from "../../api.ts";
import { Alert } from "../Alert.tsx";
import { BusyButton } from "../forms/Button.tsx";

interface ReasonProps {
  /** A sentence that says what could not be loaded. */
  what: string;
  error: Error;
}

/** What could not be loaded, why, and, if the server did not say it, what to do. */
export function Reason({ what, error }: ReasonProps) {
  const { t } = useTranslation();
  // An answer that is no account is refused here, not by the server.
  const said = error instanceof ApiError ? messageOf(error, "") : error.message;
  return (
    <>
      <p className="font-semibold">{what}</p>
      <p>{said || t("error.network")}</p>
      {said === "" && <p>{t("error.next")}</p>}
    </>
  );
}

interface NotLoadedProps extends ReasonProps {
  isBusy?: boolean;
  onRetry: () => void;
  className?: string;
}

/** In the place of something that could not be loaded. */
export function NotLoaded({ isBusy = false, onRetry, className, ...reason }: NotLoadedProps) {
  const { t } = useTranslation();
  return (
    <Alert
      className={className}
      actions={
        <BusyButton className="btn-line btn-sm" busy={isBusy} onClick={onRetry}>
          {t("retry")}
        </BusyButton>
      }
    >
      <Reason {...reason} />
    </Alert>
  );
}
