import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { Logo } from "../ui/page/Logo.tsx";
import { PageTitle } from "../ui/page/PageTitle.tsx";
import { useSession } from "../use-session.ts";

/** The page for an unknown address. */
export function NotFound() {
  const { t } = useTranslation();
  const isSignedIn = useSession().user !== null;
  return (
    <main className="mx-auto flex min-h-screen max-w-xl flex-col justify-center px-6 py-16">
      <PageTitle>{t("notFound.title")}</PageTitle>
      <Logo />
      <h1 className="mt-10 text-2xl">{t("notFound.title")}</h1>
      <p className="mt-3 text-lg text-quiet">{t("notFound.text")}</p>
      <Link to={isSignedIn ? "/dashboard" : "/"} className="btn btn-primary mt-6 self-start">
        {isSignedIn ? t("editor.back") : t("notFound.home")}
      </Link>
    </main>
  );
}
