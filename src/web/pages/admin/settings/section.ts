import type { ChangeEvent } from "react";
import type { AdminSettings } from "../../../../contract/settings.ts";

/** What the form of the settings holds until it is saved. */
export type SettingsValues = Pick<
  AdminSettings,
  "aiModel" | "apiKey" | "billplzApiKey" | "billplzCollectionId" | "billplzXSignatureKey" | "billplzSandbox"
>;

/** What each section of the form is given. */
export interface SectionProps {
  values: SettingsValues;
  /** Refused fields, by name. */
  errors: Readonly<Record<string, string>>;
  change: (patch: Partial<SettingsValues>) => void;
}

/** A field for a secret: a mask is replaced as a whole, never edited. */
export function bindSecret(
  { values, errors, change }: SectionProps,
  name: "apiKey" | "billplzApiKey" | "billplzCollectionId" | "billplzXSignatureKey",
) {
  return {
    value: values[name],
    error: errors[name],
    maxLength: 500,
    spellCheck: false,
    autoComplete: "off",
    className: "font-mono",
    onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value.trim() }),
  };
}
