import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { paymentCalls } from "../../../contract/calls/payments.ts";
import { BILLING_DETAILS_MAX, type BillingDetails } from "../../../contract/payment.ts";
import { call, fieldsOf, messageOf } from "../../api.ts";
import { billingDetailsQuery } from "../../billing-queries.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { Field, TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { useFormValues } from "../../ui/forms/use-form-values.ts";
import { OwnerOnly } from "../../ui/OwnerOnly.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { useToast } from "../../ui/Toast.tsx";

/** What the account wants on its receipts. Receipts that were issued before stay as they are. */
export function ReceiptDetails() {
  const { t } = useTranslation("billing");
  const query = useQuery(billingDetailsQuery());
  return (
    <section aria-labelledby="details-title" className="mt-12 max-w-2xl">
      <h2 id="details-title" className="text-xl">
        {t("details.title")}
      </h2>
      <p className="mt-1 text-quiet">{t("details.lead")}</p>
      {query.error && !query.data && (
        <NotLoaded className="mt-5" what={t("details.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <DetailsForm stored={query.data} />}
    </section>
  );
}

function DetailsForm({ stored }: { stored: BillingDetails }) {
  const { t } = useTranslation("billing");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const { values, setValues, bind: bindValue } = useFormValues(stored);
  const save = useMutation({
    mutationFn: () => call(paymentCalls.saveBillingDetails, { body: values }),
    onSuccess: (saved) => {
      setValues(saved);
      queryClient.setQueryData(billingDetailsQuery().queryKey, saved);
      showToast({ text: t("details.saved") });
    },
  });
  const errors = fieldsOf(save.error);
  const bind = (name: keyof BillingDetails) => ({
    ...bindValue(name),
    error: errors[name],
    maxLength: BILLING_DETAILS_MAX[name],
  });
  const address = bind("address");
  return (
    <Form noValidate onSubmit={() => save.mutate()} refusal={save.error} className="mt-5 space-y-5">
      <TextField label={t("details.name")} hint={t("details.nameHint")} autoComplete="organization" {...bind("name")} />
      <Field label={t("details.address")} error={address.error}>
        {(control) => (
          <textarea
            {...control}
            className="textarea"
            rows={3}
            autoComplete="street-address"
            value={address.value}
            maxLength={address.maxLength}
            onChange={address.onChange}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t("details.tin")} hint={t("details.tinHint")} autoComplete="off" {...bind("tin")} />
        <TextField label={t("details.brn")} hint={t("details.brnHint")} autoComplete="off" {...bind("brn")} />
      </div>
      {save.error && Object.keys(errors).length === 0 && <Alert>{messageOf(save.error, t("error.network"))}</Alert>}
      <OwnerOnly>
        <BusyButton type="submit" className="btn-line" busy={save.isPending}>
          {t("save")}
        </BusyButton>
      </OwnerOnly>
    </Form>
  );
}
