import { useTranslation } from "react-i18next";
import type { ModelList } from "../../../../../contract/model.ts";
import { BUILTIN_MODEL } from "../../../../../contract/settings.ts";
import type { ControlProps } from "../../../../ui/forms/Field.tsx";
import { groupLabel, modelLabel } from "./chosen-model.ts";

interface ModelSelectProps extends Partial<ControlProps> {
  list: ModelList | undefined;
  value: string;
  onChange: (value: string) => void;
  /** The first, empty choice of a list that adds a model. Without it, the first choice is the built-in answerer. */
  placeholder?: string;
  "aria-label"?: string;
}

/** All listed models, grouped by provider. A value that is in no group is shown first. */
export function ModelSelect({ list, value, onChange, placeholder, ...control }: ModelSelectProps) {
  const { t } = useTranslation("admin");
  const groups = (list?.groups ?? []).filter(({ provider, models }) => provider !== "ollama" && models.length > 0);
  const listedLocal = (list?.groups ?? []).find(({ provider }) => provider === "ollama")?.models.map(({ listed }) => listed) ?? [];
  const local = [...new Set([...listedLocal, ...(list?.ollama.models ?? []).map((name) => `ollama/${name}`)])];
  const isKnown = local.includes(value) || groups.some(({ models }) => models.some(({ listed }) => listed === value));
  return (
    <select {...control} className="select" value={value} onChange={(event) => onChange(event.target.value)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {!isKnown && value !== BUILTIN_MODEL && value !== "" && <option value={value}>{value}</option>}
      {placeholder === undefined && <option value={BUILTIN_MODEL}>{t("models.builtin")}</option>}
      {groups.map((group) => (
        <optgroup key={group.provider} label={groupLabel(group)}>
          {group.models.map((model) => (
            <option key={model.listed} value={model.listed}>
              {modelLabel(model)}
            </option>
          ))}
        </optgroup>
      ))}
      {local.length > 0 && (
        <optgroup label="Ollama">
          {local.map((id) => (
            <option key={id} value={id}>
              {id.replace(/^ollama\//, "")}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
