import { useTranslation } from "react-i18next";
import { SETTINGS_FIELDS } from "../../../../contract/settings-fields.ts";
import { TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import type { SectionProps } from "./section.ts";

/** Whether fewer days than now are kept, so that a save deletes conversations. 0 keeps all of them. */
export const isShorterRetention = (stored: number, wanted: number): boolean =>
  Number.isSafeInteger(wanted) && wanted > 0 && (stored === 0 || wanted < stored);

/** How long conversations are kept. */
export function DataSettings({ values, errors, change }: SectionProps) {
  const { t } = useTranslation("admin");
  return (
    <FormGroup title={t("data.title")} lead={t("data.lead")}>
      <TextField
        label={t("data.days")}
        hint={t("data.daysHint")}
        type="number"
        inputMode="numeric"
        min={0}
        max={SETTINGS_FIELDS.retentionDays.max}
        step={1}
        value={Number.isNaN(values.retentionDays) ? "" : values.retentionDays}
        error={errors.retentionDays}
        onChange={(event) => change({ retentionDays: event.target.valueAsNumber })}
      />
      <p className="text-sm text-quiet">{t("data.copies")}</p>
    </FormGroup>
  );
}
