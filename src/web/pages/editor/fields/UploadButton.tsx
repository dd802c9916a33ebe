import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PICTURE_MAX_BYTES, PICTURE_MAX_MEGABYTES, PICTURE_TYPES } from "../../../../contract/file.ts";
import { messageOf } from "../../../api.ts";
import { formatNumber } from "../../../text/format.ts";
import { FileButton } from "../../../ui/forms/FileButton.tsx";
import { uploadPicture } from "../../../upload.ts";

const ACCEPTED = Object.values(PICTURE_TYPES).join(",");

interface UploadButtonProps {
  /** The field's label. */
  label: string;
  onUploaded: (address: string) => void;
  /** Called with why a picture was not uploaded, and with an empty text when another upload begins. */
  onProblem: (problem: string) => void;
}

/** Uploads a picture from the person's device. If the field is removed from the page, the upload ends. */
export function UploadButton({ label, onUploaded, onProblem }: UploadButtonProps) {
  const { t } = useTranslation("editor");
  const [percent, setPercent] = useState<number | null>(null);
  const [isDone, setDone] = useState(false);
  const leaving = useRef<AbortController>(null);
  // The form may change while the picture is being sent, so the functions of the last render are called.
  const latest = useRef({ onUploaded, onProblem });
  useEffect(() => {
    latest.current = { onUploaded, onProblem };
  });
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const upload = async (picture: File) => {
    const { signal } = leaving.current ?? new AbortController();
    setDone(false);
    latest.current.onProblem("");
    if (picture.size > PICTURE_MAX_BYTES) {
      latest.current.onProblem(t("upload.tooLarge", { megabytes: formatNumber(PICTURE_MAX_MEGABYTES) }));
      return;
    }
    setPercent(0);
    try {
      const address = await uploadPicture(picture, { onProgress: setPercent, signal });
      latest.current.onUploaded(address);
      setDone(true);
    } catch (error) {
      if (!signal.aborted) latest.current.onProblem(messageOf(error, t("upload.failed")));
    } finally {
      setPercent(null);
    }
  };
  const shown = formatNumber(percent ?? 0);
  return (
    <div>
      <FileButton
        accept={ACCEPTED}
        label={percent === null ? t("upload.label", { label }) : t("upload.progress", { percent: shown })}
        busyText={percent === null ? null : t("upload.percent", { percent: shown })}
        onFile={(picture) => void upload(picture)}
      >
        {t("upload.button")}
      </FileButton>
      <span role="status" className="sr-only">
        {isDone ? t("upload.done") : ""}
      </span>
    </div>
  );
}
