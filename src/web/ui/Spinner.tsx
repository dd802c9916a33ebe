import { useTranslation } from "react-i18next";

/** A small spinning ring. The text beside it should say what is loading. */
export function Spinner({ small = false }: { small?: boolean }) {
  return <span className={`loading loading-spinner ${small ? "size-4" : "size-6"}`} aria-hidden="true" />;
}

/** Shown in place of a page or a region while its data is loading. */
export function Loading({ tall = true }: { tall?: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={`flex items-center justify-center text-quiet ${tall ? "min-h-[60vh]" : "py-10"}`}>
      <Spinner />
      <span className="sr-only">{t("loading")}</span>
    </div>
  );
}
