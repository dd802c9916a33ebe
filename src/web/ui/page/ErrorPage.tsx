import { useTranslation } from "react-i18next";
import { Link, useRouteError } from "react-router-dom";
import { Logo } from "./Logo.tsx";
import { PageTitle } from "./PageTitle.tsx";

/**
 * Shown instead of a page that failed to render. After an upgrade, an open tab requests script files that no longer
 * exist; reloading the page helps in that case, too.
 */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  console.error("A page failed to render:", error);
  return (
    <main className="mx-auto flex min-h-screen max-w-xl flex-col justify-center px-6 py-16">
      <PageTitle>{t("broken.title")}</PageTitle>
      <Logo />
      <h1 className="mt-10 text-2xl">{t("broken.title")}</h1>
      <p className="mt-3 text-lg text-quiet">{t("broken.text")}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          {t("broken.reload")}
        </button>
        <Link to="/" reloadDocument className="btn btn-line">
          {t("notFound.home")}
        </Link>
      </div>
    </main>
  );
}
