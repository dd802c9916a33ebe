import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Alert } from "../../../ui/Alert.tsx";
import { useCopy } from "../../../ui/use-copy.ts";

interface RecoveryCodesProps {
  codes: readonly string[];
  /** What was done before there were codes. */
  done?: string;
  isWarned: boolean;
  onClose: () => void;
}

/** The recovery codes, which are shown this one time. */
export function RecoveryCodes({ codes, done, isWarned, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation("factors");
  const text = codes.join("\n");
  const { box, state, copy, Icon } = useCopy(text);
  const save = () => {
    const address = URL.createObjectURL(new Blob([`${location.host}\n\n${text}\n`], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: address, download: "recovery-codes.txt" }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <>
      <div role="status">
        {done !== undefined && <p className="mb-2 font-semibold">{done}.</p>}
        <p>{t("factors.codes.once")}</p>
      </div>
      <textarea
        ref={box}
        readOnly
        rows={codes.length}
        aria-label={t("factors.codes.list")}
        className="textarea mt-4 resize-none text-center font-mono leading-7"
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="btn btn-line" onClick={copy}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          {t(state === "copied" ? "factors.codes.copied" : "factors.codes.copy")}
        </button>
        <button type="button" className="btn btn-line" onClick={save}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("factors.codes.save")}
        </button>
      </div>
      {isWarned && (
        <Alert tone="warning" className="mt-4">
          {t("factors.codes.keep")}
        </Alert>
      )}
      <div className="mt-6 flex justify-end">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t("factors.codes.done")}
        </button>
      </div>
    </>
  );
}
