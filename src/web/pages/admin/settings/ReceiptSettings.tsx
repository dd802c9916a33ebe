import { useTranslation } from "react-i18next";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { SETTINGS_FIELDS } from "../../../../contract/settings-fields.ts";
import { addressOf } from "../../../api.ts";
import { Field, TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { ExportButton } from "../lists/ExportButton.tsx";
import type { SectionProps } from "./section.ts";

/** Who the operator is on receipts, the tax, and how receipts are numbered. */
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
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("settings.operatorTin")}
          hint={t("settings.operatorTinHint")}
          value={values.operatorTin}
          error={errors.operatorTin}
          maxLength={SETTINGS_FIELDS.operatorTin.max}
          autoComplete="off"
          onChange={(event) => change({ operatorTin: event.target.value })}
        />
        <TextField
          label={t("settings.operatorBrn")}
          value={values.operatorBrn}
          error={errors.operatorBrn}
          maxLength={SETTINGS_FIELDS.operatorBrn.max}
          autoComplete="off"
          onChange={(event) => change({ operatorBrn: event.target.value })}
        />
      </div>
      <Tax values={values} errors={errors} change={change} />
      <Switch
        label={t("settings.receiptsByYear")}
        hint={t("settings.receiptsByYearHint")}
        value={values.receiptsByYear}
        onChange={(receiptsByYear) => change({ receiptsByYear })}
      />
      <div>
        <p className="font-semibold">{t("settings.exportReceipts")}</p>
        <p className="mb-3 text-sm text-quiet">{t("settings.exportReceiptsHint")}</p>
        <ExportButton path={addressOf(paymentAdminCalls.exportReceipts, { query: {} })} />
      </div>
    </FormGroup>
  );
}

/** Only operators who are registered for service tax have a number, and only then the rate counts. */
function Tax({ values, errors, change }: SectionProps) {
  const { t } = useTranslation("admin");
  return (
    <>
      <TextField
        label={t("settings.sstNumber")}
        hint={t("settings.sstNumberHint")}
        value={values.sstNumber}
        error={errors.sstNumber}
        maxLength={SETTINGS_FIELDS.sstNumber.max}
        autoComplete="off"
        onChange={(event) => change({ sstNumber: event.target.value })}
      />
      {values.sstNumber.trim() !== "" && (
        <TextField
          label={t("settings.sstPercent")}
          type="number"
          inputMode="numeric"
          min={SETTINGS_FIELDS.sstPercent.min}
          max={SETTINGS_FIELDS.sstPercent.max}
          step={1}
          value={Number.isNaN(values.sstPercent) ? "" : values.sstPercent}
          error={errors.sstPercent}
          onChange={(event) => change({ sstPercent: event.target.valueAsNumber })}
        />
      )}
    </>
  );
}
