import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { call } from "../../../api.ts";
import { commandOf } from "../../../brand.ts";
import { serverText } from "../../../text/server-text.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { NotDone } from "../../../ui/NotDone.tsx";
import { overviewQuery } from "../admin-queries.ts";
import { Command } from "../Command.tsx";
import { CheckedAt } from "./CheckedAt.tsx";
import { lastCheck, noteCheck } from "./key-checks.ts";
import { bindSecret, type SectionProps } from "./section.ts";

/** The billing provider's four fields, and a button that checks them. */
export function BillingSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  const { values, change } = props;
  return (
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
      <PublicUrlNote />
    </FormGroup>
  );
}

/** Checks the typed values before they are saved. The result is shown until a value is changed. */
function Check({ values }: SectionProps) {
  const { t } = useTranslation("admin");
  const { billplzApiKey, billplzCollectionId, billplzSandbox } = values;
  const tried = { billplzApiKey, billplzCollectionId, billplzSandbox };
  // A key is checked together with a collection.
  const checkedAs = `billplz ${billplzSandbox} ${billplzCollectionId}`;
  const check = useMutation({
    mutationFn: (body: typeof tried) => call(paymentAdminCalls.checkBilling, { body }),
    onSuccess: ({ ok }) => noteCheck(checkedAs, billplzApiKey, ok),
  });
  const isCurrent = JSON.stringify(check.variables) === JSON.stringify(tried);
  return (
    <div className="space-y-3">
      <BusyButton className="btn-line" busy={check.isPending} onClick={() => check.mutate(tried)}>
        {t("settings.check")}
      </BusyButton>
      <CheckedAt at={lastCheck(checkedAs, billplzApiKey)} />
      {isCurrent && check.data && (
        <Alert tone={check.data.ok ? "success" : "error"}>{serverText(check.data.message, check.data.told)}</Alert>
      )}
      {isCurrent && check.error && <NotDone what={t("failed.check")} error={check.error} />}
    </div>
  );
}

/** Without a public address the provider cannot report payments, so owners cannot subscribe. */
function PublicUrlNote() {
  const { t } = useTranslation("admin");
  const { data } = useQuery(overviewQuery());
  if (!data || data.hasPublicUrl) return null;
  return (
    <Alert tone="warning">
      <p>{t("settings.noPublicUrl")}</p>
      <Command command={commandOf("serve --public-url https://…")} />
    </Alert>
  );
}
