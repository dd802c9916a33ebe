import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Globe, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_SOURCE_URL, type SourceRoom, type SourceView } from "../../../contract/source.ts";
import { isRead, sourceQuery, sourcesKey, sourcesQuery } from "../../source-queries.ts";
import { formatNumber } from "../../text/format.ts";
import { Alert, RetryAlert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { RowBones } from "../../ui/page/ContentBones.tsx";
import type { Draft } from "../editor/fields/draft.ts";
import { useAddLink } from "../editor/sources/AddSource.tsx";
import { ChoosePages } from "../editor/sources/ChoosePages.tsx";
import { isFull, SeePlans } from "../editor/sources/Room.tsx";
import { SourceState } from "../editor/sources/SourceState.tsx";
import { shortAddress, whyOf } from "../editor/sources/source-text.ts";
import { useSourceActions } from "../editor/sources/use-source-actions.ts";
import { useToldEnds } from "../editor/sources/use-told-ends.ts";

export interface ReadSiteProps {
  chatId: string;
  draft: Draft;
  /** Saves what of the website's look was chosen, and shows the next step. @returns whether it was saved */
  onAdopt: (look: Partial<Draft>) => Promise<boolean>;
  onNext: () => void;
  /** Called when the agent's entries have changed. */
  onEntries: () => unknown;
  /** The way on by typing, below. */
  children: (lead: string) => ReactNode;
}

/** "Paste your website": an address becomes a ticked list of pages, colours, a logo and questions. Typing stays possible. */
export function ReadSite(props: ReadSiteProps) {
  const { chatId, onEntries, children } = props;
  const { t } = useTranslation("reading");
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(sourcesQuery(chatId));
  const [isSkipped, setSkipped] = useState(false);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: sourcesKey(chatId) });
  const said = useToldEnds(data?.sources, () => {
    onEntries();
    refresh();
  });
  if (!data) {
    if (!error) return <RowBones />;
    return (
      <>
        <RetryAlert className="mt-6" onRetry={() => void refetch()}>
          {t("sources.failed")}
        </RetryAlert>
        {children("")}
      </>
    );
  }
  const site = data.sources.findLast(({ kind }) => kind !== "file");
  if (site && site.proposed > 0 && site.state === "proposed" && !isRead(site) && !isSkipped) {
    return <Proposal {...props} site={site} room={data.room} onSkip={() => setSkipped(true)} />;
  }
  const isDone = site !== undefined && site.entries > 0;
  return (
    <>
      {site && (isRead(site) || isDone) ? (
        <Reading chatId={chatId} site={site} onEntries={onEntries} />
      ) : (
        <Address chatId={chatId} room={data.room} failed={site?.state === "failed" ? site : null} onAdded={refresh} />
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {children(t(isDone ? "site.alsoType" : "site.orType"))}
    </>
  );
}

interface AddressProps {
  chatId: string;
  room: SourceRoom;
  /** The website that could not be read. */
  failed: SourceView | null;
  onAdded: () => void;
}

/** The field for the website's address. A website that could not be read is deleted before another one is added. */
function Address({ chatId, room, failed, onAdded }: AddressProps) {
  const { t } = useTranslation("reading");
  const [url, setUrl] = useState(failed?.url ?? "");
  const link = useAddLink(chatId, onAdded);
  const actions = useSourceActions({ chatId, onEntries: () => undefined });
  const address = url.trim();
  const submit = () => {
    if (!failed) return void link.send({ kind: "site", url: address });
    if (address === failed.url) return actions.sync(failed);
    actions.remove(failed, () => void link.send({ kind: "site", url: address }));
  };
  if (room.sources.limit === 0 || (isFull(room.sources) && !failed)) {
    return (
      <p className="mt-6 text-quiet">
        {t(room.sources.limit === 0 ? "site.noRoom" : "room.full")} <SeePlans />
      </p>
    );
  }
  return (
    <>
      {failed && (
        <Alert tone="warning" className="mt-6">
          <p className="font-medium break-words">{failureOf(t, failed)}</p>
          <p className="mt-1 text-sm">{t("site.onByTyping")}</p>
        </Alert>
      )}
      <Form noValidate refusal={link.error} onSubmit={submit} className="mt-6 flex items-start gap-2 max-sm:flex-col">
        <TextField
          fieldClass="min-w-0 flex-1 max-sm:w-full"
          label={t(failed ? "site.another" : "site.label")}
          hint={t("site.hint")}
          error={link.error?.text}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="rotanmeru.my"
          value={url}
          maxLength={MAX_SOURCE_URL}
          onChange={(event) => {
            setUrl(event.target.value);
            link.forget();
          }}
        />
        <BusyButton type="submit" className="btn-line max-sm:btn-block sm:mt-7.5" busy={link.isBusy || actions.busyAt !== null}>
          <Globe size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("site.read")}
        </BusyButton>
      </Form>
      {link.error?.isLimit && <SeePlans className="mt-1 text-sm" />}
    </>
  );
}

type T = ReturnType<typeof useTranslation<"reading">>["t"];

function failureOf(t: T, { url, name, failure }: SourceView): string {
  const address = shortAddress(url ?? name);
  return failure === null ? t("site.failedNoWhy", { address }) : t("site.failed", { address, why: whyOf(t, failure) });
}

/** How far the reading is, or what was read. */
function Reading({ chatId, site, onEntries }: { chatId: string; site: SourceView; onEntries: () => void }) {
  const { t } = useTranslation("reading");
  const actions = useSourceActions({ chatId, onEntries });
  const address = shortAddress(site.url ?? site.name);
  const isGoingOn = isRead(site);
  const isStoring = isGoingOn && site.state !== "waiting";
  if (!isGoingOn) {
    return (
      <p
        role="status"
        className="mt-6 flex items-start gap-2.5 rounded-control border border-primary/40 bg-primary/8 px-4 py-3 font-medium"
      >
        <Check size={18} strokeWidth={2.25} aria-hidden="true" className="mt-0.75 shrink-0 text-primary" />
        <span className="min-w-0 break-words">{t("site.done", { count: site.pages, number: formatNumber(site.pages), address })}</span>
      </p>
    );
  }
  return (
    <section aria-label={t("site.reading", { address })} className="mt-6 rounded-control border border-base-300 bg-raised px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-semibold break-words">{t(isStoring ? "site.storing" : "site.reading", { address })}</p>
        <button
          type="button"
          className="btn btn-ghost btn-sm -me-2 shrink-0"
          disabled={actions.busyAt !== null}
          onClick={() => actions.cancel(site)}
        >
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
          {t("cancel")}
        </button>
      </div>
      <SourceState source={site} />
      <p className="mt-2 text-sm text-quiet">{t("site.meanwhile")}</p>
    </section>
  );
}

interface ProposalProps extends ReadSiteProps {
  site: SourceView;
  room: SourceRoom;
  onSkip: () => void;
}

/** What was found. The look is saved before the pages are chosen: if that fails, nothing counts yet. */
function Proposal({ chatId, site, room, draft, onAdopt, onNext, onEntries, onSkip }: ProposalProps) {
  const { t } = useTranslation("reading");
  const [isSaving, setSaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const actions = useSourceActions({ chatId, onEntries });
  const details = useQuery(sourceQuery(chatId, site.id, { page: 1, state: "proposed" }));
  const address = shortAddress(site.url ?? site.name);
  if (!details.data && !details.error) return <RowBones />;
  return (
    <div className="mt-6">
      <h3 className="text-lg break-words">{t("site.found", { count: site.proposed, number: formatNumber(site.proposed), address })}</h3>
      <ChoosePages
        chatId={chatId}
        source={site}
        look={details.data?.look ?? null}
        draft={draft}
        room={room}
        isBusy={isSaving || actions.busyAt !== null}
        refusal={actions.refusal}
        confirm={t("site.use")}
        onChoose={async (chosen, look) => {
          setSaving(true);
          const isSaved = await onAdopt(look);
          setSaving(false);
          setFailed(!isSaved);
          if (isSaved) actions.choose(site, chosen, onNext);
        }}
        aside={
          <button type="button" className="btn btn-ghost max-sm:btn-block" onClick={onSkip}>
            {t("site.skip")}
          </button>
        }
      />
      {hasFailed && <Alert className="mt-4">{t("choose.failed")}</Alert>}
    </div>
  );
}
