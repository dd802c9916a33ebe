import { useTranslation } from "react-i18next";
import { TextField } from "../../../ui/Field.tsx";
import { FormGroup } from "../../../ui/FormGroup.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { bindSecret, type SectionProps } from "./section.ts";

/** The billing provider's four fields. */
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
    </FormGroup>
  );
}
