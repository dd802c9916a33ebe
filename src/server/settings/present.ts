/** Settings on the wire, by who asks (product 9.2). An allow-list each: no secret leaves by default. */
import { isBannerShown } from "../../contract/banner.ts";
import { collectFields } from "../../contract/fields.ts";
import { type AdminSettings, maskSecret, type OwnerSettings, type PublicSettings } from "../../contract/settings.ts";
import {
  type FilledField,
  isSecret,
  type OpenField,
  type OwnerField,
  SETTING_NAMES,
  SETTINGS_FIELDS,
  type SecretField,
  type SettingField,
  type SettingsValues,
} from "../../contract/settings-fields.ts";
import type { Verification } from "../../contract/user.ts";
import { partyOf } from "../accounts/passkeys.ts";
import type { Catalogue } from "../models/catalogue/catalogue.ts";
import { maskOfChosen, presentModelSettings } from "./model-settings.ts";
import type { Settings } from "./settings.ts";
import { maskOf } from "./value-settings.ts";

type PlainField = Exclude<SettingField, SecretField>;
const SECRET_FIELDS = SETTING_NAMES.filter(isSecret);
const PLAIN_FIELDS = SETTING_NAMES.filter((name): name is PlainField => !isSecret(name));
const OPEN_FIELDS = SETTING_NAMES.filter((name): name is OpenField => SETTINGS_FIELDS[name].audience === "anyone");
const OWNER_FIELDS = SETTING_NAMES.filter((name): name is OwnerField => SETTINGS_FIELDS[name].audience === "owner");
const FILLED_FIELDS = SETTING_NAMES.filter((name): name is FilledField => SETTINGS_FIELDS[name].audience === "filled");

export function isBillingConfigured({ billplz }: Settings): boolean {
  return billplz.apiKey !== "" && billplz.collectionId !== "" && billplz.xSignatureKey !== "";
}

/** Without a public address no mail can have a link, and nearly every mail has one. */
export function isMailReady({ smtpHost, mailFrom }: Settings, publicUrl: string | null): publicUrl is string {
  return smtpHost !== "" && mailFrom !== "" && publicUrl !== null;
}

/** Who runs the installation, as people read it: the operator, else the product that the operator has named, else the host. */
export function operatorIn({ operatorName, productName }: Settings, host: string): string {
  return operatorName.trim() || productName.trim() || host;
}

/** What a missing confirmation of an email address means now. Without mail, nobody could confirm one. */
export function verificationIn(settings: Settings, publicUrl: string | null): Verification {
  return isMailReady(settings, publicUrl) ? settings.verifyEmail : "off";
}

/** `publicUrl`: the installation's address for others. */
export function presentForAnyone(settings: Settings, publicUrl: string | null): PublicSettings {
  return {
    aiModel: settings.aiModel,
    billingConfigured: isBillingConfigured(settings),
    mailReady: isMailReady(settings, publicUrl),
    passkeyOrigin: partyOf(publicUrl, null)?.origin ?? null,
    ...collectFields<OpenField, Pick<SettingsValues, OpenField>>(OPEN_FIELDS, (name) => settings[name]),
  };
}

/** A client may check before subscribing whether each field is filled; it gets dots without a single real character. `now`: epoch milliseconds. */
export function presentForOwner(settings: Settings, publicUrl: string | null, now: number): OwnerSettings {
  const dots = (value: string) => (value === "" ? "" : maskSecret("x"));
  return {
    ...presentForAnyone(settings, publicUrl),
    banner: isBannerShown(settings.banner, now) ? settings.banner : null,
    ...collectFields<OwnerField, Pick<SettingsValues, OwnerField>>(OWNER_FIELDS, (name) => settings[name]),
    ...collectFields<FilledField, Record<FilledField, string>>(FILLED_FIELDS, (name) => dots(settings[name])),
  };
}

export function presentForAdmin(settings: Settings, publicUrl: string | null, catalogue: Catalogue): AdminSettings {
  return {
    ...presentForAnyone(settings, publicUrl),
    apiKey: maskOfChosen(settings.aiModel, settings, catalogue),
    ...presentModelSettings(settings),
    limits: settings.limits,
    ...collectFields<PlainField, Pick<SettingsValues, PlainField>>(PLAIN_FIELDS, (name) => settings[name]),
    ...collectFields<SecretField, Record<SecretField, string>>(SECRET_FIELDS, (name) => maskOf(name, settings[name])),
  };
}
