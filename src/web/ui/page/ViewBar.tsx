import { Eye } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { signOut } from "../../sign-out.ts";
import { useSession } from "../../use-session.ts";

/** Says on every page that the administrator is looking at an owner's account, and leads back. */
export function ViewBar() {
  const { t } = useTranslation();
  const { user, isView } = useSession();
  const navigate = useNavigate();
  if (!isView || !user) return null;
  const stop = () => {
    signOut();
    void navigate("/awc?tab=users");
  };
  return (
    <aside
      aria-label={t("view.label")}
      className="fixed inset-x-0 bottom-4 z-40 mx-auto flex w-max max-w-[calc(100vw-2rem)] items-center gap-3 rounded-full bg-accent py-1.5 ps-5 pe-1.5 text-accent-content shadow-float"
    >
      <Eye size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 text-sm font-semibold">{t("view.text", { username: user.username })}</p>
      <button type="button" className="btn btn-neutral btn-sm rounded-full" onClick={stop}>
        {t("view.stop")}
      </button>
    </aside>
  );
}
