import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { planAdminCalls } from "../../../../contract/calls/plans-admin.ts";
import { KNOWLEDGE_MAX } from "../../../../contract/knowledge-calls.ts";
import { type AdminPlan, FREE_PLAN_ID, MAX_LIMIT, MAX_PRICE, MAX_VALIDITY_MONTHS, PLAN_NAME_MAX } from "../../../../contract/plan.ts";
import { NEW_PLAN } from "../../../../contract/plan-fields.ts";
import { ApiError, call } from "../../../api.ts";
import { formatNumber } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { TextField } from "../../../ui/forms/Field.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { adminPlansQuery } from "../admin-queries.ts";
import { DialogFoot } from "../lists/DialogFoot.tsx";
import { useDialogSave } from "../lists/use-dialog-save.ts";
import { LimitField } from "./LimitField.tsx";
import { PlanPreview } from "./PlanPreview.tsx";
import { bodyOf, fieldsFrom, isBeyondAgent, type PlanFields, type TextName } from "./plan-fields.ts";

interface PlanDialogProps {
  /** Null: a new plan. */
  plan: AdminPlan | null;
  onSaved: () => void;
  onClose: () => void;
}

/** Creates or changes a plan, and shows the card that owners will see. */
export function PlanDialog({ plan, onSaved, onClose }: PlanDialogProps) {
  const { t } = useTranslation("admin");
  const [version, setVersion] = useState(plan?.lastUpdate);
  const [fields, setFields] = useState<PlanFields>(() => fieldsFrom(plan ?? NEW_PLAN));
  const { error, errors, form, foot, reset } = useDialogSave(
    bodyOf(fields, version),
    (body) => {
      return plan ? call(planAdminCalls.updatePlan, { params: { id: String(plan.id) }, body }) : call(planAdminCalls.createPlan, { body });
    },
    onSaved,
  );
  const isConflict = error instanceof ApiError && error.code === "changed_meanwhile";
  const takeLatest = (latest: AdminPlan) => {
    setVersion(latest.lastUpdate);
    setFields(fieldsFrom(latest));
    reset();
  };
  return (
    <Dialog title={plan ? t("adminPlans.editTitle") : t("adminPlans.createTitle")} onClose={onClose} wide>
      <Form {...form} className="space-y-6">
        <div className="grid gap-6 sm:grid-cols-2">
          <PlanFieldset
            fields={fields}
            errors={errors}
            isFree={plan?.id === FREE_PLAN_ID}
            onChange={(patch) => setFields({ ...fields, ...patch })}
          />
          <PlanPreview fields={fields} />
        </div>
        {plan && <p className="text-sm text-quiet">{t("adminPlans.editNote")}</p>}
        {isBeyondAgent(fields) && (
          <Alert tone="warning">
            {t("adminPlans.beyondAgent", { entries: formatNumber(KNOWLEDGE_MAX.entries), words: formatNumber(KNOWLEDGE_MAX.words) })}
          </Alert>
        )}
        {isConflict && plan && <Conflict id={plan.id} onLatest={takeLatest} />}
        <DialogFoot submit={plan ? t("users.update") : t("users.create")} {...foot(isConflict)} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** The plan was saved in another window after it was opened here. The saved version is loaded before it can be overwritten. */
function Conflict({ id, onLatest }: { id: number; onLatest: (plan: AdminPlan) => void }) {
  const { t } = useTranslation("admin");
  const queryClient = useQueryClient();
  const load = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...adminPlansQuery(), staleTime: 0 }),
    onSuccess: (plans) => {
      const latest = plans.find((plan) => plan.id === id);
      if (latest) onLatest(latest);
    },
  });
  return (
    <Alert
      actions={
        <BusyButton className="btn-line btn-sm" busy={load.isPending} onClick={() => load.mutate()}>
          {t("conflict.load")}
        </BusyButton>
      }
    >
      {t("adminPlans.conflict")}
    </Alert>
  );
}

interface PlanFieldsetProps {
  fields: PlanFields;
  errors: Readonly<Record<string, string>>;
  /** The Free Plan has no price and no validity. */
  isFree: boolean;
  onChange: (patch: Partial<PlanFields>) => void;
}

function PlanFieldset({ fields, errors, isFree, onChange }: PlanFieldsetProps) {
  const { t } = useTranslation("admin");
  const bind = (name: TextName) => ({
    value: fields[name],
    error: errors[name],
    onChange: (event: { target: HTMLInputElement }) => onChange({ [name]: event.target.value }),
  });
  const bindLimit = (name: TextName) => ({
    value: fields[name],
    error: errors[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  const number = { type: "number", inputMode: "numeric", min: 0, max: MAX_LIMIT, step: 1 } as const;
  return (
    <div className="space-y-4">
      <TextField label={t("adminPlans.planName")} maxLength={PLAN_NAME_MAX} data-first-focus {...bind("planName")} />
      <LimitField label={t("adminPlans.messageLimit")} {...bindLimit("msgLimit")} />
      <LimitField label={t("adminPlans.chatLimit")} hint={t("adminPlans.chatHint")} {...bindLimit("chatLimit")} />
      <TextField label={t("adminPlans.wordLimit")} {...number} {...bind("knowledgeWordLimit")} />
      <TextField label={t("adminPlans.addLimit")} hint={t("adminPlans.zeroHint")} {...number} {...bind("addKnowledgeLimit")} />
      <TextField label={t("adminPlans.sourceLimit")} hint={t("adminPlans.sourceHint")} {...number} {...bind("sourceLimit")} />
      <TextField label={t("adminPlans.pageLimit")} hint={t("adminPlans.pageHint")} {...number} {...bind("pageLimit")} />
      <TextField label={t("adminPlans.totalWordLimit")} {...number} {...bind("totalWordLimit")} />
      <TextField label={t("adminPlans.memberLimit")} hint={t("adminPlans.memberHint")} {...number} {...bind("memberLimit")} />
      <TextField
        label={t("adminPlans.priceField")}
        hint={t("adminPlans.priceHint")}
        type="number"
        inputMode="decimal"
        min={0}
        max={MAX_PRICE}
        step={0.01}
        disabled={isFree}
        {...bind("price")}
      />
      <TextField
        label={t("adminPlans.validityField")}
        hint={t("adminPlans.validityHint")}
        {...number}
        min={1}
        max={MAX_VALIDITY_MONTHS}
        {...bind("validityMonths")}
      />
      <TextField
        label={t("adminPlans.discountField")}
        hint={t("adminPlans.discountHint")}
        type="number"
        inputMode="decimal"
        min={0}
        max={100}
        step={0.01}
        {...bind("discountPercentage")}
      />
      {!isFree && (
        <Switch
          label={t("adminPlans.onSale")}
          hint={t("adminPlans.onSaleHint")}
          value={fields.isOffered}
          onChange={(isOffered) => onChange({ isOffered })}
        />
      )}
    </div>
  );
}
