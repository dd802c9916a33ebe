import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { settingsCalls } from "../../../../contract/calls/settings.ts";
import { SETTINGS_FIELDS } from "../../../../contract/settings-fields.ts";
import { call, fieldsOf } from "../../../api.ts";
import { settingsQuery } from "../../../queries.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { TextField } from "../../../ui/forms/Field.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { ConfirmDialog } from "../lists/ConfirmDialog.tsx";
import { QuietRetry } from "../lists/ListFrame.tsx";
import { BackupNote } from "../messages/Messages.tsx";

/** How long conversations are kept. */
export function DataSettings() {
  const { t } = useTranslation("admin");
  const { data, error, isPending, refetch } = useQuery(settingsQuery());
  return (
    <div className="max-w-2xl">
      {isPending && <Loading tall={false} />}
      {error && <QuietRetry error={error} what={t("admin.notLoaded")} onRetry={() => void refetch()} />}
      {data && <RetentionForm days={data.retentionDays ?? 0} />}
    </div>
  );
}

function RetentionForm({ days }: { days: number }) {
  const { t } = useTranslation("admin");
  const queryClient = useQueryClient();
  const [text, setText] = useState(String(days));
  const save = useMutation({
    mutationFn: () => call(settingsCalls.saveSettings, { body: { retentionDays: Number(text) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: settingsQuery().queryKey }),
  });
  const [isAsking, setIsAsking] = useState(false);
  const wanted = Number(text);
  const isShorter = wanted > 0 && (days === 0 || wanted < days);
  const submit = () => {
    if (isShorter && Number.isSafeInteger(wanted)) setIsAsking(true);
    else save.mutate();
  };
  return (
    <>
      <Form onSubmit={submit} refusal={save.error} noValidate>
        <FormGroup title={t("data.title")} lead={t("data.lead")}>
          <TextField
            label={t("data.days")}
            hint={t("data.daysHint")}
            type="number"
            inputMode="numeric"
            min={0}
            max={SETTINGS_FIELDS.retentionDays.max}
            step={1}
            value={text}
            error={fieldsOf(save.error).retentionDays}
            onChange={(event) => {
              setText(event.target.value);
              save.reset();
            }}
          />
          <BackupNote />
          <p className="mt-1 text-sm text-quiet">{t("data.copies")}</p>
          <div className="flex flex-wrap items-center gap-4">
            <BusyButton type="submit" className="btn-primary" busy={save.isPending} disabled={text === String(days)}>
              {t("save")}
            </BusyButton>
            {save.isSuccess && (
              <Alert tone="success" className="grow basis-72">
                {t("settings.saved")}
              </Alert>
            )}
            {save.error && <Alert className="grow basis-72">{t("settings.failed")}</Alert>}
          </div>
        </FormGroup>
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={t("data.askTitle")}
          confirm={t("data.askConfirm")}
          act={() => save.mutateAsync()}
          onDone={() => setIsAsking(false)}
          onClose={() => setIsAsking(false)}
        >
          <p>{t("data.ask", { count: wanted })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
