import { ListChecks } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Source } from "../../../../contract/chat.ts";
import { GOLDEN_MAX } from "../../../../contract/golden.ts";
import { useKeepGolden } from "../../../golden-queries.ts";
import { useReadOnly } from "../../../may.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { MenuButton } from "../../../ui/MenuButton.tsx";
import { MoreMenu } from "../../../ui/MoreMenu.tsx";

interface KeepGoldenProps {
  chatId: string;
  question: string;
  /** What the answer rested on; the same entry is expected from now on. */
  sources: readonly Source[];
}

/** A button that adds a question that was asked to the test questions. Its page has the texts of the section "golden". */
export function KeepGolden({ className = "", ...asked }: KeepGoldenProps & { className?: string }) {
  const { t } = useTranslation("golden");
  const { text, canKeep, isPending, isSuccess, keep } = useKeep(asked);
  if (!canKeep) return null;
  return (
    <BusyButton
      className={`btn-ghost btn-sm text-quiet max-sm:min-h-11 ${className}`}
      busy={isPending}
      disabled={isSuccess}
      aria-label={t("golden.keepOf", { question: text })}
      onClick={keep}
    >
      <ListChecks size={16} strokeWidth={1.75} aria-hidden="true" />
      {t("golden.keep")}
    </BusyButton>
  );
}

/** The same in a menu, where a row has room for one button only. */
export function KeepGoldenMenu({ label, ...asked }: KeepGoldenProps & { label: string }) {
  const { t } = useTranslation("golden");
  const { canKeep, isPending, isSuccess, keep } = useKeep(asked);
  if (!canKeep) return null;
  return (
    <MoreMenu label={label} isBusy={isPending} isSmall>
      {(choose) => <MenuButton icon={ListChecks} label={t("golden.keep")} disabled={isPending || isSuccess} onClick={choose(keep)} />}
    </MoreMenu>
  );
}

function useKeep({ chatId, question, sources }: KeepGoldenProps) {
  const { mutate, isPending, isSuccess } = useKeepGolden(chatId);
  const isReadOnly = useReadOnly();
  const text = question.trim();
  const entryId = sources[0]?.entryId ?? null;
  return {
    text,
    canKeep: !isReadOnly && text !== "" && text.length <= GOLDEN_MAX.length,
    isPending,
    isSuccess,
    keep: () => mutate({ question: text, expects: { entryId } }),
  };
}
