import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SETTINGS_FIELDS } from "../../../../contract/settings-fields.ts";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { NumberField } from "./NumberField.tsx";
import type { SectionProps } from "./section.ts";

/** Whether fewer days than now are kept, so that a save deletes conversations. 0 keeps all of them. */
export const isShorterRetention = (stored: number, wanted: number): boolean =>
  Number.isSafeInteger(wanted) && wanted > 0 && (stored === 0 || wanted < stored);

/** What is proposed when conversations are no longer kept forever. */
const USUAL_DAYS = 365;

/** How long conversations are kept: a number of days, or forever. */
export function DataSettings({ values, errors, change }: SectionProps) {
  const { t } = useTranslation("admin");
  const isForever = values.retentionDays === 0;
  // The field keeps the typed text; a tick mounts a new field, which shows what it means.
  const [round, setRound] = useState(0);
  const tick = (isOn: boolean) => {
    change({ retentionDays: isOn ? 0 : USUAL_DAYS });
    setRound(round + 1);
  };
  return (
    <FormGroup title={t("data.title")} lead={t("data.lead")}>
      <NumberField
        key={round}
        label={t("data.days")}
        hint={t("data.daysHint")}
        unit={t("data.unit")}
        min={0}
        max={SETTINGS_FIELDS.retentionDays.max}
        placeholder="–"
        value={isForever || Number.isNaN(values.retentionDays) ? null : values.retentionDays}
        error={errors.retentionDays}
        onChange={(days) => change({ retentionDays: days ?? Number.NaN })}
      />
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-primary checkbox-sm"
          checked={isForever}
          onChange={(event) => tick(event.target.checked)}
        />
        {t("data.forever")}
      </label>
      <p className="text-sm text-quiet">{t("data.copies")}</p>
    </FormGroup>
  );
}
