import { CornerDownLeft, MessageCircleQuestion } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_MESSAGE_LENGTH } from "../../../../contract/chat.ts";
import { withTexts } from "../../../text/i18n.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { ImproveEntry } from "./ImproveEntry.tsx";
import { type Trial, useTrial } from "./use-trial.ts";

const KeepGolden = lazy(async () => ({ default: (await withTexts(() => import("../golden/KeepGolden.tsx"), "golden")).KeepGolden }));

interface TryItProps {
  previewId: string;
  /** Null: the agent was never saved, so its entries cannot be changed here. */
  chatId: string | null;
}

/** Asks the agent, shows the answer with the entries that it rests on, and improves them in place. */
export function TryIt({ previewId, chatId }: TryItProps) {
  const { t } = useTranslation("editor");
  const { trial, ask } = useTrial(previewId);
  const [question, setQuestion] = useState("");
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="mt-3 flex max-h-[60%] shrink-0 flex-col rounded-surface border border-base-300 bg-base-100 p-4"
    >
      <form
        className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== "") ask(question.trim());
        }}
      >
        <label className="min-w-0 flex-1 max-sm:flex-none">
          <span id={titleId} className="mb-1.5 block font-semibold">
            {t("try.title")}
          </span>
          <input
            type="text"
            className="input"
            value={question}
            maxLength={MAX_MESSAGE_LENGTH}
            placeholder={t("try.placeholder")}
            onChange={(event) => setQuestion(event.target.value)}
          />
        </label>
        <BusyButton type="submit" className="btn-line" busy={trial?.state === "asking"} disabled={question.trim() === ""}>
          <CornerDownLeft size={16} strokeWidth={1.75} aria-hidden="true" />
          {trial?.question === question.trim() ? t("try.again") : t("try.ask")}
        </BusyButton>
      </form>
      {trial && <Outcome key={trial.question} trial={trial} chatId={chatId} onChanged={() => ask(trial.question)} />}
    </section>
  );
}

function Outcome({ trial, chatId, onChanged }: { trial: Trial; chatId: string | null; onChanged: () => void }) {
  const { t } = useTranslation("editor");
  const isAnswered = trial.state === "answered";
  return (
    <div className="mt-3 min-h-0 overflow-y-auto">
      <p
        role="status"
        dir="auto"
        className={`w-fit max-w-full break-words whitespace-pre-wrap ${trial.state === "failed" ? "text-error" : "rounded-2xl rounded-es-md bg-bubble px-4 py-2.5"}`}
      >
        {trial.answer === "" ? t("try.waiting") : trial.answer}
      </p>
      {isAnswered && trial.sources.length > 0 && (
        <>
          <h3 className="mt-3 text-sm font-semibold tracking-normal text-quiet">{t("try.from")}</h3>
          <ul className="mt-1 divide-y divide-base-300">
            {trial.sources.map((source) => (
              <li key={`${source.entryId}${source.title}${source.quote}`} className="py-2">
                <ImproveEntry chatId={chatId} source={source} question={trial.question} onSaved={onChanged} />
              </li>
            ))}
          </ul>
        </>
      )}
      {isAnswered && trial.sources.length === 0 && (
        <div className="mt-3 border-t border-base-300 pt-3">
          <p className="flex items-start gap-2 text-sm text-quiet">
            <MessageCircleQuestion size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
            {t("try.none")}
          </p>
          <ImproveEntry chatId={chatId} source={null} question={trial.question} onSaved={onChanged} />
        </div>
      )}
      {isAnswered && chatId !== null && (
        <div className="min-h-9 max-sm:min-h-11">
          <Suspense>
            <KeepGolden chatId={chatId} question={trial.question} sources={trial.sources} className="-ms-3" />
          </Suspense>
        </div>
      )}
    </div>
  );
}
