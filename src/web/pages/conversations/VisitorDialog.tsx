import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { visitorCalls } from "../../../contract/calls/visitors.ts";
import type { VisitorDetails } from "../../../contract/visitor.ts";
import { addressOf, call, messageOf } from "../../api.ts";
import { saveExport } from "../../save-export.ts";
import { formatDateTime, formatNumber } from "../../text/format.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { OwnerOnly } from "../../ui/OwnerOnly.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { useCopy } from "../../ui/use-copy.ts";

const EXPORT_TIMEOUT_MS = 300_000;

interface VisitorDialogProps {
  visitorId: string;
  chatId: string;
  onClose: () => void;
  /** The visitor's conversations are gone. */
  onErased: () => void;
}

/** What is stored about one visitor: all of it as a file, and its erasure. */
export function VisitorDialog({ visitorId, chatId, onClose, onErased }: VisitorDialogProps) {
  const { t } = useTranslation("conversations");
  const query = useQuery({
    queryKey: ["visitor", visitorId],
    queryFn: ({ signal }) => call(visitorCalls.fetchVisitor, { params: { id: visitorId }, signal }),
    staleTime: 0,
  });
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog title={t(isAsking ? "visitor.eraseTitle" : "visitor.title")} onClose={onClose}>
      {query.isPending && <Loading tall={false} />}
      {query.error && !query.data && <NotLoaded what={t("visitor.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />}
      {query.data &&
        (isAsking ? (
          <Erase visitor={query.data} chatId={chatId} onKeep={() => setAsking(false)} onErased={onErased} />
        ) : (
          <Facts visitor={query.data} onErase={() => setAsking(true)} />
        ))}
    </Dialog>
  );
}

function Facts({ visitor, onErase }: { visitor: VisitorDetails; onErase: () => void }) {
  const { t } = useTranslation("conversations");
  const path = addressOf(visitorCalls.exportVisitor, { params: { id: visitor.id }, query: { lang: currentLanguage() } });
  const save = useMutation({ mutationFn: () => saveExport(path, EXPORT_TIMEOUT_MS) });
  const { identity } = visitor;
  const facts = [
    [t("visitor.website"), visitor.origin],
    [t("visitor.externalId"), identity?.id],
    [t("visitor.name"), identity?.name],
    [t("visitor.email"), identity?.email],
    [t("visitor.firstSeen"), formatDateTime(visitor.firstSeen)],
    [t("visitor.lastSeen"), formatDateTime(visitor.lastSeen)],
    [t("visitor.stored"), storedOf(t, visitor)],
  ] as const;
  return (
    <>
      <p className="text-quiet">{t("visitor.lead")}</p>
      <CopyId id={visitor.id} />
      <dl className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="text-quiet">{label}</dt>
                <dd className="mb-2 break-words sm:mb-0">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {save.error && <Alert className="mt-4">{messageOf(save.error, t("error.network"))}</Alert>}
      <div className="mt-6 flex justify-between gap-2 max-sm:flex-col-reverse">
        <OwnerOnly>
          <button type="button" className="btn btn-ghost text-error sm:-ms-3" onClick={onErase}>
            {t("visitor.erase")}
          </button>
        </OwnerOnly>
        <BusyButton className="btn-primary sm:ms-auto" busy={save.isPending} onClick={() => save.mutate()}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("visitor.save")}
        </BusyButton>
      </div>
    </>
  );
}

type T = ReturnType<typeof useTranslation<"conversations">>["t"];

const storedOf = (t: T, { conversations, messages }: VisitorDetails) =>
  `${t("conversations.count", { count: conversations, number: formatNumber(conversations) })} (${t("conversations.messages", { count: messages, number: formatNumber(messages) })})`;

/** The id is what the business refers to: the search of conversations finds it. */
function CopyId({ id }: { id: string }) {
  const { t } = useTranslation("conversations");
  const { box, state, copy, Icon } = useCopy<HTMLInputElement>(id);
  return (
    <div className="mt-4 flex items-end gap-2">
      <label className="min-w-0 flex-1">
        <span className="mb-1.5 block font-semibold">{t("visitor.id")}</span>
        <input ref={box} className="input font-mono" value={id} readOnly />
      </label>
      <button type="button" className="btn btn-line" onClick={copy}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        {t(state === "copied" ? "visitor.copied" : "visitor.copy")}
      </button>
    </div>
  );
}

interface EraseProps {
  visitor: VisitorDetails;
  chatId: string;
  onKeep: () => void;
  onErased: () => void;
}

function Erase({ visitor, chatId, onKeep, onErased }: EraseProps) {
  const { t } = useTranslation("conversations");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const erase = useMutation({
    mutationFn: () => call(visitorCalls.eraseVisitor, { params: { id: visitor.id } }),
    onSuccess: async () => {
      showToast({ text: t("visitor.erased") });
      onErased();
      await queryClient.invalidateQueries({ queryKey: ["conversations", chatId] });
    },
  });
  return (
    <>
      <p>{t("visitor.eraseText", { stored: storedOf(t, visitor) })}</p>
      <p className="mt-3 text-quiet">{t("visitor.eraseLater")}</p>
      {erase.error && <Alert className="mt-4">{messageOf(erase.error, t("error.network"))}</Alert>}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <button type="button" data-first-focus className="btn btn-line" onClick={onKeep}>
          {t("cancel")}
        </button>
        <BusyButton className="btn-error" busy={erase.isPending} onClick={() => erase.mutate()}>
          {t("visitor.erase")}
        </BusyButton>
      </div>
    </>
  );
}
