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
    <main className="mx-auto max-w-xl px-4 py-24">
      <h1 className="text-2xl">{title}</h1>
      {failure === null ? (
        <>
          <Alert className="mt-6">{t("editor.gone")}</Alert>
          <p className="mt-4 text-quiet">{t("editor.goneNext")}</p>
        </>
      ) : (
        <NotLoaded className="mt-6" what={t("editor.notLoaded")} error={failure.error} onRetry={failure.retry} />
      )}
      <Link to="/dashboard" className="btn btn-primary mt-6">
        {t("editor.back")}
      </Link>
    </main>
  );
}
