import { useTranslation } from "react-i18next";

/** A small turning ring; name what is being waited for with the text beside it. */
export function Spinner({ small = false }: { small?: boolean }) {
  return <span className={`loading loading-spinner ${small ? "size-4" : "size-6"}`} aria-hidden="true" />;
}

/** Stands for a page or a region whose data is on its way. */
export function Loading({ tall = true }: { tall?: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={`flex items-center justify-center text-quiet ${tall ? "min-h-[60vh]" : "py-10"}`}>
      <Spinner />
      <span className="sr-only">{t("loading")}</span>
    </div>
  );
}
