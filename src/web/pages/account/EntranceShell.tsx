import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";
import { currentBrand } from "../../brand.ts";
import { LegalLinks } from "../../ui/page/LegalLinks.tsx";
import { Logo } from "../../ui/page/Logo.tsx";
import { LanguageChoice } from "../../ui/page/Preferences.tsx";

interface EntranceShellProps {
  /** The link beside "Home"; null for no second link. */
  other: { to: string; label: string } | null;
  children: ReactNode;
}

/** The layout of sign-up and login: one column with a heading and a form. */
export function EntranceShell({ other, children }: EntranceShellProps) {
  const { t } = useTranslation();
  const { state } = useLocation();
  return (
    <div className="flex min-h-screen flex-col">
      <header className="flex min-h-16 flex-wrap items-center gap-1 px-4 py-2 sm:px-6">
        <Link to="/" reloadDocument aria-label={currentBrand().name} className="flex items-center rounded-lg">
          <Logo isMarkOnPhones />
        </Link>
        <div className="ms-auto">
          <LanguageChoice isInHeader />
        </div>
        <nav aria-label={t("nav.main")} className="flex gap-1">
          <Link to="/" reloadDocument className="btn btn-ghost px-2 sm:px-3">
            {t("nav.homeButton")}
          </Link>
          {other && (
            <Link to={other.to} state={state} className="btn btn-line px-3 sm:px-4">
              {other.label}
            </Link>
          )}
        </nav>
      </header>
      <main className="mx-auto flex w-full max-w-sm flex-1 flex-col px-4 py-10 sm:pt-[10vh] sm:pb-24">{children}</main>
      <LegalLinks className="justify-center px-4 pb-6" />
    </div>
  );
}
