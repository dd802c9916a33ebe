import { FileUp, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FILE_MAX_MEGABYTES } from "../../../../contract/limits.ts";
import { MAX_SOURCE_URL, type SourceView } from "../../../../contract/source.ts";
import { ApiError, fieldsOf, messageOf } from "../../../api.ts";
import { randomId } from "../../../ids.ts";
import { formatNumber } from "../../../text/format.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { TextField } from "../../../ui/forms/Field.tsx";
import { FileButton } from "../../../ui/forms/FileButton.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { addLink } from "../../../upload.ts";
import { SeePlans } from "./Room.tsx";
import { looksLikeSite } from "./source-text.ts";

export const ACCEPTED = ".pdf,.docx,.xlsx,.csv,.tsv,.html,.htm,.md,.markdown,.txt";

interface AddSourceProps {
  chatId: string;
  /** Files are being dragged over the page. */
  isOver: boolean;
  onFiles: (files: readonly File[]) => void;
  onAdded: (source: SourceView) => void;
}

/** Nothing can be dropped on a phone. */
function useLabel(): string {
  const { t } = useTranslation("reading");
  return t(useMediaQuery("(min-width: 40rem)") ? "add.label" : "add.labelShort");
}

/** The one place where files and links are added. */
export function AddSource({ chatId, isOver, onFiles, onAdded }: AddSourceProps) {
  const { t } = useTranslation("reading");
  const label = useLabel();
  return (
    <section
      id="source-add"
      aria-label={label}
      className={`relative mt-5 rounded-surface border-2 border-dashed p-4 transition-colors duration-150 sm:p-5 ${isOver ? "border-primary bg-primary/8" : "border-line-strong/60"}`}
      onPaste={(event) => {
        const files = [...event.clipboardData.files];
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      }}
    >
      <div className={isOver ? "invisible" : ""}>
        <LinkForm chatId={chatId} onAdded={onAdded} />
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-base-300 pt-4">
          <FileButton accept={ACCEPTED} label={t("add.file")} busyText={null} onFiles={onFiles}>
            {t("add.file")}
          </FileButton>
          <p className="min-w-0 flex-1 basis-52 text-sm text-quiet">{t("add.hint", { megabytes: formatNumber(FILE_MAX_MEGABYTES) })}</p>
        </div>
      </div>
      {isOver && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center rounded-surface text-lg font-semibold text-primary">
          <span className="flex items-center gap-2">
            <FileUp size={20} strokeWidth={1.75} aria-hidden="true" />
            {t("add.drop")}
          </span>
        </p>
      )}
    </section>
  );
}

type Kind = "page" | "site";

/** An address, and whether the whole website is meant. */
function LinkForm({ chatId, onAdded }: Pick<AddSourceProps, "chatId" | "onAdded">) {
  const { t } = useTranslation("reading");
  const label = useLabel();
  const [url, setUrl] = useState("");
  const [chosen, setChosen] = useState<Kind | null>(null);
  const { error, isBusy, send, forget } = useAddLink(chatId, onAdded);
  const kind = chosen ?? (looksLikeSite(url) ? "site" : "page");
  const submit = async () => {
    if (!(await send({ kind, url: url.trim() }))) return;
    setUrl("");
    setChosen(null);
  };
  return (
    <Form noValidate onSubmit={() => void submit()} refusal={error}>
      <TextField
        label={label}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t("add.placeholder")}
        value={url}
        maxLength={MAX_SOURCE_URL}
        error={error?.text}
        onChange={(event) => {
          setUrl(event.target.value);
          forget();
        }}
      />
      {error?.isLimit && <SeePlans className="mt-1 text-sm" />}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 max-sm:flex-col max-sm:items-stretch">
        <Choice
          legend={t("add.kind")}
          quietLegend
          value={kind}
          options={[
            { value: "site", label: t("add.site") },
            { value: "page", label: t("add.page") },
          ]}
          onChange={setChosen}
        />
        <BusyButton type="submit" className="btn-line" busy={isBusy}>
          {t("add.link")}
        </BusyButton>
      </div>
    </Form>
  );
}

interface Refusal {
  text: string;
  isLimit: boolean;
}

/** Sends a link. A link that got no answer is sent again with the same key. */
export function useAddLink(chatId: string, onAdded: (source: SourceView) => void) {
  const { t } = useTranslation("reading");
  const [error, setError] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState({ key: randomId(), what: "" });
  const send = async (source: { kind: Kind; url: string }): Promise<boolean> => {
    setError(null);
    if (source.url === "") {
      setError({ text: t("add.needAddress"), isLimit: false });
      return false;
    }
    const what = JSON.stringify(source);
    const key = sent.what === what ? sent.key : randomId();
    setSent({ key, what });
    setBusy(true);
    try {
      onAdded((await addLink(chatId, source, key, new AbortController().signal)).source);
      setSent({ key: randomId(), what: "" });
      return true;
    } catch (cause) {
      const isLimit = cause instanceof ApiError && cause.code === "plan_limit";
      const isAnswered = cause instanceof ApiError && cause.kind === "server" && cause.status < 500;
      setError({ text: fieldsOf(cause).url ?? messageOf(cause, t("add.notAdded")), isLimit });
      if (isAnswered) setSent({ key: randomId(), what: "" });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { error, isBusy, send, forget: () => setError(null) };
}

/** The line with a cross that removes something from a list. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="btn btn-ghost btn-square sm:size-9" aria-label={label} title={label} onClick={onClick}>
      <X size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
