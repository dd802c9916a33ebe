import { useState } from "react";
import { useTranslation } from "react-i18next";
import { userCalls } from "../../../../contract/calls/users.ts";
import { type AdminPlan, FREE_PLAN_ID, FREE_PLAN_NAME, MAX_VALIDITY_MONTHS } from "../../../../contract/plan.ts";
import { type AdminUser, EMAIL_MAX, PASSWORD_MAX, USERNAME_MAX } from "../../../../contract/user.ts";
import { ApiError, call } from "../../../api.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field, PasswordField, TextField } from "../../../ui/forms/Field.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { DialogFoot } from "../lists/DialogFoot.tsx";
import { PlanSelect } from "../lists/PlanSelect.tsx";
import { useDialogSave } from "../lists/use-dialog-save.ts";
import { changesOf, type UserFields } from "./user-changes.ts";

interface UserDialogProps {
  /** Null: a new account. */
  user: AdminUser | null;
  plans: readonly AdminPlan[];
  onSaved: () => void;
  /** The account has another owner than the list shows. */
  onStale: () => void;
  /** Makes a link with which the owner chooses a new password. */
  onLink: (user: AdminUser) => void;
  onClose: () => void;
}

/** Creates or changes an account. */
export function UserDialog({ user, plans, onSaved, onStale, onLink, onClose }: UserDialogProps) {
  const { t } = useTranslation("admin");
  const [body, setBody] = useState<UserFields>({
    username: user?.username ?? "",
    email: user?.email ?? "",
    password: "",
    planId: user?.planId ?? FREE_PLAN_ID,
  });
  const change = (patch: Partial<UserFields>) => setBody((now) => ({ ...now, ...patch }));
  const {
    errors: fields,
    form,
    foot,
  } = useDialogSave(
    body,
    async (body) => {
      if (!user) return call(userCalls.createUser, { body });
      try {
        return await call(userCalls.updateUser, { params: { id: user.id }, body: { ...changesOf(user, body), contactId: user.contactId } });
      } catch (error) {
        if (error instanceof ApiError && error.code === "changed_meanwhile") onStale();
        throw error;
      }
    },
    onSaved,
  );
  const isOwner = user?.role !== "admin";
  return (
    <Dialog title={user ? t("users.editTitle") : t("users.createTitle")} onClose={onClose}>
      <Form {...form} className="space-y-4">
        <TextField
          label={t("users.username")}
          value={body.username}
          error={fields.username}
          maxLength={USERNAME_MAX}
          autoComplete="off"
          disabled={!isOwner}
          data-first-focus
          onChange={(event) => change({ username: event.target.value })}
        />
        <TextField
          label={t("users.emailAddress")}
          type="email"
          value={body.email}
          error={fields.email}
          aside={isOwner ? t("optional") : undefined}
          hint={isOwner ? undefined : t("users.ownEmail")}
          disabled={!isOwner}
          maxLength={EMAIL_MAX}
          autoComplete="off"
          onChange={(event) => change({ email: event.target.value })}
        />
        {isOwner && (
          <PasswordPart
            onLink={user && (() => onLink(user))}
            value={body.password}
            error={fields.password}
            onChange={(password) => change({ password })}
          />
        )}
        {isOwner && <PlanPart user={user} plans={plans} body={body} fields={fields} onChange={change} />}
        <DialogFoot submit={user ? t("users.update") : t("users.create")} {...foot()} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

interface PasswordPartProps {
  /** Null: a new account, which needs a password. */
  onLink: (() => void) | null;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** An existing account keeps its password unless the administrator sets a new one, or makes a link for its owner. */
function PasswordPart({ onLink, ...field }: PasswordPartProps) {
  const { t } = useTranslation("admin");
  const isNew = onLink === null;
  const [isWanted, setWanted] = useState(isNew);
  if (!isWanted) {
    return (
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <button type="button" className="link-plain cursor-pointer" onClick={() => setWanted(true)}>
          {t("users.setPassword")}
        </button>
        {onLink && (
          <button type="button" className="link-plain cursor-pointer" onClick={onLink}>
            {t("users.makeLink")}
          </button>
        )}
      </div>
    );
  }
  return (
    <PasswordField
      label={isNew ? t("field.password") : t("password.new")}
      hint={isNew ? t("password.rule") : t("users.passwordHint")}
      value={field.value}
      error={field.error}
      maxLength={PASSWORD_MAX}
      autoComplete="new-password"
      onChange={(event) => field.onChange(event.target.value)}
    />
  );
}

interface PlanPartProps {
  user: AdminUser | null;
  plans: readonly AdminPlan[];
  body: UserFields;
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<UserFields>) => void;
}

/** The plan and, if it is changed, how many months it is given for. */
function PlanPart({ user, plans, body, fields, onChange }: PlanPartProps) {
  const { t } = useTranslation("admin");
  const isGiven = body.planId !== FREE_PLAN_ID && body.planId !== user?.planId;
  const chosen = plans.find((plan) => plan.id === body.planId);
  return (
    <>
      <Field label={t("users.plan")} error={fields.planId}>
        {(control) => (
          <PlanSelect
            {...control}
            plans={plans}
            value={body.planId}
            unlisted={user?.planName ?? FREE_PLAN_NAME}
            onChange={(planId) => onChange({ planId, planMonths: undefined })}
          />
        )}
      </Field>
      {isGiven && (
        <TextField
          label={t("users.months")}
          hint={t("users.monthsHint")}
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_VALIDITY_MONTHS}
          value={body.planMonths ?? chosen?.validityMonths ?? 1}
          error={fields.planMonths}
          onChange={(event) => onChange({ planMonths: event.target.valueAsNumber })}
        />
      )}
    </>
  );
}
