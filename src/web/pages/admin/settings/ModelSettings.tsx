import { useTranslation } from "react-i18next";
import { Field, TextField } from "../../../ui/Field.tsx";
import { FormGroup } from "../../../ui/FormGroup.tsx";
import { isListed, MODEL_GROUPS, modelLabel } from "./model-choices.ts";
import { bindSecret, type SectionProps } from "./section.ts";

/** Which model answers, and the key for its vendor. */
export function ModelSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  const { values, errors, change } = props;
  return (
    <FormGroup title={t("settings.ai")}>
      <ModelSelect value={values.aiModel} error={errors.aiModel} onChange={(aiModel) => change({ aiModel })} />
      <TextField label={t("settings.apiKey")} hint={t("settings.secretHint")} {...bindSecret(props, "apiKey")} />
    </FormGroup>
  );
}

function ModelSelect({ value, error, onChange }: { value: string; error?: string; onChange: (value: string) => void }) {
  const { t } = useTranslation("admin");
  return (
    <Field label={t("settings.model")} hint={t("settings.modelHint")} error={error}>
      {(control) => (
        <select {...control} className="select" value={value} onChange={(event) => onChange(event.target.value)}>
          {!isListed(value) && <option value={value}>{value}</option>}
          {MODEL_GROUPS.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {group.models.map((model) => (
                <option key={model} value={model}>
                  {modelLabel(model)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}
