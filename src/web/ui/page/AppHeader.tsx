import { LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router-dom";
import { mayOf } from "../../may.ts";
import { homeOf } from "../../navigation.ts";
import { operatorOf } from "../../operator.ts";
import { signOut } from "../../sign-out.ts";
import { useSession } from "../../use-session.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { ConfirmBanner } from "./ConfirmBanner.tsx";
import { Logo } from "./Logo.tsx";
import { NAV_LINK } from "./nav-link.ts";
import { OwnerBanner } from "./OwnerBanner.tsx";

/** The header of every signed-in page. */
export function AppHeader() {
  const { t } = useTranslation();
  const session = useSession();
  const may = mayOf(session);
  if (!session.user) return null;
  const operator = operatorOf(session);
  const hasDashboard = operator === null || operator === "admin";
  return (
    <>
      {session.user.memberRole !== null && <OwnerBanner />}
      {session.user.memberRole !== null && <ConfirmBanner />}
      <header className="border-b border-base-300">
        <div className="mx-auto flex h-16 max-w-6xl items-center gap-1 px-4 sm:gap-2 sm:px-6">
          <Link
            to={hasDashboard ? "/dashboard" : homeOf(session)}
            aria-label={t("nav.home")}
            className="me-0.5 flex items-center rounded-lg sm:me-4"
          >
            <Logo isMarkOnPhones />
          </Link>
          <nav aria-label={t("nav.main")} className="flex">
            {hasDashboard && (
              <NavLink to="/dashboard" className={`${NAV_LINK} max-[23rem]:hidden`}>
                {t("nav.dashboard")}
              </NavLink>
            )}
            {may.own && (
              <NavLink to="/plans" className={NAV_LINK}>
                {t("nav.plans")}
              </NavLink>
            )}
            {operator !== null && (
              <NavLink to="/awc" className={NAV_LINK}>
                {t("nav.admin")}
              </NavLink>
            )}
          </nav>
          <div className="ms-auto flex items-center gap-1">
            <AccountMenu user={session.user} />
            <button type="button" className="btn btn-ghost px-2 sm:px-3" onClick={signOut}>
              <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
              <span className="max-sm:sr-only">{t("signOut")}</span>
            </button>
          </div>
        </div>
      </header>
    </>
  );
}
