import { useTranslation } from "react-i18next";
import { Alert } from "../../../ui/Alert.tsx";
import type { Failure } from "./knowledge-source.ts";

interface KnowledgeFailureProps {
  failure: Failure;
  onLoadLatest?: () => void;
  onOverwrite?: () => void;
  onAddAsNew?: () => void;
}

/** Says why a change failed, with buttons for what the owner can do about it. */
export function KnowledgeFailure({ failure, onLoadLatest, onOverwrite, onAddAsNew }: KnowledgeFailureProps) {
  const { t } = useTranslation("editor");
  const { text, meanwhile, retry } = failure;
  const buttons: [string, (() => void) | undefined][] = [
    [t("retry"), retry],
    [t("conflict.load"), meanwhile === "changed" ? onLoadLatest : undefined],
    [t("conflict.overwrite"), meanwhile === "changed" ? onOverwrite : undefined],
    [t("knowledge.addAsNew"), meanwhile === "gone" ? onAddAsNew : undefined],
  ];
  const offered = buttons.filter(([, act]) => act !== undefined);
  return (
    <Alert
      tone={meanwhile ? "warning" : "error"}
      actions={
        offered.length > 0 &&
        offered.map(([label, act]) => (
          <button key={label} type="button" className="btn btn-line btn-sm" onClick={act}>
            {label}
          </button>
        ))
      }
    >
      {text}
    </Alert>
  );
}
