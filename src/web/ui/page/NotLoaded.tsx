import { useTranslation } from "react-i18next";
import { Alert } from "../Alert.tsx";
import { BusyButton } from "../forms/Button.tsx";
import { Reason } from "../NotDone.tsx";

interface NotLoadedProps {
  /** A sentence that says what could not be loaded. */
  what: string;
  error: unknown;
  isBusy?: boolean;
  onRetry: () => void;
  /** Nothing else on the page can be done. */
  isMain?: boolean;
  className?: string;
}

/** In the place of something that could not be loaded. */
export function NotLoaded({ isBusy = false, onRetry, isMain = false, className, ...reason }: NotLoadedProps) {
  const { t } = useTranslation();
  return (
    <Alert
      className={className}
      actions={
        <BusyButton className={`btn-sm ${isMain ? "btn-primary" : "btn-line"}`} busy={isBusy} onClick={onRetry}>
          {t("retry")}
        </BusyButton>
      }
    >
      <Reason {...reason} />
    </Alert>
  );
}
