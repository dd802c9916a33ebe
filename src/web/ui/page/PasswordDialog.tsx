import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { accountCalls } from "../../../contract/calls/accounts.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../../contract/user.ts";
import { call, fieldsOf } from "../../api.ts";
import { replaceToken } from "../../session.ts";
import { NotDone } from "../../ui/NotDone.tsx";
import { Dialog } from "../Dialog.tsx";
import { BusyButton } from "../forms/Button.tsx";
import { PasswordField } from "../forms/Field.tsx";
import { Form } from "../forms/Form.tsx";
import { useFormValues } from "../forms/use-form-values.ts";
import { useToast } from "../Toast.tsx";

/** No field was refused in the browser. */
const NONE = {};

/** Changes the password, which ends the other sessions of this account. */
export function PasswordDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const showToast = useToast();
  const { values, bind: bindValue } = useFormValues({ current: "", next: "", repeated: "" });
  const [errors, setErrors] = useState<Partial<typeof values>>(NONE);
  const change = useMutation({
    mutationFn: ({ current, next }: typeof values) =>
      call(accountCalls.changePassword, { params: { id: userId }, body: { currentPassword: current, newPassword: next } }),
    onSuccess: ({ token }) => {
      replaceToken(token);
      showToast({ text: t("account.passwordChanged") });
      onClose();
    },
  });
  const submit = () => {
    const found: typeof errors = {};
    if (values.next.length < PASSWORD_MIN) found.next = t("password.tooShort");
    else if (values.next !== values.repeated) found.repeated = t("password.mismatch");
    const isGood = Object.keys(found).length === 0;
    setErrors(isGood ? NONE : found);
    change.reset();
    if (isGood) change.mutate(values);
  };
  const refused = fieldsOf(change.error);
  const atField: typeof errors = { current: refused.currentPassword, next: refused.newPassword };
  const isAtField = atField.current !== undefined || atField.next !== undefined;
  const bind = (name: keyof typeof values) => ({
    ...bindValue(name),
    error: errors[name] ?? atField[name],
    required: true,
    maxLength: PASSWORD_MAX,
  });
  return (
    <Dialog title={t("account.changePassword")} onClose={onClose}>
      <Form onSubmit={submit} refusal={errors === NONE ? change.error : errors} className="space-y-4">
        {change.error && !isAtField && <NotDone what={t("failed.password")} error={change.error} />}
        <PasswordField label={t("password.current")} autoComplete="current-password" data-first-focus {...bind("current")} />
        <PasswordField label={t("password.new")} autoComplete="new-password" hint={t("password.rule")} {...bind("next")} />
        <PasswordField label={t("password.confirmNew")} autoComplete="new-password" {...bind("repeated")} />
        <p className="text-sm text-quiet">{t("account.otherSessions")}</p>
        <div className="flex justify-end gap-2 pt-2">
          <button type="button" className="btn btn-line" onClick={onClose}>
            {t("cancel")}
          </button>
          <BusyButton type="submit" className="btn-primary" busy={change.isPending}>
            {t("account.changePassword")}
          </BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}
