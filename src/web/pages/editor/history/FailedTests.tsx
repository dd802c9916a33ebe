import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PublishGate } from "../../../../contract/version.ts";
import { goldenQuery } from "../../../golden-queries.ts";
import { formatNumber } from "../../../text/format.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { tabId } from "../../../ui/Tabs.tsx";
import { Answer, Faults } from "../golden/GoldenOutcome.tsx";

interface FailedTestsProps {
  chatId: string;
  gate: PublishGate;
  isBusy: boolean;
  /** `override`: how many failed questions the person has seen. */
  onPublish: (override: number) => void;
  onClose: () => void;
}

/** Which test questions have failed before a publication, and publishing all the same. */
export function FailedTests({ chatId, gate, isBusy, onPublish, onClose }: FailedTestsProps) {
  const { t } = useTranslation("history");
  const [isSure, setSure] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(goldenQuery(chatId, 1));
  const count = data && !isFetching ? data.failed : 0;
  const questions = data && !isFetching ? data.questions.filter(({ run }) => run !== null && run.failures.length > 0) : [];
  const isReady = count > 0 && (gate !== "block" || isSure);
  const seeTests = () => {
    onClose();
    // After the dialog has returned the focus.
    requestAnimationFrame(() => {
      const tab = document.getElementById(tabId("golden"));
      tab?.click();
      tab?.focus();
    });
  };
  return (
    <Dialog
      title={t("gate.title")}
      onClose={onClose}
      foot={
        <>
          <button type="button" data-first-focus className="btn btn-ghost" onClick={onClose}>
            {t("cancel")}
          </button>
          <BusyButton className="btn-line" busy={isBusy} disabled={!isReady} onClick={() => onPublish(count)}>
            {t("gate.publish")}
          </BusyButton>
          <button type="button" className="btn btn-primary" onClick={seeTests}>
            {t("gate.seeTests")}
          </button>
        </>
      }
      wide
      grows
    >
      {isFetching && <RowBones />}
      {error && !isFetching && <RetryAlert onRetry={() => void refetch()}>{t("gate.unread")}</RetryAlert>}
      {count > 0 && (
        <>
          <p>{t(gate === "block" ? "gate.blocked" : "gate.warned", { count, number: formatNumber(count) })}</p>
          <ul className="mt-4 divide-y divide-base-300 border-y border-base-300">
            {questions.map(({ id, question, run }) => (
              <li key={id} className="py-3">
                <p dir="auto" className="font-medium break-words">
                  {question}
                </p>
                {run && <Faults failures={run.failures} />}
                {run && <Answer answer={run.answer} />}
              </li>
            ))}
          </ul>
          {count > questions.length && (
            <p className="mt-3 text-sm text-quiet">
              {t("gate.more", { count: count - questions.length, number: formatNumber(count - questions.length) })}
            </p>
          )}
          {gate === "block" && <Sure isSure={isSure} onChange={setSure} />}
        </>
      )}
    </Dialog>
  );
}

function Sure({ isSure, onChange }: { isSure: boolean; onChange: (isSure: boolean) => void }) {
  const { t } = useTranslation("history");
  const id = useId();
  return (
    <label htmlFor={id} className="mt-5 flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
      <input
        id={id}
        type="checkbox"
        className="checkbox checkbox-primary checkbox-sm mt-0.5 shrink-0"
        checked={isSure}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="font-medium">{t("gate.sure")}</span>
    </label>
  );
}
