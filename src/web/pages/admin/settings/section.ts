import type { ChangeEvent } from "react";
import { collectFields } from "../../../../contract/fields.ts";
import { DEFAULT_LIMITS } from "../../../../contract/limits.ts";
import { DEFAULT_RM_PER_USD, DEFAULT_TIMEOUTS, type ModelSettings, SECRET_MAX } from "../../../../contract/model.ts";
import type { AdminSettings } from "../../../../contract/settings.ts";
import {
  SETTING_NAMES,
  SETTINGS_DEFAULTS,
  type SettingField,
  type SettingsValues as StoredValues,
} from "../../../../contract/settings-fields.ts";
import { type LimitValues, limitChanges } from "./limit-changes.ts";

/** The values of the settings form. */
export type SettingsValues = ModelSettings & StoredValues & Pick<AdminSettings, "aiModel"> & { limits: LimitValues };

export function valuesOf(stored: Partial<AdminSettings>): SettingsValues {
  return {
    aiModel: stored.aiModel ?? "",
    modelKeys: stored.modelKeys ?? {},
    failover: stored.failover ?? [],
    timeouts: stored.timeouts ?? DEFAULT_TIMEOUTS,
    rmPerUsd: stored.rmPerUsd ?? DEFAULT_RM_PER_USD,
    budgets: stored.budgets ?? { boxSen: null, ownerSen: null },
    limits: stored.limits ?? DEFAULT_LIMITS,
    ...collectFields<SettingField, StoredValues>(SETTING_NAMES, (name) => stored[name] ?? SETTINGS_DEFAULTS[name]),
  };
}

/** The changes of a form: of the limits only those that differ. */
type Changes = Partial<Omit<SettingsValues, "limits"> & { limits: Partial<LimitValues> }>;

/** Only the changed values, so that a save does not undo what another window has saved since. */
export function changesOf(stored: SettingsValues, values: SettingsValues): Changes {
  const names = Object.keys(values) as (keyof SettingsValues)[];
  const changed = names.filter((name) => name !== "limits" && JSON.stringify(values[name]) !== JSON.stringify(stored[name]));
  const changes: Changes = Object.fromEntries(changed.map((name) => [name, values[name]]));
  const limits = limitChanges(stored.limits, values.limits);
  return Object.keys(limits).length > 0 ? { ...changes, limits } : changes;
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
