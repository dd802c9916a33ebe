import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { SETTINGS_FIELDS } from "../../../../contract/settings-fields.ts";
import { call, messageOf } from "../../../api.ts";
import { serverText } from "../../../text/server-text.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Field, TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { bindSecret, type SectionProps } from "./section.ts";

/** The billing provider's four fields, a button that checks them, and the name and address for receipts. */
export function BillingSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  const { values, change } = props;
  return (
    <>
      <FormGroup title={t("settings.payment")}>
        <TextField label={t("settings.billplzApiKey")} hint={t("settings.secretHint")} {...bindSecret(props, "billplzApiKey")} />
        <TextField label={t("settings.billplzCollectionId")} {...bindSecret(props, "billplzCollectionId")} />
        <TextField
          label={t("settings.billplzXSignatureKey")}
          hint={t("settings.secretHint")}
          {...bindSecret(props, "billplzXSignatureKey")}
        />
        <Switch
          label={t("settings.sandbox")}
          hint={t("settings.sandboxHint")}
          value={values.billplzSandbox}
          onChange={(billplzSandbox) => change({ billplzSandbox })}
        />
        <Check {...props} />
      </FormGroup>
      <OnReceipts {...props} />
    </>
  );
}

/** Checks the typed values before they are saved. The result is shown until a value is changed. */
function Check({ values }: SectionProps) {
  const { t } = useTranslation("admin");
  const { billplzApiKey, billplzCollectionId, billplzSandbox } = values;
  const tried = { billplzApiKey, billplzCollectionId, billplzSandbox };
  const check = useMutation({ mutationFn: (body: typeof tried) => call(paymentAdminCalls.checkBilling, { body }) });
  const isCurrent = JSON.stringify(check.variables) === JSON.stringify(tried);
  return (
    <div className="space-y-3">
      <BusyButton className="btn-line" busy={check.isPending} onClick={() => check.mutate(tried)}>
        {t("settings.check")}
      </BusyButton>
      {isCurrent && check.data && (
        <Alert tone={check.data.ok ? "success" : "error"}>{serverText(check.data.message, check.data.told)}</Alert>
      )}
      {isCurrent && check.error && <Alert>{messageOf(check.error, t("error.network"))}</Alert>}
    </div>
  );
}

function OnReceipts({ values, errors, change }: SectionProps) {
  const { t } = useTranslation("admin");
  return (
    <FormGroup title={t("settings.receipts")} lead={t("settings.receiptsLead")}>
      <TextField
        label={t("settings.operatorName")}
        value={values.operatorName}
        error={errors.operatorName}
        maxLength={SETTINGS_FIELDS.operatorName.max}
        autoComplete="organization"
        onChange={(event) => change({ operatorName: event.target.value })}
      />
      <Field label={t("settings.operatorAddress")} error={errors.operatorAddress}>
        {(control) => (
          <textarea
            {...control}
            className="textarea"
            rows={3}
            value={values.operatorAddress}
            maxLength={SETTINGS_FIELDS.operatorAddress.max}
            autoComplete="street-address"
            onChange={(event) => change({ operatorAddress: event.target.value })}
          />
        )}
      </Field>
    </FormGroup>
  );
}
