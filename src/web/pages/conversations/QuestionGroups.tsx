import { useQuery } from "@tanstack/react-query";
import { BookPlus } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { QuestionGroup, QuestionWording } from "../../../contract/question.ts";
import { useReadOnly } from "../../may.ts";
import { formatNumber } from "../../text/format.ts";
import { RetryAlert } from "../../ui/Alert.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { RowBones } from "../../ui/page/ContentBones.tsx";
import { KeepGoldenMenu } from "../editor/golden/KeepGolden.tsx";
import { askedAgainQuery, questionGroupsQuery } from "./question-queries.ts";

/** What visitors asked without an answer, grouped across wordings, so that the owner answers each question once. */
export function QuestionGroups({ chatId }: { chatId: string }) {
  const { t } = useTranslation("conversations");
  const titleId = useId();
  const [page, setPage] = useState(1);
  const { data, error, isPlaceholderData, refetch } = useQuery(questionGroupsQuery(chatId, page));
  // Conversations from before messages had an author may have no question that can be grouped.
  if (data?.total === 0) return null;
  return (
    <section aria-labelledby={titleId} className="border-b border-base-300 py-4 panes:border-b-0">
      <h2 id={titleId} className="text-base font-semibold">
        {t("questions.title")}
      </h2>
      <p className="text-sm text-quiet">{t("questions.lead")}</p>
      {error && (
        <RetryAlert className="mt-3" onRetry={() => void refetch()}>
          {t("questions.failed")}
        </RetryAlert>
      )}
      {!data && !error && (
        <>
          <p role="status" className="mt-3 text-sm text-quiet">
            {t("questions.grouping")}
          </p>
          <RowBones className="mt-4" />
        </>
      )}
      {data && (
        <ul aria-busy={isPlaceholderData} className={`divide-y divide-base-300 ${isPlaceholderData ? "opacity-60" : ""}`}>
          {data.groups.map((group) => (
            <Group key={group.wordings[0]?.text} chatId={chatId} group={group} />
          ))}
        </ul>
      )}
      {data && data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("questions.title")} />}
    </section>
  );
}

const sum = (wordings: readonly QuestionWording[]) => wordings.reduce((all, { count }) => all + count, 0);

function Group({ chatId, group: { count, wordings } }: { chatId: string; group: QuestionGroup }) {
  const { t } = useTranslation("conversations");
  const { data } = useQuery(askedAgainQuery(chatId, wordings));
  const isReadOnly = useReadOnly();
  const answered = wordings.filter((_, at) => data?.answered[at]);
  const question = wordings[0]?.text ?? "";
  const isDone = data !== undefined && answered.length === wordings.length;
  return (
    <li className="py-3">
      <div className="flex items-start justify-between gap-3">
        <span dir="auto" className="line-clamp-3 min-w-0 flex-1 font-semibold break-words">
          {question}
        </span>
        <span className="shrink-0 text-sm leading-[inherit] text-quiet tabular-nums">
          {t("questions.times", { number: formatNumber(count) })}
        </span>
        <div className="-my-1 -me-2 shrink-0 max-sm:-my-2.5">
          <KeepGoldenMenu label={t("questions.more", { question })} chatId={chatId} question={question} sources={[]} />
        </div>
      </div>
      <p role="status" className="text-sm font-semibold tabular-nums">
        {data &&
          answered.length > 0 &&
          t("questions.answered", { answered: formatNumber(sum(answered)), all: formatNumber(sum(wordings)) })}
      </p>
      {wordings.length > 1 && <Wordings wordings={wordings} answered={data?.answered} />}
      {!isDone && !isReadOnly && (
        <Link
          to={`/editor?chatId=${encodeURIComponent(chatId)}&tab=knowledge`}
          state={{ question }}
          aria-label={t("questions.answerOf", { count, question })}
          className="btn btn-line btn-sm mt-2 max-sm:min-h-11"
        >
          <BookPlus size={16} strokeWidth={1.75} aria-hidden="true" />
          {t("questions.answer", { count })}
        </Link>
      )}
    </li>
  );
}

/** The wordings of a group, and which of them have no answer yet once others have one. */
function Wordings({ wordings, answered }: { wordings: readonly QuestionWording[]; answered: readonly boolean[] | undefined }) {
  const { t } = useTranslation("conversations");
  const isMixed = answered?.some(Boolean) ?? false;
  return (
    <Disclosure
      className="text-sm text-quiet"
      title={t("questions.wordings", { count: wordings.length, number: formatNumber(wordings.length) })}
    >
      <ul className="mt-1 mb-2 space-y-1 border-s-2 border-base-300 ps-3">
        {wordings.map(({ text, count }, at) => (
          <li key={text} className="flex flex-wrap justify-between gap-x-3">
            <span dir="auto" className="line-clamp-3 min-w-0 break-words text-base-content">
              {text}
            </span>
            <span className="ms-auto tabular-nums">
              {isMixed && !answered?.[at] && <span className="font-semibold text-base-content">{t("questions.notYet")} </span>}
              {t("questions.times", { number: formatNumber(count) })}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
