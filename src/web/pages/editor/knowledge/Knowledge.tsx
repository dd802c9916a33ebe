import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { knowledgeCalls } from "../../../../contract/calls/knowledge.ts";
import { ApiError, call } from "../../../api.ts";
import { useReadOnly } from "../../../may.ts";
import { sourcesQuery } from "../../../source-queries.ts";
import { failureText } from "../../../text/failure.ts";
import { formatNumber } from "../../../text/format.ts";
import { withTexts } from "../../../text/i18n.ts";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { useToast } from "../../../ui/Toast.tsx";
import { Entries } from "./Entries.tsx";
import type { KnowledgeProps } from "./knowledge-props.ts";
import type { ShownEntry } from "./knowledge-source.ts";
import { type Dropped, useFileDrop } from "./use-file-drop.ts";
import { type KnowledgeView, useKnowledgeView } from "./use-knowledge-view.ts";
import { useReadEnds } from "./use-read-ends.ts";

const Sources = lazy(async () => ({ default: (await withTexts(() => import("../sources/Sources.tsx"), "reading")).Sources }));

/** The third tab: the agent's knowledge, as entries, and as the files and websites that it was read from. */
export function Knowledge(props: KnowledgeProps) {
  const { source, chatId, isNamed, draft, change, limits } = props;
  const { view, sourceId, show } = useKnowledgeView();
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const { isOver, handlers } = useFileDrop((files) => {
    if (chatId === null) return;
    show("sources");
    setDropped(files);
  });
  // Once opened, it stays mounted, so that a file on its way arrives while the entries are shown.
  const [wasOpened, setOpened] = useState(view === "sources");
  if (view === "sources" && !wasOpened) setOpened(true);
  const [wanted, setWanted] = useState<ShownEntry | null>(null);
  const editById = useEditById(chatId, (entry) => {
    show("entries");
    setWanted(entry);
  });
  const remaining = source.entries ? Math.max(0, limits.entries - source.typed) : null;
  return (
    <div {...handlers}>
      <KnowledgeHead remaining={view === "entries" ? remaining : null} />
      <ViewChoice chatId={chatId} view={view} onChange={show} onRead={source.noteChange} />
      <div hidden={view !== "entries"}>
        <Entries
          {...props}
          isShown={props.isShown && view === "entries"}
          lead={<KnowledgeLead isSaved={chatId !== null} isNamed={isNamed} />}
          wanted={wanted}
          onOpenSource={(id) => show("sources", id)}
          onRead={chatId === null ? undefined : () => show("sources")}
        />
      </div>
      {wasOpened && (
        <div hidden={view !== "sources"}>
          <Suspense fallback={<RowBones />}>
            <Sources
              {...{ chatId, draft, change, dropped }}
              openedId={sourceId}
              onOpen={(id) => show("sources", id)}
              onEditEntry={(id) => void editById(id)}
              isOver={isOver}
              onEntries={source.noteChange}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Opens an entry that may be on any page of the list. */
function useEditById(chatId: string | null, onFound: (entry: ShownEntry) => void) {
  const { t } = useTranslation("editor");
  const toast = useToast();
  return async (entryId: string) => {
    try {
      const { entry } = await call(knowledgeCalls.fetchEntry, { params: { chatId: chatId ?? "", entryId } });
      onFound({ ...entry, number: 0, uses: null });
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      toast({ text: isGone ? t("knowledge.openedGone") : failureText(t("knowledge.notOpened"), error), tone: "error" });
    }
  };
}

interface ViewChoiceProps {
  chatId: string | null;
  view: KnowledgeView;
  onChange: (view: KnowledgeView) => void;
  /** Called when a reading has ended. */
  onRead: () => void;
}

/** Entries, or the files and websites. */
function ViewChoice({ chatId, view, onChange, onRead }: ViewChoiceProps) {
  const { t } = useTranslation("editor");
  const { data } = useQuery(sourcesQuery(chatId));
  useReadEnds(data?.sources, onRead, { withNew: true });
  const count = data && data.total > 0 ? ` · ${formatNumber(data.total)}` : "";
  return (
    <div className="mt-4">
      <Choice
        legend={t("knowledge.view")}
        quietLegend
        value={view}
        onChange={onChange}
        options={[
          { value: "entries", label: t("knowledge.viewEntries") },
          { value: "sources", label: t("knowledge.viewSources") + count, short: t("knowledge.viewSourcesShort") + count },
        ]}
      />
    </div>
  );
}

/** `remaining`: how many more entries the plan allows; null while that is not known. */
function KnowledgeHead({ remaining }: { remaining: number | null }) {
  const { t } = useTranslation("editor");
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <h2 className="text-lg">{t("knowledge.title")}</h2>
      {remaining !== null && (
        <p className="text-quiet">
          {t("knowledge.remaining")} <span className="font-semibold text-base-content tabular-nums">{formatNumber(remaining)}</span>
        </p>
      )}
    </div>
  );
}

/** `isSaved`: whether the agent was ever saved. */
function KnowledgeLead({ isSaved, isNamed }: { isSaved: boolean; isNamed: boolean }) {
  const { t } = useTranslation("editor");
  const isReadOnly = useReadOnly();
  const saving = isSaved ? t("knowledge.savedAtOnce") : isNamed ? t("knowledge.savesAgent") : t("knowledge.needsName");
  return (
    <p className="mt-4 max-w-[60ch] text-quiet">
      {t("knowledge.lead")} {!isReadOnly && saving}
    </p>
  );
}
