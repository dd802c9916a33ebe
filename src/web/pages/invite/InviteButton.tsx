import { UserPlus } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Opens the dialog in which a member or a person of the staff is invited. */
export function InviteButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("members");
  return (
    <button type="button" className="btn btn-line" onClick={onClick}>
      <UserPlus size={18} strokeWidth={1.75} aria-hidden="true" />
      {t("members.invite")}
    </button>
  );
}
