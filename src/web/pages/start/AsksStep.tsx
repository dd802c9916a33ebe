import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { KNOWLEDGE_MAX } from "../../../contract/knowledge-calls.ts";
import { formatNumber } from "../../text/format.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { areJoined, QUESTIONS, type Question } from "./answers.ts";
import type { Guide } from "./use-guide.ts";

/** Step 2: four questions that visitors of every business ask. Each answer becomes a knowledge entry. */
export function AsksStep({ guide }: { guide: Guide }) {
  if (guide.room === 0) return <NoRoom chatId={guide.chatId ?? ""} />;
  return (
    <>
      {QUESTIONS.map((question) => (
        <Ask key={question} question={question} guide={guide} />
      ))}
      <Limits guide={guide} />
    </>
  );
}

function Ask({ question, guide: { answers, changeAnswers, wordLimit, longestAsk, isTooLong } }: { question: Question; guide: Guide }) {
  const { t } = useTranslation("start");
  const isLongest = isTooLong && question === longestAsk;
  const limit = formatNumber(wordLimit);
  return (
    <Field label={t(`ask.${question}`)} hint={t(`ask.${question}Example`)} error={isLongest ? t("asks.tooLong", { limit }) : undefined}>
      {(control) => (
        <textarea
          {...control}
          className="textarea field-sizing-content max-h-72 min-h-12"
          rows={1}
          value={answers[question]}
          maxLength={KNOWLEDGE_MAX.entryLength}
          onChange={(event) => changeAnswers({ [question]: event.target.value })}
        />
      )}
    </Field>
  );
}

/** What the plan holds. With too few entries for four answers, they become one entry with headings. */
function Limits({ guide: { room, words, wordLimit, isTooLong } }: { guide: Guide }) {
  const { t } = useTranslation("start");
  const limit = formatNumber(wordLimit);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-base-300 pt-3 text-sm">
      <p className="text-quiet">{t(areJoined(room) ? "asks.joined" : "asks.separate", { limit })}</p>
      <p className={`tabular-nums ${isTooLong ? "font-semibold text-error" : "text-quiet"}`}>
        {t("knowledge.words", { words: formatNumber(words), limit })}
      </p>
    </div>
  );
}

function NoRoom({ chatId }: { chatId: string }) {
  const { t } = useTranslation("start");
  return (
    <Alert
      tone="warning"
      actions={
        <>
          <Link to={`/editor?chatId=${encodeURIComponent(chatId)}&tab=knowledge`} className="btn btn-line btn-sm">
            {t("asks.openEditor")}
          </Link>
          <Link to="/plans" className="btn btn-line btn-sm">
            {t("asks.seePlans")}
          </Link>
        </>
      }
    >
      {t("asks.noRoom")}
    </Alert>
  );
}
