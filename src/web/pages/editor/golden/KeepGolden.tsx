import { ListChecks } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Source } from "../../../../contract/chat.ts";
import { GOLDEN_MAX } from "../../../../contract/golden.ts";
import { useKeepGolden } from "../../../golden-queries.ts";
import { useReadOnly } from "../../../may.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";

interface KeepGoldenProps {
  chatId: string;
  question: string;
  /** What the answer rested on; the same entry is expected from now on. */
  sources: readonly Source[];
  className?: string;
}

/** A button that adds a question that was asked to the test questions. Its page has the texts of the section "golden". */
export function KeepGolden({ chatId, question, sources, className = "" }: KeepGoldenProps) {
  const { t } = useTranslation("golden");
  const { mutate, isPending, isSuccess } = useKeepGolden(chatId);
  const isReadOnly = useReadOnly();
  const text = question.trim();
  if (isReadOnly || text === "" || text.length > GOLDEN_MAX.length) return null;
  const entryId = sources[0]?.entryId ?? null;
  return (
    <BusyButton
      className={`btn-ghost btn-sm text-quiet max-sm:min-h-11 ${className}`}
      busy={isPending}
      disabled={isSuccess}
      aria-label={t("golden.keepOf", { question: text })}
      onClick={() => mutate({ question: text, expects: { entryId } })}
    >
      <ListChecks size={16} strokeWidth={1.75} aria-hidden="true" />
      {t("golden.keep")}
    </BusyButton>
  );
}
