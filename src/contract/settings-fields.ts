/**
 * The settings that are single values, one row for each. The types, the check of a save, the storage, the audit log, the
 * answers and the form derive from this table; docs/recipes.md says what a new row needs. Settings for models are in
 * model.ts, limits in limits.ts. Rules: product 9.2 to 9.4.
 */
import { MAX_WRONG_PERCENT, WRONG_PERCENT } from "./answers.ts";
import { type Banner, NO_BANNER } from "./banner.ts";
import { byKindOf, collectFields } from "./fields.ts";
import { SMTP_PORTS, SMTP_USER_MAX, type SmtpSecurity } from "./mail.ts";
import type { Verification } from "./user.ts";

/** What a setting of each kind holds. */
interface SettingKinds {
  text: string;
  /** Stored encrypted and shown as a mask. */
  secret: string;
  /** A collection's id at the payment provider. */
  collection: string;
  /** A whole number; 0 for no limit. */
  days: number;
  /** A whole number of percent. */
  percent: number;
  /** The model of search by meaning: `VENDOR/MODEL`, `ollama/MODEL` or `table/FOLDER`; empty: none. */
  embedding: string;
  flag: boolean;
  /** The name or the address of a machine. Private ones are allowed: the operator enters them. */
  host: string;
  port: number;
  security: SmtpSecurity;
  /** Stored encrypted and shown as a mask without a single real character. */
  password: string;
  /** One email address; empty: none. */
  mailbox: string;
  verification: Verification;
  /** `#rrggbb`; empty: none. */
  colour: string;
  /** The path of an uploaded PNG or JPEG picture; empty: none. */
  picture: string;
  /** An http(s) address; empty: none. */
  link: string;
  /** Texts with the time in which they are shown, as JSON. */
  banner: Banner;
  /** A flag that is also accepted as 0 or 1 (product 9.4). */
  flagOrBit: boolean;
}

interface SettingLimits {
  /** UTF-16 units. */
  text: { max: number };
  days: { max: number };
  percent: { min: number; max: number };
}

type Row = {
  [Kind in keyof SettingKinds]: {
    /** The key in the table `settings`. */
    key: string;
    kind: Kind;
    /** The value until the administrator sets another one. */
    initial: SettingKinds[Kind];
    /** Who may read the setting, besides the administrator. `filled`: an owner sees only whether it has a value. */
    audience: "anyone" | "owner" | "filled" | "admin";
  } & (Kind extends keyof SettingLimits ? SettingLimits[Kind] : unknown);
}[keyof SettingKinds];

export const SETTINGS_FIELDS = {
  /** Whether visitors may create accounts. */
  signUpsOpen: { key: "sign_ups_open", kind: "flag", initial: true, audience: "anyone" },
  /** While sign-up is not open: whether the links of invitations still make accounts. */
  signUpsByInvitation: { key: "sign_ups_by_invitation", kind: "flag", initial: false, audience: "anyone" },
  billplzApiKey: { key: "billplz.api_key", kind: "secret", initial: "", audience: "filled" },
  billplzCollectionId: { key: "billplz.collection_id", kind: "collection", initial: "", audience: "filled" },
  billplzXSignatureKey: { key: "billplz.x_signature_key", kind: "secret", initial: "", audience: "filled" },
  billplzSandbox: { key: "billplz.sandbox", kind: "flagOrBit", initial: false, audience: "owner" },
  /** Name and address are printed on receipts. The name is also the sender of mail, and is shown to people who need help. */
  operatorName: { key: "operator.name", kind: "text", max: 120, initial: "", audience: "anyone" },
  operatorAddress: { key: "operator.address", kind: "text", max: 400, initial: "", audience: "admin" },
  /** The operator's tax identification number and number in the register of businesses, for receipts. */
  operatorTin: { key: "operator.tin", kind: "text", max: 20, initial: "", audience: "admin" },
  operatorBrn: { key: "operator.brn", kind: "text", max: 40, initial: "", audience: "admin" },
  /** The number under which the operator is registered for service tax; empty: not registered. Prices contain the tax. */
  sstNumber: { key: "sst.number", kind: "text", max: 40, initial: "", audience: "admin" },
  sstPercent: { key: "sst.percent", kind: "percent", min: 1, max: 30, initial: 8, audience: "admin" },
  /** Whether the numbers of receipts begin with 1 every year. */
  receiptsByYear: { key: "receipts.by_year", kind: "flag", initial: false, audience: "admin" },
  /** How people who cannot sign in reach the operator: an address, a telephone number, or both. */
  operatorContact: { key: "operator.contact", kind: "text", max: 200, initial: "", audience: "anyone" },
  smtpHost: { key: "smtp.host", kind: "host", initial: "", audience: "admin" },
  smtpPort: { key: "smtp.port", kind: "port", initial: SMTP_PORTS.starttls, audience: "admin" },
  smtpSecurity: { key: "smtp.security", kind: "security", initial: "starttls", audience: "admin" },
  /** Empty: the server asks for no login. */
  smtpUser: { key: "smtp.user", kind: "text", max: SMTP_USER_MAX, initial: "", audience: "admin" },
  smtpPassword: { key: "smtp.password", kind: "password", initial: "", audience: "admin" },
  mailFrom: { key: "mail.from", kind: "mailbox", initial: "", audience: "admin" },
  /** What an email address without a confirmation means. Without working mail it means nothing. */
  verifyEmail: { key: "verify_email", kind: "verification", initial: "ask", audience: "admin" },
  /** Whether a second factor is required of people with an account, and of the administrator. */
  requireFactor: { key: "second_factor.required", kind: "flag", initial: false, audience: "admin" },
  requireAdminFactor: { key: "second_factor.required_of_administrator", kind: "flag", initial: false, audience: "admin" },
  /** How many days conversations are kept after their last message; 0: forever. At most ten years. */
  retentionDays: { key: "retention_days", kind: "days", max: 3_650, initial: 0, audience: "admin" },
  /** Whether the sum or the difference of two amounts that an agent knows may be in a model's reply. */
  allowSums: { key: "replies.allow_sums", kind: "flag", initial: false, audience: "admin" },
  /** The percentage of all questions that the built-in answerer may answer wrongly. */
  wrongAnswers: {
    key: "answers.wrong_percent",
    kind: "percent",
    min: 1,
    max: MAX_WRONG_PERCENT,
    initial: WRONG_PERCENT,
    audience: "owner",
  },
  /** The model by which passages are also found by their meaning, when knowledge is larger than a prompt. */
  searchByMeaning: { key: "search.by_meaning", kind: "embedding", initial: "", audience: "admin" },
  /** Whether the server makes a backup every night. */
  dailyBackups: { key: "backups.daily", kind: "flag", initial: true, audience: "admin" },
  /** A text for all owners. They get it only while it is shown. */
  banner: { key: "banner", kind: "banner", initial: NO_BANNER, audience: "admin" },
  /** The product's name, looks and legal pages (brand.ts). Empty: those that it has by itself. */
  productName: { key: "brand.name", kind: "text", max: 40, initial: "", audience: "anyone" },
  brandLogo: { key: "brand.logo", kind: "picture", initial: "", audience: "anyone" },
  brandLogoDark: { key: "brand.logo_dark", kind: "picture", initial: "", audience: "anyone" },
  brandIcon: { key: "brand.icon", kind: "picture", initial: "", audience: "anyone" },
  brandColour: { key: "brand.colour", kind: "colour", initial: "", audience: "anyone" },
  brandColourDark: { key: "brand.colour_dark", kind: "colour", initial: "", audience: "anyone" },
  termsUrl: { key: "brand.terms", kind: "link", initial: "", audience: "anyone" },
  privacyUrl: { key: "brand.privacy", kind: "link", initial: "", audience: "anyone" },
  imprintUrl: { key: "brand.imprint", kind: "link", initial: "", audience: "anyone" },
  /** A line below the chat; empty: none. */
  poweredByText: { key: "brand.powered_by", kind: "text", max: 60, initial: "", audience: "anyone" },
  poweredByUrl: { key: "brand.powered_by_url", kind: "link", initial: "", audience: "anyone" },
  /** The proposed budget was declined, so it is not proposed again. */
  budgetDeclined: { key: "budget.declined", kind: "flag", initial: false, audience: "admin" },
} as const satisfies Record<string, Row>;

type Rows = typeof SETTINGS_FIELDS;
export type SettingField = keyof Rows;
type FieldsWith<Members extends Partial<Row>> = { [Name in SettingField]: Rows[Name] extends Members ? Name : never }[SettingField];
export type SecretField = FieldsWith<{ kind: "secret" }> | FieldsWith<{ kind: "password" }>;
export type OpenField = FieldsWith<{ audience: "anyone" }>;
export type OwnerField = FieldsWith<{ audience: "owner" }>;
export type FilledField = FieldsWith<{ audience: "filled" }>;

/** One value for each setting. */
export type SettingsValues = { [Name in SettingField]: SettingKinds[Rows[Name]["kind"]] };

/** Whether a setting is stored encrypted and shown as a mask. */
export const isSecret = (name: SettingField): name is SecretField =>
  SETTINGS_FIELDS[name].kind === "secret" || SETTINGS_FIELDS[name].kind === "password";

/** Whether a client may send back the mask that it was shown; the value then stays. Other values are kept as they are, dots and all. */
export const isMaskable = (name: string): boolean =>
  isSettingField(name) && (isSecret(name) || SETTINGS_FIELDS[name].kind === "collection");

const isSettingField = (name: string): name is SettingField => Object.hasOwn(SETTINGS_FIELDS, name);

export const SETTING_NAMES = Object.keys(SETTINGS_FIELDS) as SettingField[];

/** Gives each setting the entry that `made` has for the setting's kind. */
export const byKind = <Made extends Record<keyof SettingKinds, unknown>>(made: Made) => byKindOf(SETTINGS_FIELDS, made);

const initials: { [Name in SettingField]: { initial: SettingsValues[Name] } } = SETTINGS_FIELDS;
/** The settings of a new installation. */
export const SETTINGS_DEFAULTS: SettingsValues = collectFields(SETTING_NAMES, (name) => initials[name].initial);
