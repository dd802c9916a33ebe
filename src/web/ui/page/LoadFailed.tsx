import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { Alert } from "../Alert.tsx";
import { NotLoaded } from "./NotLoaded.tsx";

interface LoadFailedProps {
  title: string;
  /** Null: the agent does not exist, or belongs to another account. */
  failure: { error: Error; retry: () => void } | null;
}

/** A page whose agent could not be loaded, with a way back. */
export function LoadFailed({ title, failure }: LoadFailedProps) {
  const { t } = useTranslation();
  return (
    <main className="mx-auto max-w-2xl px-4 pt-10 pb-24 sm:px-6">
      {failure && (
        <Link to="/dashboard" className="btn btn-ghost btn-sm -ms-3 mb-2 px-3">
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("editor.back")}
        </Link>
      )}
      <h1 className="text-2xl">{title}</h1>
      {failure ? (
        <NotLoaded className="mt-6" what={t("editor.notLoaded")} error={failure.error} onRetry={failure.retry} isMain />
      ) : (
        <>
          <Alert className="mt-6">{t("editor.gone")}</Alert>
          <p className="mt-4 text-quiet">{t("editor.goneNext")}</p>
          <Link to="/dashboard" className="btn btn-primary mt-6">
            {t("editor.back")}
          </Link>
        </>
      )}
    </main>
  );
}
