import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OwnAccount } from "../../../contract/user.ts";
import { takeLost } from "../../business.ts";
import { Alert } from "../../ui/Alert.tsx";

/** For someone who is a member of no business, and does not belong to the staff. */
export function LostBusiness({ own }: { own: OwnAccount | undefined }) {
  const { t } = useTranslation("members");
  const [lost] = useState(takeLost);
  if (own?.memberRole !== null || own.staffRole) return null;
  return (
    <Alert className="mt-6 max-w-2xl">
      <strong className="block">{t("nowhere.title")}</strong>
      {lost !== null && lost !== "" && <span className="block">{t("account.lostBusiness", { name: lost })}</span>}
      {t("nowhere.text")}
    </Alert>
  );
}
