import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type AnswerComparison, type ChangedAnswer, MAX_COMPARED } from "../../../../contract/comparison.ts";
import { formatNumber } from "../../../text/format.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { answerText } from "../golden/answer-text.ts";
import { useCancelComparison } from "./use-comparison.ts";
import { comparisonQuery } from "./version-queries.ts";

/** Which answers to visitors' latest questions would change, side by side. It begins when it is shown. */
export function ComparedAnswers({ chatId, newest }: { chatId: string; newest: number }) {
  const { t } = useTranslation("history");
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(comparisonQuery(chatId, newest, page));
  if (error) {
    return (
      <RetryAlert className="mt-6" onRetry={() => void refetch()}>
        {t("answers.failed")}
      </RetryAlert>
    );
  }
  if (!data) return <RowBones />;
  return (
    <div className="mt-6">
      {(data.state === "waiting" || data.state === "running") && <Comparing chatId={chatId} newest={newest} comparison={data} />}
      {(data.state === "failed" || data.state === "cancelled") && <Again chatId={chatId} newest={newest} state={data.state} />}
      {data.state === "none" && <p>{t("answers.nothing")}</p>}
      {data.state === "done" && <Done comparison={data} />}
      {data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("answers.tab")} />}
    </div>
  );
}

interface PartProps {
  chatId: string;
  newest: number;
}

function Comparing({ chatId, newest, comparison: { asked, total } }: PartProps & { comparison: AnswerComparison }) {
  const { t } = useTranslation("history");
  const { cancel } = useCancelComparison(chatId, newest);
  return (
    <div className="flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <p role="status" className="mb-1.5 text-sm tabular-nums">
          {total === 0 ? t("answers.waiting") : t("answers.asked", { asked: formatNumber(asked), total: formatNumber(total) })}
        </p>
        <Progress label={t("answers.tab")} percent={(100 * asked) / Math.max(total, 1)} />
      </div>
      <BusyButton className="btn-line btn-sm max-sm:min-h-11" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t("cancel")}
      </BusyButton>
    </div>
  );
}

function Again({ chatId, newest, state }: PartProps & { state: "failed" | "cancelled" }) {
  const { t } = useTranslation("history");
  const { again } = useCancelComparison(chatId, newest);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status">{t(state === "failed" ? "answers.failed" : "answers.cancelled")}</p>
      <BusyButton className="btn-line btn-sm max-sm:min-h-11" busy={again.isPending} onClick={() => again.mutate()}>
        {t("answers.again")}
      </BusyButton>
    </div>
  );
}

function Done({ comparison: { total, changed, answers } }: { comparison: AnswerComparison }) {
  const { t } = useTranslation("history");
  if (total === 0) return <p>{t("answers.none")}</p>;
  const numbers = { count: changed, changed: formatNumber(changed), total: formatNumber(total) };
  return (
    <>
      <p role="status" className="text-lg font-semibold tabular-nums">
        {t(changed === 0 ? "answers.same" : total >= MAX_COMPARED ? "answers.changedOfLast" : "answers.changed", numbers)}
      </p>
      <p className="text-sm text-quiet">{t("answers.keyless")}</p>
      {answers.length > 0 && (
        <ul className="mt-4 divide-y divide-base-300 border-y border-base-300">
          {answers.map((answer) => (
            <Changed key={`${answer.previous ?? ""} ${answer.question}`} answer={answer} />
          ))}
        </ul>
      )}
    </>
  );
}

function Changed({ answer: { question, previous, times, before, after } }: { answer: ChangedAnswer }) {
  const { t } = useTranslation("history");
  return (
    <li className="py-4">
      <p className="flex items-start justify-between gap-3">
        <span dir="auto" className="line-clamp-3 min-w-0 flex-1 font-medium break-words">
          {question}
        </span>
        {times > 1 && (
          <span className="shrink-0 text-sm text-quiet tabular-nums">{t("answers.times", { number: formatNumber(times) })}</span>
        )}
      </p>
      {previous !== null && <p className="line-clamp-2 text-sm break-words text-quiet">{t("answers.after", { previous })}</p>}
      <dl className="mt-3 grid gap-3 sm:grid-cols-2">
        <Side label={t("answers.now")} answer={before} />
        <Side label={t("answers.then")} answer={after} isNew />
      </dl>
    </li>
  );
}

function Side({ label, answer, isNew = false }: { label: string; answer: string; isNew?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm font-semibold text-quiet">{label}</dt>
      <dd
        dir="auto"
        className={`mt-1 rounded-2xl rounded-es-md px-4 py-2.5 text-sm break-words whitespace-pre-wrap ${isNew ? "border border-primary/40 bg-primary/8" : "bg-bubble"}`}
      >
        {answerText(answer) || "–"}
      </dd>
    </div>
  );
}
