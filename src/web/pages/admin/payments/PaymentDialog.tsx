import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { type AdminPayment, PAYMENT_STATUSES, type PaymentStatus, PROVIDER_METHOD } from "../../../../contract/payment.ts";
import { ApiError, call, fieldsOf } from "../../../api.ts";
import { storedText } from "../../../text/server-text.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field, TextField } from "../../../ui/forms/Field.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { ADMIN_KEY, adminPlansQuery } from "../admin-queries.ts";
import { DialogFoot } from "../lists/DialogFoot.tsx";
import { PlanSelect } from "../lists/PlanSelect.tsx";

interface PaymentDialogProps {
  payment: AdminPayment;
  onSaved: () => void;
  onClose: () => void;
}

/** "Edit Payment": changes the status and the plan of a payment. */
export function PaymentDialog({ payment, onSaved, onClose }: PaymentDialogProps) {
  const { t } = useTranslation("admin");
  const [status, setStatus] = useState<PaymentStatus>(payment.status);
  const [planId, setPlanId] = useState(payment.planId);
  const { data: plans = [] } = useQuery(adminPlansQuery());
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (chosen: { status: PaymentStatus; planId: number }) =>
      call(paymentAdminCalls.editPayment, {
        params: { id: payment.id },
        body: { ...chosen, lastUpdate: payment.lastUpdate },
      }),
    onSuccess: onSaved,
    // The list behind the dialog then shows the payment's current state.
    onError: () => void queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, "payments"] }),
  });
  const isConflict = save.error instanceof ApiError && save.error.code === "changed_meanwhile";
  return (
    <Dialog title={t("payments.editTitle")} onClose={onClose}>
      <Form onSubmit={() => save.mutate({ status, planId })} refusal={save.error} className="space-y-4">
        {payment.flagged !== null && (
          <Alert tone="warning">
            {storedText(payment.flagged)} {t("payments.flaggedHint")}
          </Alert>
        )}
        <Origin payment={payment} />
        <Field label={t("payments.status")} hint={t("payments.editHint")}>
          {(control) => (
            <select
              {...control}
              className="select"
              data-first-focus
              value={status}
              onChange={(event) => setStatus(PAYMENT_STATUSES.find((one) => one === event.target.value) ?? status)}
            >
              {PAYMENT_STATUSES.map((one) => (
                <option key={one} value={one}>
                  {t(`payments.status.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t("payments.plan")} error={fieldsOf(save.error).planId}>
          {(control) => <PlanSelect {...control} plans={plans} value={planId} unlisted={payment.planName} onChange={setPlanId} />}
        </Field>
        <p className="text-sm text-quiet">
          {t("payments.id")}: <span className="font-mono break-all select-all">{payment.id}</span>
        </p>
        {save.error && <Alert>{t(isConflict ? "payments.changed" : "payments.updateFailed")}</Alert>}
        <DialogFoot submit={t("payments.save")} isBusy={save.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** The provider's bill, or the method and the note of a recorded payment. */
function Origin({ payment: { paymentId, method, note } }: { payment: AdminPayment }) {
  const { t } = useTranslation("admin");
  const { t: tBilling } = useTranslation("billing");
  if (method === PROVIDER_METHOD) {
    return <TextField label={t("payments.paymentId")} value={paymentId || t("payments.noBill")} className="font-mono" readOnly />;
  }
  return <TextField label={t("payments.paymentId")} value={tBilling(`method.${method}`)} hint={note} readOnly />;
}
