import { useTranslation } from "react-i18next";
import { SETTINGS_FIELDS } from "../../../../contract/settings-fields.ts";
import { Field, TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import type { SectionProps } from "./section.ts";

/** The name and the address on receipts. */
export function ReceiptSettings({ values, errors, change }: SectionProps) {
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
