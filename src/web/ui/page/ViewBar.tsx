import { Eye } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { signOut } from "../../sign-out.ts";
import { useSession } from "../../use-session.ts";

/** Says on every page that the administrator is looking at an owner's account, and leads back: a bar at the lower edge, where the editor's own would be. */
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
      data-lower-bar="always"
      className="fixed inset-x-0 bottom-0 z-40 flex min-h-14 items-center justify-center gap-3 bg-accent px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] text-accent-content"
    >
      <Eye size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 text-sm font-semibold">{t("view.text", { username: user.username })}</p>
      <button type="button" className="btn btn-neutral btn-sm max-sm:min-h-11" onClick={stop}>
        {t("view.stop")}
      </button>
    </aside>
  );
}
