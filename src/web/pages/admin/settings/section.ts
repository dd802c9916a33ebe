import type { ChangeEvent } from "react";
import type { ModelSettings } from "../../../../contract/model.ts";
import { SECRET_MAX } from "../../../../contract/model.ts";
import type { AdminSettings } from "../../../../contract/settings.ts";
import type { SettingsValues as StoredValues } from "../../../../contract/settings-fields.ts";

/** The values of the settings form. */
export type SettingsValues = ModelSettings & StoredValues & Pick<AdminSettings, "aiModel">;

/** Only the changed values, so that a save does not undo what another window has saved since. */
export function changesOf(stored: SettingsValues, values: SettingsValues): Partial<SettingsValues> {
  const names = Object.keys(values) as (keyof SettingsValues)[];
  const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(stored[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

/** The props of each section of the form. */
export interface SectionProps {
  values: SettingsValues;
  /** Refused fields, by name. */
  errors: Readonly<Record<string, string>>;
  change: (patch: Partial<SettingsValues>) => void;
}

/** A field for a secret. A mask is always replaced as a whole, never edited. */
export function secretField(value: string, error: string | undefined, onChange: (value: string) => void) {
  return {
    value,
    error,
    maxLength: SECRET_MAX,
    spellCheck: false,
    autoComplete: "off",
    className: "font-mono",
    onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value.trim()),
  };
}

export function bindSecret(
  { values, errors, change }: SectionProps,
  name: "billplzApiKey" | "billplzCollectionId" | "billplzXSignatureKey",
) {
  return secretField(values[name], errors[name], (value) => change({ [name]: value }));
}
