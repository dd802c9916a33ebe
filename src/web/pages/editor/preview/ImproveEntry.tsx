import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { knowledgeCalls } from "../../../../contract/calls/knowledge.ts";
import type { Source } from "../../../../contract/chat.ts";
import { formatEntry, type KnowledgeEntry, parseEntry } from "../../../../contract/knowledge.ts";
import { KNOWLEDGE_MAX } from "../../../../contract/knowledge-calls.ts";
import { ApiError, call } from "../../../api.ts";
import { randomId } from "../../../ids.ts";
import { knowledgeKey } from "../../../knowledge-queries.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { NotDone } from "../../../ui/NotDone.tsx";

interface ImproveEntryProps {
  /** Null: the agent was never saved. */
  chatId: string | null;
  /** Null: the answer rests on no entry, and one can be written. */
  source: Source | null;
  question: string;
  /** Called when the change is stored. */
  onSaved: () => void;
}

/** What is being written: an entry in its present version, or a new one. */
interface Editing {
  entry: KnowledgeEntry;
  /** Null: a new entry. */
  stored: { id: string; version: string } | null;
}

/** An entry that an answer rests on, with a form that changes it, or the form of a new one. */
export function ImproveEntry({ chatId, source, question, onSaved }: ImproveEntryProps) {
  const { t } = useTranslation("editor");
  const [editing, setEditing] = useState<Editing | null>(null);
  const entryId = source?.entryId;
  const open = useMutation({
    mutationFn: async () => {
      if (!entryId) return setEditing({ entry: { kind: "text", text: `${question}\n` }, stored: null });
      const { entry } = await call(knowledgeCalls.fetchEntry, { params: { chatId: chatId ?? "", entryId } });
      setEditing({ entry: parseEntry(entry.entry), stored: entry });
    },
  });
  const isOffered = chatId !== null && editing === null && (source === null || entryId !== undefined);
  const Icon = source ? Pencil : Plus;
  const isGone = open.error instanceof ApiError && open.error.status === 404;
  return (
    <>
      {source && editing === null && (
        <p className="break-words">
          <span className="block font-semibold">{source.title}</span>
          {source.quote !== source.title && (
            <q dir="auto" className="text-sm text-quiet">
              {source.quote}
            </q>
          )}
        </p>
      )}
      {isOffered && (
        <BusyButton className="btn-line btn-sm mt-2" busy={open.isPending} onClick={() => open.mutate()}>
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          {source ? t("try.improve") : t("try.add")}
        </BusyButton>
      )}
      {open.error && isGone && <Alert className="mt-2">{t("knowledge.entryGone")}</Alert>}
      {open.error && !isGone && <NotDone className="mt-2" what={t("knowledge.notOpened")} error={open.error} />}
      {editing && chatId && <EntryForm chatId={chatId} editing={editing} onSaved={onSaved} onCancel={() => setEditing(null)} />}
    </>
  );
}

interface EntryFormProps {
  chatId: string;
  editing: Editing;
  onSaved: () => void;
  onCancel: () => void;
}

function EntryForm({ chatId, editing: { entry, stored }, onSaved, onCancel }: EntryFormProps) {
  const { t } = useTranslation("editor");
  const queryClient = useQueryClient();
  const id = useId();
  const [text, setText] = useState(entry.text);
  const [requestKey] = useState(randomId);
  const saving = useMutation({
    mutationFn: async (typed: string): Promise<void> => {
      const body = { entry: formatEntry({ ...entry, text: typed.trim() }) };
      if (stored) await call(knowledgeCalls.updateEntry, { params: { chatId, entryId: stored.id }, body, version: stored.version });
      else await call(knowledgeCalls.addEntries, { params: { chatId }, body, requestKey });
    },
    onSuccess: async () => {
      onCancel();
      await queryClient.invalidateQueries({ queryKey: knowledgeKey(chatId) });
      onSaved();
    },
  });
  return (
    <form
      className="mt-2 space-y-2 first:mt-0"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") saving.mutate(text);
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t("try.entry")}
      </label>
      <textarea
        id={id}
        // The button that opened the form is gone, and with it the focus.
        ref={focusOnce}
        className="textarea mt-0!"
        rows={3}
        value={text}
        maxLength={KNOWLEDGE_MAX.entryLength}
        onChange={(event) => setText(event.target.value)}
      />
      {saving.error && <NotDone what={t("knowledge.notSaved")} error={saving.error} />}
      <div className="flex flex-wrap gap-2">
        <BusyButton type="submit" className="btn-primary btn-sm" busy={saving.isPending} disabled={text.trim() === ""}>
          {t("try.save")}
        </BusyButton>
        <button type="button" className="btn btn-line btn-sm" onClick={onCancel}>
          {t("cancel")}
        </button>
      </div>
    </form>
  );
}

function focusOnce(box: HTMLTextAreaElement | null): void {
  box?.focus({ preventScroll: true });
  box?.form?.scrollIntoView({ block: "nearest" });
  box?.setSelectionRange(box.value.length, box.value.length);
}
