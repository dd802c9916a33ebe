/**
 * The installation's settings for the rest of the server: typed, with unsealed secrets, and held in memory until this or
 * another process changes them.
 */

import type { Limits } from "../../contract/limits.ts";
import { type Message, told } from "../../contract/messages/message.ts";
import type { SettingsInput } from "../../contract/settings.schema.ts";
import { DEFAULT_MODEL, isMask, maskSecret } from "../../contract/settings.ts";
import type { SettingsValues } from "../../contract/settings-fields.ts";
import { isMaskable } from "../../contract/settings-fields.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import type { Catalogue } from "../models/catalogue/catalogue.ts";
import { type Clock, DAY_MS } from "../platform/clock.ts";
import { invalid } from "../platform/errors.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Keys } from "../platform/keys.ts";
import { SealError } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import { limitRows, limitWrites, readLimits } from "./limit-settings.ts";
import { keyOwnerOf, maskOfChosen, modelRows, readModelSettings, type StoredModelSettings, writesOf } from "./model-settings.ts";
import { deleteSetting, listSettings, putSetting, type StoredSetting, sealContext } from "./store.ts";
import { readValues, valueRows, valueWrites } from "./value-settings.ts";

/**
 * A visitor's conversation is on one node, so its rate needs no division. Those of sockets and frames stay whole, because
 * they limit the work of one node.
 */
export interface ChatRates {
  /** Visitor messages of one conversation. */
  conversation: RateRule;
  /** Visitor messages from one address. */
  address: RateRule;
  /** Visitor messages to one agent. */
  agent: RateRule;
  /** Visitor messages to all agents of one account. */
  account: RateRule;
  /** Replies by a model for one address, over a day. */
  modelCalls: RateRule;
  /** New accounts from one address, over an hour. */
  signUps: RateRule;
  /** New sockets from one address. */
  connect: RateRule;
  /** All frames of one address, and its frames that are not messages. */
  frames: RateRule;
  controls: RateRule;
}

export interface Settings extends StoredModelSettings, SettingsValues {
  aiModel: string;
  /** The billing provider's values, in the form that its calls need. */
  billplz: { apiKey: string; collectionId: string; xSignatureKey: string; sandbox: boolean };
  rates: ChatRates;
  limits: Limits;
}

export interface SettingsSource {
  read(): Promise<Settings>;
  /**
   * Stores the administrator's input: a mask keeps its secret, an empty string removes it. `also` runs in the same
   * transaction. @throws DomainError invalid.
   */
  write(input: SettingsInput, author: Author, also?: AlsoChange): Promise<void>;
}

/** What subjects above the settings change together with them: `now` are the values from now on. @throws DomainError invalid. */
export type AlsoChange = (tx: Tx, change: { sent: SettingsInput; now: SettingsValues; author: Author }) => Promise<void>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Frames of one address for each connection that it may make in a minute, so that an operator raises both with one setting.
 * Frames of many sockets that arrive together are read in one turn of the event loop: 30 sockets with 120 frames each would
 * block it for 60 ms or more.
 */
const FRAMES_OF_CONNECTION = 10;
const CONTROLS_OF_CONNECTION = 5;

/** Reads all settings. `onClosed` is called with the name of each secret that these keys cannot open; it counts as empty. */
export async function loadSettings(db: Reader, keys: Pick<Keys, "open">, onClosed: (setting: string) => void): Promise<Settings> {
  const open = ({ key, value }: StoredSetting): string => {
    try {
      return keys.open(value, sealContext(key));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      onClosed(key);
      return "";
    }
  };
  const rows = await listSettings(db);
  return toSettings(new Map(rows.map((row) => [row.key, row.sealed ? open(row) : row.value])));
}

export function createSettings(deps: { db: Db; keys: Keys; clock: Clock; log: Log; models: { catalogue: Catalogue } }): SettingsSource {
  let cached: Promise<Settings> | null = null;
  deps.db.onChange("settings", () => {
    cached = null;
  });

  // The key file was lost, or SAPA_SECRET_KEY has changed: the server still runs, without this secret.
  const onClosed = (setting: string) =>
    deps.log.error("a stored secret cannot be unsealed with the present key; enter it again", { setting });

  const read = (): Promise<Settings> => {
    if (!cached) {
      const loading = loadSettings(deps.db, deps.keys, onClosed);
      cached = loading;
      loading.catch(() => {
        if (cached === loading) cached = null;
      });
    }
    return cached;
  };

  const putSecret = async (tx: Tx, key: string, value: string | undefined): Promise<void> => {
    if (value === undefined || isMask(value)) return;
    if (value === "") return deleteSetting(tx, key);
    await putSetting(tx, { key, value: deps.keys.seal(value, sealContext(key)), sealed: true });
  };
  const putPlain = async (tx: Tx, key: string, value: string | undefined): Promise<void> => {
    if (value !== undefined) await putSetting(tx, { key, value, sealed: false });
  };

  return {
    read,
    async write(input, author, also) {
      const current = await read();
      refuseStrayDots(input);
      refuseMovedPassword(current, input);
      const ofModels = writesOf(input, input.aiModel ?? current.aiModel, deps.models.catalogue);
      const ofValues = valueWrites(input);
      await deps.db.transaction(async (tx) => {
        for (const [key, value] of Object.entries({ ...ofModels.plain, ...limitWrites(input), ...ofValues.plain })) {
          if (value === null) await deleteSetting(tx, key);
          else await putPlain(tx, key, value);
        }
        for (const [key, value] of Object.entries({ ...ofModels.secrets, ...ofValues.secrets })) await putSecret(tx, key, value);
        if (also) await also(tx, { sent: input, now: readValues(plainOf(await listSettings(tx))), author });
        const { before, after } = changesOf(current, input, deps.models.catalogue);
        if (Object.keys(after).length > 0) {
          await recordAudit(tx, { ...author, action: "settings.update", subject: "settings", before, after });
        }
      });
    },
  };
}

const plainOf = (rows: readonly StoredSetting[]) => new Map(rows.filter(({ sealed }) => !sealed).map(({ key, value }) => [key, value]));

const MAIL_LOGIN = ["smtpHost", "smtpPort", "smtpSecurity", "smtpUser"] as const;

/**
 * The stored password of the mail server goes only where it goes anyway: otherwise, whoever is signed in as the administrator could
 * send it to a machine of their own with the next mail. @throws DomainError invalid.
 */
function refuseMovedPassword(current: Settings, input: SettingsInput): void {
  const isMoved = MAIL_LOGIN.some((name) => input[name] !== undefined && input[name] !== current[name]);
  const isKept = input.smtpPassword === undefined || isMask(input.smtpPassword);
  // Without a server, mail is off, and the password is sent to nobody.
  if (isMoved && isKept && current.smtpPassword !== "" && input.smtpHost !== "")
    throw invalid({ smtpPassword: told("mail.passwordAgain") });
}

/** The changes in the administrator's input, for the audit log, with secrets as masks. */
function changesOf(current: Settings, input: SettingsInput, catalogue: Catalogue) {
  const secret = (value: string | undefined) => (value === undefined || isMask(value) ? undefined : maskSecret(value));
  const model = input.aiModel ?? current.aiModel;
  // For a model that needs no key, the sent key is not stored, and the audit log must not mention it.
  const key = keyOwnerOf(model, catalogue) ? secret(input.apiKey) : undefined;
  const rows: [name: string, before: unknown, after: unknown][] = [
    ["aiModel", current.aiModel, input.aiModel],
    ["apiKey", maskOfChosen(model, current, catalogue), key],
    ...modelRows(current, input),
    ...limitRows(current.limits, input),
    ...valueRows(current, input),
  ];
  const changed = rows.filter(([, before, after]) => after !== undefined && JSON.stringify(before) !== JSON.stringify(after));
  return {
    before: Object.fromEntries(changed.map(([name, before]) => [name, before])),
    after: Object.fromEntries(changed.map(([name, , after]) => [name, after])),
  };
}

/** Refuses a mask that was edited, because it would be stored as a key. A name or a line of the operator may have such dots. */
function refuseStrayDots(input: SettingsInput): void {
  const fields: Record<string, Message> = {};
  const values = Object.entries(input).filter(([name]) => name === "apiKey" || isMaskable(name));
  for (const [name, value] of [...values, ...Object.entries(input.modelKeys ?? {})]) {
    if (typeof value === "string" && value.includes("•") && !isMask(value)) fields[name] = told("settings.wholeKey");
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

function toSettings(values: ReadonlyMap<string, string>): Settings {
  const fields = readValues(values);
  const limits = readLimits(values);
  return {
    aiModel: values.get("ai_model") || DEFAULT_MODEL,
    ...readModelSettings(values),
    ...fields,
    billplz: {
      apiKey: fields.billplzApiKey,
      collectionId: fields.billplzCollectionId,
      xSignatureKey: fields.billplzXSignatureKey,
      sandbox: fields.billplzSandbox,
    },
    rates: {
      conversation: { name: "chat.conversation", max: limits.messagesOfConversation, perMs: MINUTE_MS },
      address: { name: "chat.address", max: limits.messagesOfAddress, perMs: MINUTE_MS, isShared: true },
      agent: { name: "chat.agent", max: limits.messagesOfAgent, perMs: MINUTE_MS, isShared: true },
      account: { name: "chat.account", max: limits.messagesOfAccount, perMs: MINUTE_MS, isShared: true },
      connect: { name: "chat.connect", max: limits.connectionsOfAddress, perMs: MINUTE_MS },
      frames: { name: "address.frames", max: FRAMES_OF_CONNECTION * limits.connectionsOfAddress, perMs: MINUTE_MS },
      controls: { name: "address.controls", max: CONTROLS_OF_CONNECTION * limits.connectionsOfAddress, perMs: MINUTE_MS },
      modelCalls: { name: "model.address", max: limits.modelCallsOfAddress, perMs: DAY_MS, isShared: true },
      signUps: { name: "signup.made", max: limits.signUpsOfAddress, perMs: HOUR_MS },
    },
    limits,
  };
}
