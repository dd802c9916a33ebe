/** The settings that are single values: how they are stored and read, and their rows in the audit log. */

import { bannerInput } from "../../contract/banner.schema.ts";
import type { Banner } from "../../contract/banner.ts";
import { collectFields } from "../../contract/fields.ts";
import { SMTP_SECURITIES, type SmtpSecurity } from "../../contract/mail.ts";
import type { SettingsInput } from "../../contract/settings.schema.ts";
import { isMask, maskPassword, maskSecret } from "../../contract/settings.ts";
import {
  byKind,
  isMaskable,
  isSecret,
  SETTING_NAMES,
  SETTINGS_DEFAULTS,
  SETTINGS_FIELDS,
  type SecretField,
  type SettingField,
  type SettingsValues,
} from "../../contract/settings-fields.ts";
import { VERIFICATIONS, type Verification } from "../../contract/user.ts";
import { parseJson } from "../platform/json.ts";
import type { SettingWrites } from "./model-settings.ts";

interface Stored<Value> {
  /** `initial` is the value if none is stored or the stored one is invalid. */
  read(stored: string | undefined, initial: Value): Value;
  write(value: Value): string;
}

const TEXT: Stored<string> = { read: (stored, initial) => stored ?? initial, write: (value) => value };
const FLAG: Stored<boolean> = {
  read: (stored, initial) => (initial ? stored !== "0" : stored === "1"),
  write: (value) => (value ? "1" : "0"),
};
/** A stored number of 0 or less counts as not set. */
const WHOLE: Stored<number> = {
  read(stored, initial) {
    const value = Number(stored);
    return Number.isSafeInteger(value) && value > 0 ? value : initial;
  },
  write: String,
};
/** One of a few values; another one counts as not set. */
const oneOf = <Value extends string>(values: readonly Value[]): Stored<Value> => ({
  read: (stored, initial) => values.find((value) => value === stored) ?? initial,
  write: (value) => value,
});
const SECURITY: Stored<SmtpSecurity> = oneOf(SMTP_SECURITIES);
const VERIFICATION: Stored<Verification> = oneOf(VERIFICATIONS);
const BANNER: Stored<Banner> = {
  read(stored, initial) {
    const read = bannerInput.safeParse(stored === undefined ? undefined : parseJson(stored));
    return read.success ? read.data : initial;
  },
  write: JSON.stringify,
};

const stored: { [Name in SettingField]: Stored<SettingsValues[Name]> } = byKind({
  text: TEXT,
  secret: TEXT,
  collection: TEXT,
  days: WHOLE,
  percent: WHOLE,
  embedding: TEXT,
  flag: FLAG,
  host: TEXT,
  port: WHOLE,
  security: SECURITY,
  password: TEXT,
  mailbox: TEXT,
  verification: VERIFICATION,
  banner: BANNER,
  colour: TEXT,
  picture: TEXT,
  link: TEXT,
  flagOrBit: FLAG,
});

export function readValues(values: ReadonlyMap<string, string>): SettingsValues {
  return collectFields<SettingField, SettingsValues>(SETTING_NAMES, (name) =>
    stored[name].read(values.get(SETTINGS_FIELDS[name].key), SETTINGS_DEFAULTS[name]),
  );
}

/** Whether this is the mask that the client was shown. */
const isSentBack = (name: SettingField, value: unknown) => isMaskable(name) && typeof value === "string" && isMask(value);

/** The value to write for each key; a setting that was not sent is not changed. */
export function valueWrites(input: SettingsInput): SettingWrites {
  const sent: Partial<SettingsValues> = input;
  const writes: SettingWrites = { plain: {}, secrets: {} };
  const put = <Name extends SettingField>(name: Name) => {
    const value = sent[name];
    if (value === undefined || isSentBack(name, value)) return;
    const { key } = SETTINGS_FIELDS[name];
    writes[isSecret(name) ? "secrets" : "plain"][key] = stored[name].write(value);
  };
  SETTING_NAMES.forEach(put);
  return writes;
}

/** Name, value before, value after (undefined: not sent) of each setting, for the audit log; secrets as masks. */
export function valueRows(current: SettingsValues, input: SettingsInput): [name: string, before: unknown, after: unknown][] {
  const sent: Partial<SettingsValues> = input;
  return SETTING_NAMES.map((name) => {
    const [before, after] = [current[name], sent[name]];
    if (typeof before !== "string" || typeof after !== "string") return [name, before, after];
    if (isSentBack(name, after)) return [name, before, undefined];
    return isSecret(name) ? [name, maskOf(name, before), maskOf(name, after)] : [name, before, after];
  });
}

/** What is shown for a stored secret. */
export const maskOf = (name: SecretField, value: string): string =>
  SETTINGS_FIELDS[name].kind === "password" ? maskPassword(value) : maskSecret(value);
