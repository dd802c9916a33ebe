import { useTranslation } from "react-i18next";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";

/** The foot of each settings form: the Save button and the result of the last save. */
export function SaveFoot({ isBusy, isSaved, isFailed }: { isBusy: boolean; isSaved: boolean; isFailed: boolean }) {
  const { t } = useTranslation("admin");
  return (
    <div className="flex flex-wrap items-center gap-4 border-t border-base-300 pt-6">
      <BusyButton type="submit" className="btn-primary" busy={isBusy}>
        {t("settings.save")}
      </BusyButton>
      {isSaved && (
        <Alert tone="success" className="grow basis-72">
          {t("settings.saved")}
        </Alert>
      )}
      {isFailed && <Alert className="grow basis-72">{t("settings.failed")}</Alert>}
    </div>
  );
}
