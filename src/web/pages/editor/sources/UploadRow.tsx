import { FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../text/format.ts";
import { RemoveButton } from "./AddSource.tsx";
import { SeePlans } from "./Room.tsx";
import type { Upload } from "./use-uploads.ts";

interface UploadRowProps {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}

const WHOLE = 100;

/** A file on its way, or why it did not arrive. */
export function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { t } = useTranslation("reading");
  const { file, state, percent, problem, isLimit, canRetry } = upload;
  const sending = percent === WHOLE ? t("add.sent") : t("add.sending", { percent: formatNumber(percent) });
  return (
    <li className="flex items-start gap-3 py-4">
      <FileText size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-quiet" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">
          <bdi>{file.name}</bdi>
        </p>
        {state === "failed" ? (
          <p role="alert" className="mt-0.5 break-words text-error">
            {problem}
          </p>
        ) : (
          <p className="mt-0.5 text-quiet tabular-nums">{state === "waiting" ? t("add.waits") : sending}</p>
        )}
        {state === "sending" && (
          <div
            role="progressbar"
            aria-label={file.name}
            aria-valuemin={0}
            aria-valuemax={WHOLE}
            aria-valuenow={percent}
            className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-base-300"
          >
            <div className="h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
          </div>
        )}
        <div className="flex flex-wrap gap-x-4">
          {canRetry && (
            <button type="button" className="link-plain min-h-6 cursor-pointer text-sm" onClick={onRetry}>
              {t("retry")}
            </button>
          )}
          {isLimit && <SeePlans className="text-sm" />}
        </div>
      </div>
      <RemoveButton label={t("add.remove", { name: file.name })} onClick={onRemove} />
    </li>
  );
}
