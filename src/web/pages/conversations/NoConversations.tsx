import { Code } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

/** Shown before the first conversation: a sample of one, and the button that leads to the embed code. */
export function NoConversations({ chatId }: { chatId: string }) {
  const { t } = useTranslation("conversations");
  return (
    <div className="border-t border-base-300 pt-10 pb-24 panes:overflow-y-auto">
      <div className="mx-auto grid max-w-4xl items-center gap-10 md:grid-cols-[1fr_1.1fr]">
        <div>
          <h2 className="text-xl">{t("conversations.noneTitle")}</h2>
          <p className="mt-2 max-w-[44ch] text-quiet">{t("conversations.none")}</p>
          <Link to={`/embed-code/${encodeURIComponent(chatId)}`} className="btn btn-primary mt-6">
            <Code size={18} strokeWidth={1.75} aria-hidden="true" />
            {t("embed.get")}
          </Link>
        </div>
        <Sample />
      </div>
    </div>
  );
}

/** Decoration that is hidden from assistive technology, which reads the text beside it. */
function Sample() {
  const { t } = useTranslation("conversations");
  return (
    <div aria-hidden="true" className="rounded-surface border border-dashed border-line-strong p-4 select-none sm:p-5">
      <div className="flex items-start justify-between gap-3 border-b border-base-300 pb-3">
        <span className="font-semibold">{t("sample.question")}</span>
        <span className="shrink-0 rounded-full bg-accent px-2 text-sm font-semibold text-accent-content">
          {t("conversations.unanswered", { count: 1 })}
        </span>
      </div>
      <div className="mt-4 flex flex-col gap-2">
        <span className="max-w-[85%] self-end rounded-[18px] rounded-ee-md bg-secondary px-4 py-2 text-secondary-content">
          {t("sample.question")}
        </span>
        <span className="max-w-[85%] self-start rounded-[18px] rounded-es-md bg-bubble px-4 py-2">{t("sample.answer")}</span>
        <span className="self-start text-sm font-semibold text-quiet">+ {t("conversations.addKnowledge")}</span>
      </div>
    </div>
  );
}
