import { useTranslation } from "react-i18next";
import type { GoldenFailure } from "../../../../contract/golden.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
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
    <Disclosure className="mt-0.5 text-sm text-quiet" title={t("golden.answer")}>
      <p
        dir="auto"
        className="mt-1 w-fit max-w-full rounded-2xl rounded-es-md bg-bubble px-4 py-2.5 break-words whitespace-pre-wrap text-base-content"
      >
        {answerText(answer) || t("golden.noAnswer")}
      </p>
    </Disclosure>
  );
}
