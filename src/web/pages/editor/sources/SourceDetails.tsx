import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SourceDetails as Details, SourceRoom } from "../../../../contract/source.ts";
import { ApiError } from "../../../api.ts";
import { useReadOnly } from "../../../may.ts";
import { isRead, type SourcePagesView, sourceQuery, sourcesKey } from "../../../source-queries.ts";
import { Alert, RetryAlert } from "../../../ui/Alert.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { useToast } from "../../../ui/Toast.tsx";
import { ChoosePages } from "./ChoosePages.tsx";
import { Conflicts } from "./Conflicts.tsx";
import { DeleteSource, SourceButtons } from "./SourceButtons.tsx";
import { SourcePages } from "./SourcePages.tsx";
import { KIND_ICONS } from "./SourceRow.tsx";
import { SourceState } from "./SourceState.tsx";
import { factsOf, linkOf, shortAddress } from "./source-text.ts";
import type { SourcesProps } from "./sources-props.ts";
import type { SourceActions } from "./use-source-actions.ts";
import { useToldEnds } from "./use-told-ends.ts";

interface SourceDetailsProps extends SourcesProps {
  chatId: string;
  sourceId: string;
  actions: SourceActions;
  room: SourceRoom | null;
  onClose: () => void;
}

const FIRST: SourcePagesView = { page: 1, state: null };

/** A source's own view: its pages, what was read of each, and what differs. */
export function SourceDetails(props: SourceDetailsProps) {
  const { chatId, sourceId, onClose, onEntries } = props;
  const { t } = useTranslation("reading");
  const queryClient = useQueryClient();
  const [view, setView] = useState<SourcePagesView>(FIRST);
  const query = useQuery(sourceQuery(chatId, sourceId, view));
  const { data, error } = query;
  const said = useToldEnds(data && [data.source], () => {
    onEntries();
    void queryClient.invalidateQueries({ queryKey: sourcesKey(chatId) });
  });
  const isGone = error instanceof ApiError && error.status === 404;
  const close = () => {
    if (isGone) void queryClient.invalidateQueries({ queryKey: sourcesKey(chatId) });
    onClose();
  };
  return (
    <>
      <button type="button" className="btn btn-ghost btn-sm -ms-3 mt-3 max-sm:min-h-11" onClick={close}>
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
        {t("act.back")}
      </button>
      {isGone ? (
        <Alert tone="warning" className="mt-4">
          {t("act.gone")}
        </Alert>
      ) : data ? (
        <Shown {...props} details={data} view={view} onView={setView} isOld={error !== null} isStale={query.isPlaceholderData} />
      ) : error ? (
        <RetryAlert className="mt-4" onRetry={() => void query.refetch()}>
          {t("sources.failed")}
        </RetryAlert>
      ) : (
        <RowBones />
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

interface ShownProps extends SourceDetailsProps {
  details: Details;
  view: SourcePagesView;
  onView: (view: SourcePagesView) => void;
  /** The last call failed, so this may be out of date. */
  isOld: boolean;
  /** Another page is loading. */
  isStale: boolean;
}

function Shown(props: ShownProps) {
  const { chatId, details, view, onView, isOld, isStale, actions, room, onClose, onEditEntry, draft, change } = props;
  const { source, look } = details;
  const { t } = useTranslation("reading");
  const toast = useToast();
  const queryClient = useQueryClient();
  const isReadOnly = useReadOnly();
  const [isAsking, setAsking] = useState(false);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: sourcesKey(chatId) });
  return (
    <>
      <Head details={details} />
      {isOld && (
        <Alert tone="warning" className="mt-4">
          {t("sources.stale")}
        </Alert>
      )}
      <SourceButtons chatId={chatId} source={source} actions={actions} onRefresh={refresh} onDelete={() => setAsking(true)} />
      {isAsking && <DeleteSource source={source} actions={actions} onClose={() => setAsking(false)} onDeleted={onClose} />}
      {source.kind === "site" && !isReadOnly && (
        <div className="mt-5 max-w-xl">
          <Switch
            label={t("schedule.takesNew")}
            hint={t("schedule.takesNewHint")}
            value={source.takesNew}
            onChange={(value) => actions.takeNew(source, value)}
          />
        </div>
      )}
      <Conflicts chatId={chatId} source={source} actions={actions} />
      {source.proposed > 0 && !isRead(source) && !isReadOnly && (
        <ChoosePages
          key={source.checkedAt}
          chatId={chatId}
          source={source}
          look={source.state === "proposed" ? look : null}
          draft={draft}
          room={room}
          isBusy={actions.busyAt === source.id}
          refusal={actions.refusal}
          onChoose={(chosen, patch) =>
            actions.choose(source, chosen, () => {
              if (Object.keys(patch).length === 0) return;
              change(patch);
              toast({ text: t("brand.adopted") });
            })
          }
        />
      )}
      <SourcePages {...{ chatId, details, view, onView, isStale, actions, onEditEntry }} />
    </>
  );
}

/** The name takes the focus, because the pressed button of the list is gone. */
function Head({ details: { source } }: { details: Details }) {
  const { t } = useTranslation("reading");
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    name.current?.focus({ preventScroll: true });
  }, []);
  const Icon = KIND_ICONS[source.kind];
  const link = linkOf(source.url);
  return (
    <div className="mt-3">
      <h3 ref={name} tabIndex={-1} className="flex items-start gap-2 text-lg outline-none">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-1 shrink-0 text-quiet" />
        <bdi className="min-w-0 break-words">{source.name}</bdi>
      </h3>
      {link !== null && (
        <a href={link} target="_blank" rel="noreferrer" className="link-plain inline-flex max-w-full items-center gap-1.5 text-sm">
          <span className="min-w-0 truncate">{shortAddress(link)}</span>
          <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span className="sr-only">{t("page.openSite")}</span>
        </a>
      )}
      <p className="mt-1 text-sm text-quiet tabular-nums">{factsOf(t, source, Date.now()).join(" · ")}</p>
      <div className="mt-2">
        <SourceState source={source} />
      </div>
    </div>
  );
}
