/** `PUT /api/settings`. Absent members keep their stored values (product 9.4). */

import { z } from "zod";
import { bannerInput } from "./banner.schema.ts";
import { BRAND_PICTURE } from "./brand.ts";
import { LIMIT_NAMES, LIMITS, type LimitName } from "./limits.ts";
import { SMTP_HOST_MAX, SMTP_PASSWORD_MAX, SMTP_SECURITIES } from "./mail.ts";
import { refusal } from "./messages/message.ts";
import { modelId, modelSettingsFields, secretInput as secret } from "./model.schema.ts";
import { numberInText, wholeBetween } from "./number.schema.ts";
import { byKind, SETTING_NAMES, SETTINGS_FIELDS, type SettingField } from "./settings-fields.ts";
import { textField } from "./text.schema.ts";
import { EMAIL_MAX, VERIFICATIONS } from "./user.ts";

/** A whole number within the limit's range; null resets the limit to its default. */
const limitInput = (name: LimitName) => wholeBetween(LIMITS[name].min, LIMITS[name].max).nullable().optional();
type LimitInputs = Record<LimitName, ReturnType<typeof limitInput>>;

/**
 * A vendor's embedding model (each of them has "embed" in its name), any model of the local Ollama, or a folder of the data
 * folder. Whether it can be used is known only when it is opened, and the settings screen says so.
 */
const EMBEDDING = /^(?:(?:openai|google|mistral|cohere)\/[\w.:-]*embed[\w.:-]*|ollama\/[\w.:/-]+|table\/(?!\.)[\w.-]+)?$/;

/** A domain name or an address, IPv6 without brackets. */
const HOST = /^[A-Za-z0-9.:_-]*$/;
/** As colour inputs write it. */
const COLOUR = /^(?:#[0-9a-f]{6})?$/;
const LINK_MAX = 400;

/** An address that a page may link to: no script, no login data, and no fragment of something else. */
function isLink(address: string): boolean {
  if (address === "") return true;
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

const noMailbox = z.literal("");

/** The check of a value, for each kind; `max` and `min` come from the row. */
const checks = byKind({
  text: (max: number) => textField(max).trim().optional(),
  secret: () => secret.optional(),
  collection: () =>
    z
      .string()
      .trim()
      .max(80)
      .regex(/^[A-Za-z0-9_•-]*$/, refusal("settings.collectionId"))
      .optional(),
  days: (max: number) => z.preprocess(numberInText, wholeBetween(0, max)).optional(),
  percent: (max: number, min: number) => z.preprocess(numberInText, wholeBetween(min, max)).optional(),
  embedding: () => z.string().trim().max(160).regex(EMBEDDING, refusal("settings.embedding")).optional(),
  flag: () => z.boolean().optional(),
  host: () => z.string().trim().max(SMTP_HOST_MAX).regex(HOST, refusal("mail.host")).optional(),
  port: () => z.preprocess(numberInText, wholeBetween(1, 65_535)).optional(),
  security: () => z.enum(SMTP_SECURITIES).optional(),
  password: () => textField(SMTP_PASSWORD_MAX).optional(),
  mailbox: () =>
    z
      .string()
      .trim()
      .max(EMAIL_MAX, refusal("accounts.emailTooLong"))
      .pipe(z.union([noMailbox, z.email(refusal("accounts.emailInvalid"))], refusal("accounts.emailInvalid")))
      .optional(),
  verification: () => z.enum(VERIFICATIONS).optional(),
  banner: () => bannerInput.optional(),
  colour: () => z.string().trim().toLowerCase().max(7).regex(COLOUR, refusal("agents.colour")).optional(),
  picture: () =>
    z
      .string()
      .trim()
      .max(100)
      .refine((path) => path === "" || BRAND_PICTURE.test(path), refusal("brand.picture"))
      .optional(),
  link: () => textField(LINK_MAX).trim().refine(isLink, refusal("brand.link")).optional(),
  flagOrBit: () =>
    z
      .union([z.boolean(), z.literal(0), z.literal(1)])
      .transform(Boolean)
      .optional(),
});
type Checks = { [Name in SettingField]: ReturnType<(typeof checks)[Name]> };

const checkOf = (name: SettingField) => {
  const row = SETTINGS_FIELDS[name];
  return checks[name]("max" in row ? row.max : 0, "min" in row ? row.min : 0);
};

export const settingsInput = z.object({
  aiModel: modelId.optional(),
  ...modelSettingsFields,
  apiKey: secret.optional(),
  limits: z.object(Object.fromEntries(LIMIT_NAMES.map((name) => [name, limitInput(name)])) as LimitInputs).optional(),
  ...(Object.fromEntries(SETTING_NAMES.map((name) => [name, checkOf(name)])) as Checks),
});
/** Checks a key and a collection before they are stored. A mask or an absent value means the stored one. */
export const billingCheckInput = settingsInput.pick({ billplzApiKey: true, billplzCollectionId: true, billplzSandbox: true });

export type SettingsInput = z.output<typeof settingsInput>;
