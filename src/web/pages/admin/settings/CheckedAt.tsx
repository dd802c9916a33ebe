import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatRecent } from "../../../text/format.ts";

/** A green tick: the key was checked then, and it works. */
export function CheckedAt({ at }: { at: string | null }) {
  const { t } = useTranslation("admin");
  if (at === null) return null;
  return (
    <p className="mt-2 flex items-center gap-2 text-sm text-primary">
      <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {t("settings.checkedAt", { when: formatRecent(at, Date.now()) })}
    </p>
  );
}
