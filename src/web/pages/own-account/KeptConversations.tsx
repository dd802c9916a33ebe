import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { visitorCalls } from "../../../contract/calls/visitors.ts";
import { keptFor, RETENTION_MAX, type Retention } from "../../../contract/retention.ts";
import { call, fieldsOf, messageOf } from "../../api.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { FormGroup } from "../../ui/forms/FormGroup.tsx";
import { OwnerOnly } from "../../ui/OwnerOnly.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { retentionQuery } from "./own-queries.ts";

/** How long the account keeps its visitors' conversations. */
export function KeptConversations() {
  const { t } = useTranslation("ownAccount");
  const query = useQuery(retentionQuery());
  return (
    <FormGroup title={t("own.kept")} lead={t("own.kept.text")}>
      {query.error && !query.data && <NotLoaded what={t("own.kept.failed")} error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <KeptForm stored={query.data} />}
    </FormGroup>
  );
}

function KeptForm({ stored }: { stored: Retention }) {
  const { t } = useTranslation("ownAccount");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const [text, setText] = useState(stored.days === 0 ? "" : String(stored.days));
  const [isAsking, setAsking] = useState(false);
  const days = Number(text);
  const save = useMutation({
    mutationFn: () => call(visitorCalls.saveRetention, { body: { days } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(retentionQuery().queryKey, saved);
      setText(saved.days === 0 ? "" : String(saved.days));
      showToast({ text: t("own.kept.saved") });
    },
    onSettled: () => setAsking(false),
  });
  const submit = () => {
    if (isShorter(stored, days)) setAsking(true);
    else save.mutate();
  };
  const fields = fieldsOf(save.error);
  const { operatorDays } = stored;
  return (
    <Form noValidate onSubmit={submit} refusal={save.error} className="space-y-5">
      <Field
        label={t("own.kept.days")}
        hint={operatorDays === 0 ? t("own.kept.hint") : t("own.kept.hintMost", { count: operatorDays })}
        error={fields.days}
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <input
              {...control}
              type="text"
              className="input w-30 text-end tabular-nums"
              value={text}
              inputMode="numeric"
              maxLength={String(RETENTION_MAX).length}
              autoComplete="off"
              onChange={(event) => setText(event.target.value.replace(/\D/g, ""))}
            />
            <span className="text-quiet">{t("own.kept.unit")}</span>
          </div>
        )}
      </Field>
      {save.error && Object.keys(fields).length === 0 && <Alert>{messageOf(save.error, t("error.network"))}</Alert>}
      <OwnerOnly>
        <BusyButton type="submit" className="btn-line" busy={save.isPending}>
          {t("save")}
        </BusyButton>
      </OwnerOnly>
      {isAsking && (
        <Dialog title={t("own.kept.askTitle")} onClose={() => setAsking(false)}>
          <p>{t("own.kept.ask", { count: days })}</p>
          <div className="mt-6 flex justify-end gap-2">
            <button type="button" data-first-focus className="btn btn-line" onClick={() => setAsking(false)}>
              {t("cancel")}
            </button>
            <BusyButton className="btn-error" busy={save.isPending} onClick={() => save.mutate()}>
              {t("own.kept.confirm")}
            </BusyButton>
          </div>
        </Dialog>
      )}
    </Form>
  );
}

/** Whether conversations are deleted that would be kept now. */
function isShorter(stored: Retention, days: number): boolean {
  const [now, then] = [keptFor(stored), keptFor({ ...stored, days })];
  return then !== 0 && (now === 0 || then < now);
}
