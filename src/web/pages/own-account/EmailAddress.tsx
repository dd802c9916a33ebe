import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { EMAIL_MAX, type OwnAccount, PASSWORD_MAX } from "../../../contract/user.ts";
import { call, fieldsOf } from "../../api.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { PasswordField, TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { FormGroup } from "../../ui/forms/FormGroup.tsx";
import { useFormValues } from "../../ui/forms/use-form-values.ts";
import { NotDone } from "../../ui/NotDone.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ownAccountQuery } from "./own-queries.ts";

/** The address, whether it is confirmed, and a new one that waits for its confirmation. `isMain`: nothing else can be done before. */
export function EmailAddress({ own, isMain = false }: { own: OwnAccount; isMain?: boolean }) {
  const { t } = useTranslation("ownAccount");
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const cancel = useMutation({
    mutationFn: () => call(ownAccountCalls.cancelEmail),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownAccountQuery().queryKey }),
  });
  const { email, isEmailVerified, pendingEmail, mailReady, verification } = own;
  const changeButton = (
    <button type="button" className="btn btn-line" onClick={() => setOpen(true)}>
      {t("own.email.change")}
    </button>
  );
  const asks = email !== null && mailReady && !isEmailVerified && pendingEmail === null;
  return (
    <FormGroup title={t("own.email")}>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className={email === null ? "text-quiet" : "font-semibold break-all"}>{email ?? t("own.email.none")}</span>
        {email !== null && mailReady && (
          <span className="text-sm text-quiet">{t(isEmailVerified ? "own.email.confirmed" : "own.email.open")}</span>
        )}
      </p>
      {pendingEmail !== null && (
        <Alert
          tone="success"
          actions={
            <BusyButton className="btn-line btn-sm max-sm:min-h-11" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {t("own.email.cancel")}
            </BusyButton>
          }
        >
          <span className="break-words">{t("own.email.pending", { email: pendingEmail })}</span>
        </Alert>
      )}
      {cancel.error && <NotDone what={t("own.email.notCancelled")} error={cancel.error} />}
      {asks ? <SendLink isFirst={verification === "off"} isMain={isMain} beside={changeButton} /> : changeButton}
      {isOpen && <EmailDialog mailReady={own.mailReady} onClose={() => setOpen(false)} />}
    </FormGroup>
  );
}

interface SendLinkProps {
  /** The operator asks nobody to confirm an address, so no link was sent yet. */
  isFirst: boolean;
  isMain: boolean;
  beside: ReactNode;
}

function SendLink({ isFirst, isMain, beside }: SendLinkProps) {
  const { t } = useTranslation("ownAccount");
  const send = useMutation({ mutationFn: () => call(ownAccountCalls.sendVerification) });
  return (
    <div className="space-y-3">
      {/* The page that is about nothing else says it in its heading. */}
      {(!isMain || !isFirst) && <p className="text-quiet">{t(isFirst ? "own.email.askFirst" : "own.email.ask")}</p>}
      {send.isSuccess && <p role="status">{t("own.email.sent")}</p>}
      <div className="flex flex-wrap gap-2">
        {!send.isSuccess && (
          <BusyButton className={isMain ? "btn-primary" : "btn-line"} busy={send.isPending} onClick={() => send.mutate()}>
            {t(isFirst ? "own.email.send" : "own.email.again")}
          </BusyButton>
        )}
        {beside}
      </div>
      {send.error && <NotDone what={t("failed.mail")} error={send.error} />}
    </div>
  );
}

function EmailDialog({ mailReady, onClose }: { mailReady: boolean; onClose: () => void }) {
  const { t } = useTranslation("ownAccount");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const { values, bind: bindValue } = useFormValues({ email: "", currentPassword: "" });
  const [problems, setProblems] = useState<Partial<typeof values> | null>(null);
  const change = useMutation({
    mutationFn: (typed: typeof values) => call(ownAccountCalls.changeEmail, { body: { ...typed, email: typed.email.trim() } }),
    onSuccess: async ({ pendingEmail }) => {
      if (pendingEmail === null) showToast({ text: t("own.email.changed") });
      onClose();
      await queryClient.invalidateQueries();
    },
  });
  const submit = () => {
    const found: typeof problems = {};
    if (values.email.trim() === "") found.email = t("own.needEmail");
    if (values.currentPassword === "") found.currentPassword = t("own.needPassword");
    const isGood = Object.keys(found).length === 0;
    setProblems(isGood ? null : found);
    change.reset();
    if (isGood) change.mutate(values);
  };
  const refused: Partial<typeof values> = fieldsOf(change.error);
  const bind = (name: keyof typeof values) => ({
    ...bindValue(name),
    error: problems?.[name] ?? refused[name],
    required: true,
  });
  return (
    <Dialog title={t("own.email.change")} onClose={onClose}>
      <Form noValidate onSubmit={submit} refusal={problems ?? change.error} className="space-y-4">
        {change.error && !refused.email && !refused.currentPassword && <NotDone what={t("own.email.notChanged")} error={change.error} />}
        <TextField
          label={t("own.email.new")}
          hint={t(mailReady ? "own.email.hintMail" : "own.email.hint")}
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          data-first-focus
          {...bind("email")}
        />
        <PasswordField
          label={t("password.current")}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          {...bind("currentPassword")}
        />
        <div className="flex justify-end gap-2 pt-2">
          <button type="button" className="btn btn-line" onClick={onClose}>
            {t("cancel")}
          </button>
          <BusyButton type="submit" className="btn-primary" busy={change.isPending}>
            {t("own.email.change")}
          </BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}
