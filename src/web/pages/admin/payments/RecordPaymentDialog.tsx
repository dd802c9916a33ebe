import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BodyOf } from "../../../../contract/calls/call.ts";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { PAYMENT_NOTE_MAX, RECORDED_METHODS, type RecordedMethod } from "../../../../contract/payment.ts";
import { type AdminPlan, FREE_PLAN_ID, MAX_VALIDITY_MONTHS, priceOf, withSen } from "../../../../contract/plan.ts";
import { EMAIL_MAX } from "../../../../contract/user.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { formatDate } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field, TextField } from "../../../ui/forms/Field.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { useSettledText } from "../../../ui/forms/use-settled-text.ts";
import { adminPlansQuery, usersQuery } from "../admin-queries.ts";
import { DialogFoot } from "../lists/DialogFoot.tsx";
import { useDialogSave } from "../lists/use-dialog-save.ts";

interface RecordPaymentDialogProps {
  onSaved: () => void;
  onClose: () => void;
}

/** The values of the fields. */
interface Fields {
  user: string;
  planId: number | null;
  months: string;
  amount: string;
  date: string;
  method: RecordedMethod;
  note: string;
}

/** Today in the browser's time zone, YYYY-MM-DD. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Converts ringgit to sen. An amount with more than two decimals stays a fraction, which the server refuses with a message. */
function toSen(ringgit: string): number {
  const sen = Number(ringgit) * 100;
  return Math.abs(sen - Math.round(sen)) < 1e-6 ? Math.round(sen) : sen;
}

const priceFor = (plan: AdminPlan, months: number): string =>
  (priceOf({ ...withSen(plan), validityMonths: months }).totalSen / 100).toFixed(2);

const bodyOf = ({ planId, months, amount, ...fields }: Fields): BodyOf<typeof paymentAdminCalls.recordPayment> => ({
  ...fields,
  planId: planId ?? 0,
  months: Number(months),
  amount: toSen(amount),
});

/** "Record Payment": for money that was received by bank transfer, in cash or another way. */
export function RecordPaymentDialog({ onSaved, onClose }: RecordPaymentDialogProps) {
  const { t } = useTranslation("admin");
  // Each opened dialog has one key, so that a form that is sent twice records only one payment.
  const [key] = useState(() => crypto.randomUUID());
  const [fields, setFields] = useState<Fields>({
    user: "",
    planId: null,
    months: "1",
    amount: "",
    date: today(),
    method: RECORDED_METHODS[0],
    note: "",
  });
  const change = (patch: Partial<Fields>) => setFields((now) => ({ ...now, ...patch }));
  const { error, errors, form, foot } = useDialogSave(
    bodyOf(fields),
    (body) => call(paymentAdminCalls.recordPayment, { body, requestKey: key }),
    onSaved,
  );
  const isConflict = error instanceof ApiError && error.status === 409;
  return (
    <Dialog title={t("record.title")} onClose={onClose}>
      <Form {...form} className="space-y-4">
        <p className="text-sm text-quiet">{t("record.lead")}</p>
        <UserField value={fields.user} error={errors.user} onChange={(user) => change({ user })} />
        <PlanFields fields={fields} errors={errors} onChange={change} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t("record.date")}
            type="date"
            // The browser writes the field in its own language.
            hint={fields.date === "" ? undefined : formatDate(fields.date)}
            max={today()}
            value={fields.date}
            error={errors.date}
            onChange={(event) => change({ date: event.target.value })}
          />
          <MethodField value={fields.method} error={errors.method} onChange={(method) => change({ method })} />
        </div>
        <TextField
          label={t("record.note")}
          aside={t("optional")}
          hint={t("record.noteHint")}
          maxLength={PAYMENT_NOTE_MAX}
          value={fields.note}
          error={errors.note}
          onChange={(event) => change({ note: event.target.value })}
        />
        {isConflict && <Alert>{messageOf(error, "")}</Alert>}
        <DialogFoot submit={t("record.submit")} {...foot(isConflict)} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** Takes a username, an email address or an id, and suggests users whose name begins with the text. */
function UserField({ value, error, onChange }: { value: string; error?: string; onChange: (user: string) => void }) {
  const { t } = useTranslation("admin");
  const listId = useId();
  const [search, setSearch] = useState("");
  const [text, setText] = useSettledText(search, setSearch);
  const { data } = useQuery({ ...usersQuery({ page: 1, q: search }), enabled: search.length > 1 });
  return (
    <>
      <TextField
        label={t("record.user")}
        hint={t("record.userHint")}
        value={text}
        error={error}
        list={listId}
        autoComplete="off"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        data-first-focus
        onChange={(event) => {
          setText(event.target.value);
          onChange(event.target.value);
        }}
      />
      <datalist id={listId}>
        {(value === "" ? [] : (data?.users ?? []))
          .filter(({ role }) => role === "owner")
          .map((user) => (
            <option key={user.id} value={user.username}>
              {user.email ?? ""}
            </option>
          ))}
      </datalist>
    </>
  );
}

interface PlanFieldsProps {
  fields: Fields;
  errors: Readonly<Record<string, string>>;
  onChange: (patch: Partial<Fields>) => void;
}

/** The plan, its months and the amount. Each choice fills in the listed price, which can be changed. */
function PlanFields({ fields, errors, onChange }: PlanFieldsProps) {
  const { t } = useTranslation("admin");
  const { data } = useQuery(adminPlansQuery());
  const plans = (data ?? []).filter(({ id }) => id !== FREE_PLAN_ID);
  const chosen = plans.find(({ id }) => id === fields.planId);
  const choose = (plan: AdminPlan | undefined) => {
    if (plan) onChange({ planId: plan.id, months: String(plan.validityMonths), amount: priceFor(plan, plan.validityMonths) });
  };
  const setMonths = (months: string) => {
    const count = Number(months);
    onChange({ months, ...(chosen && Number.isInteger(count) && count > 0 ? { amount: priceFor(chosen, count) } : {}) });
  };
  return (
    <>
      <Field label={t("record.plan")} error={errors.planId}>
        {(control) => (
          <select
            {...control}
            className="select"
            value={fields.planId ?? ""}
            onChange={(event) => choose(plans.find(({ id }) => id === Number(event.target.value)))}
          >
            <option value="" disabled>
              {t("record.choosePlan")}
            </option>
            {plans.map((plan) => (
              <option key={plan.id} value={plan.id}>
                {plan.planName}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("record.months")}
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_VALIDITY_MONTHS}
          value={fields.months}
          error={errors.months}
          onChange={(event) => setMonths(event.target.value)}
        />
        <TextField
          label={t("record.amount")}
          type="number"
          inputMode="decimal"
          min={0.01}
          step={0.01}
          value={fields.amount}
          error={errors.amount}
          onChange={(event) => onChange({ amount: event.target.value })}
        />
      </div>
    </>
  );
}

interface MethodFieldProps {
  value: RecordedMethod;
  error?: string;
  onChange: (method: RecordedMethod) => void;
}

function MethodField({ value, error, onChange }: MethodFieldProps) {
  const { t } = useTranslation("billing");
  return (
    <Field label={t("method.title")} error={error}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={value}
          onChange={(event) => onChange(RECORDED_METHODS.find((one) => one === event.target.value) ?? value)}
        >
          {RECORDED_METHODS.map((one) => (
            <option key={one} value={one}>
              {t(`method.${one}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
