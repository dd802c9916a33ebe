import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { BRAND_PICTURE_MAX_BYTES, BRAND_PICTURE_MAX_KILOBYTES } from "../../../../contract/brand.ts";
import { messageOf } from "../../../api.ts";
import { formatNumber } from "../../../text/format.ts";
import { FileButton } from "../../../ui/forms/FileButton.tsx";
import { uploadPicture } from "../../../upload.ts";

const TYPES = ["image/png", "image/jpeg"];

interface BrandPictureProps {
  label: string;
  hint: string;
  /** Whether the picture is shown on a dark ground. */
  isOnDark: boolean;
  /** Empty: none. */
  path: string;
  error: string | undefined;
  onChange: (path: string) => void;
}

/** A picture of the brand: it is uploaded at once, and used from the next save on. */
export function BrandPicture({ label, hint, isOnDark, path, error, onChange }: BrandPictureProps) {
  const { t } = useTranslation("admin");
  const id = useId();
  const { percent, problem, isDone, upload } = useUpload(onChange);
  const note = problem || error;
  const shown = percent === null ? null : t("appearance.uploading", { percent: formatNumber(percent) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the labels around it
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-note`}>
      <p id={id} className="mb-1.5 font-semibold">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <span
          data-theme={path === "" ? undefined : isOnDark ? "dark" : "light"}
          className={`grid h-14 w-40 place-items-center overflow-hidden rounded-control border border-base-300 bg-base-100 px-3 text-sm ${path === "" ? "border-dashed text-quiet" : "text-base-content"}`}
        >
          {path === "" ? t("appearance.none") : <img src={path} alt="" className="max-h-10 max-w-full object-contain" />}
        </span>
        <FileButton
          accept={TYPES.join(",")}
          label={shown ?? t("appearance.chooseLabel", { label })}
          busyText={shown}
          onFile={(file) => void upload(file)}
        >
          {t("appearance.choose")}
        </FileButton>
        {path !== "" && (
          <button type="button" className="btn btn-ghost" aria-label={t("appearance.removeLabel", { label })} onClick={() => onChange("")}>
            {t("appearance.remove")}
          </button>
        )}
      </div>
      <p id={`${id}-note`} role={note ? "alert" : undefined} className={`mt-1.5 text-sm ${note ? "text-error" : "text-quiet"}`}>
        {note || hint}
      </p>
      <span role="status" className="sr-only">
        {isDone ? t("appearance.uploaded") : ""}
      </span>
    </div>
  );
}

/** If the form is left, the upload ends. */
function useUpload(onChange: (path: string) => void) {
  const { t } = useTranslation("admin");
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const [isDone, setDone] = useState(false);
  const leaving = useRef<AbortController>(null);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const upload = async (file: File) => {
    const { signal } = leaving.current ?? new AbortController();
    setDone(false);
    const isFit = TYPES.includes(file.type) && file.size <= BRAND_PICTURE_MAX_BYTES;
    setProblem(isFit ? "" : t("appearance.refused", { kilobytes: formatNumber(BRAND_PICTURE_MAX_KILOBYTES) }));
    if (!isFit) return;
    setPercent(0);
    try {
      const address = await uploadPicture(file, { onProgress: setPercent, signal });
      latest.current(new URL(address).pathname);
      setDone(true);
    } catch (error) {
      if (!signal.aborted) setProblem(messageOf(error, t("appearance.notUploaded")));
    } finally {
      setPercent(null);
    }
  };
  return { percent, problem, isDone, upload };
}
