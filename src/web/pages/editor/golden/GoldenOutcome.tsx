import { useTranslation } from "react-i18next";
import type { GoldenFailure } from "../../../../contract/golden.ts";
import { answerText } from "./answer-text.ts";

/** What is wrong with an answer. */
export function Faults({ failures }: { failures: readonly GoldenFailure[] }) {
  const { t } = useTranslation("golden");
  if (failures.length === 0) return null;
  return (
    <ul className="mt-0.5 text-sm">
      {failures.map(({ fault, text }) => (
        <li key={`${fault} ${text}`} className="break-words">
          {t(`golden.fault.${fault}`, { text })}
        </li>
      ))}
    </ul>
  );
}

export function Answer({ answer }: { answer: string }) {
  const { t } = useTranslation("golden");
  return (
    <details className="mt-0.5 text-sm text-quiet">
      <summary className="w-fit min-h-6 cursor-pointer max-sm:min-h-11 max-sm:py-2.5">{t("golden.answer")}</summary>
      <p
        dir="auto"
        className="mt-1 w-fit max-w-full rounded-2xl rounded-es-md bg-bubble px-4 py-2.5 break-words whitespace-pre-wrap text-base-content"
      >
        {answerText(answer) || t("golden.noAnswer")}
      </p>
    </details>
  );
}
