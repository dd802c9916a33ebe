import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BackupState } from "../../../../contract/backup.ts";
import { backupCalls } from "../../../../contract/calls/backups.ts";
import { PASSWORD_MAX } from "../../../../contract/user.ts";
import { call, fieldsOf } from "../../../api.ts";
import { formatDate } from "../../../text/format.ts";
import { serverText } from "../../../text/server-text.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { TextField } from "../../../ui/forms/Field.tsx";
import { NotDone } from "../../../ui/NotDone.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { backupsQuery } from "./backup-queries.ts";

const TYPED_MAX = 200;

/** The fields are inside the settings form, which Enter must not submit. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  act();
};

/** Shows the key after the password, and compares the operator's copy of it. */
export function BackupKey({ state }: { state: BackupState }) {
  const { t } = useTranslation("admin");
  const [password, setPassword] = useState("");
  const show = useMutation({ mutationFn: (currentPassword: string) => call(backupCalls.showBackupKey, { body: { currentPassword } }) });
  const ask = () => show.mutate(password);
  const refused = fieldsOf(show.error).currentPassword;
  return (
    <>
      {show.data ? (
        <ShownKey value={show.data.key} />
      ) : (
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            fieldClass="min-w-48 flex-1"
            label={t("backups.password")}
            type="password"
            autoComplete="current-password"
            value={password}
            error={refused}
            maxLength={PASSWORD_MAX}
            onChange={(event) => setPassword(event.target.value)}
            onKeyDown={onEnter(ask)}
          />
          <BusyButton className="btn-line mt-7.5" busy={show.isPending} onClick={ask}>
            {t("backups.show")}
          </BusyButton>
        </div>
      )}
      {show.error && !refused && <NotDone what={t("backups.notShown")} error={show.error} />}
      <CheckCopy confirmedAt={state.keyConfirmedAt} />
    </>
  );
}

function ShownKey({ value }: { value: string }) {
  const { t } = useTranslation("admin");
  const { box, state, copy, Icon } = useCopy(value);
  return (
    <div>
      <label>
        <span className="mb-1.5 block font-semibold">{t("backups.keyField")}</span>
        <textarea ref={box} className="textarea min-h-0 font-mono text-sm break-all" rows={2} value={value} readOnly />
      </label>
      <div className="mt-2 flex flex-wrap gap-2">
        <button type="button" className="btn btn-line" onClick={copy}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          {t(state === "copied" ? "backups.copied" : "backups.copy")}
        </button>
        <a className="btn btn-line" href={`data:text/plain,${value}%0A`} download="backup.key">
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("backups.save")}
        </a>
      </div>
    </div>
  );
}

function CheckCopy({ confirmedAt }: { confirmedAt: string | null }) {
  const { t } = useTranslation("admin");
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState("");
  const check = useMutation({
    mutationFn: (key: string) => call(backupCalls.checkBackupKey, { body: { key } }),
    onSuccess: ({ ok }) => {
      if (ok) void queryClient.invalidateQueries({ queryKey: backupsQuery().queryKey });
    },
  });
  const ask = () => check.mutate(typed);
  const isCurrent = check.variables === typed;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          fieldClass="min-w-48 flex-1"
          label={t("backups.check")}
          hint={t("backups.checkHint")}
          className="font-mono"
          value={typed}
          maxLength={TYPED_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onEnter(ask)}
        />
        <BusyButton className="btn-line mt-7.5" busy={check.isPending} onClick={ask}>
          {t("backups.checkRun")}
        </BusyButton>
      </div>
      {isCurrent && check.data && (
        <Alert tone={check.data.ok ? "success" : "error"}>{serverText(check.data.message, check.data.told)}</Alert>
      )}
      {isCurrent && check.error && <NotDone what={t("backups.notChecked")} error={check.error} />}
      {confirmedAt !== null && !(isCurrent && check.data) && (
        <p className="text-sm text-quiet">{t("backups.keyConfirmed", { date: formatDate(confirmedAt) })}</p>
      )}
    </div>
  );
}
