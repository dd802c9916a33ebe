import { FileText, Globe, Link2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SourceKind, SourceView } from "../../../../contract/source.ts";
import { DeleteSource, SourceButtons } from "./SourceButtons.tsx";
import { SourceState } from "./SourceState.tsx";
import { factsOf } from "./source-text.ts";
import type { SourceActions } from "./use-source-actions.ts";

export const KIND_ICONS = { file: FileText, page: Link2, site: Globe } as const satisfies Record<SourceKind, unknown>;

interface SourceRowProps {
  chatId: string;
  source: SourceView;
  actions: SourceActions;
  onOpen: () => void;
  onRefresh: () => void;
}

/** One source of the list: what it is, what was read of it and when, and what can be done with it. */
export function SourceRow({ chatId, source, actions, onOpen, onRefresh }: SourceRowProps) {
  const { t } = useTranslation("reading");
  const [isAsking, setAsking] = useState(false);
  const Icon = KIND_ICONS[source.kind];
  return (
    <li className="py-4" aria-busy={actions.busyAt === source.id}>
      <div className="flex items-start gap-3">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-quiet" />
        <div className="min-w-0 flex-1">
          <button
            type="button"
            className="link-plain block max-w-full cursor-pointer text-start font-semibold break-words"
            title={t("act.open", { name: source.name })}
            onClick={onOpen}
          >
            <bdi>{source.name}</bdi>
          </button>
          <p className="mt-0.5 text-sm break-words text-quiet tabular-nums">{factsOf(t, source, Date.now()).join(" · ")}</p>
          <div className="mt-1.5">
            <SourceState source={source} />
          </div>
          <SourceButtons
            chatId={chatId}
            source={source}
            actions={actions}
            onOpen={onOpen}
            onRefresh={onRefresh}
            onDelete={() => setAsking(true)}
          />
          {isAsking && (
            <DeleteSource
              source={source}
              actions={actions}
              onClose={() => setAsking(false)}
              onDeleted={() => document.getElementById("sources-title")?.focus({ preventScroll: true })}
            />
          )}
        </div>
      </div>
    </li>
  );
}
