/** The limits in the settings: how they are stored and read. */
import { LIMIT_NAMES, LIMITS, type LimitName, type Limits } from "../../contract/limits.ts";
import type { SettingsInput } from "../../contract/settings.schema.ts";

const KEYS: Readonly<Record<LimitName, string>> = {
  messagesOfConversation: "rate.conversation",
  messagesOfAddress: "rate.address",
  messagesOfAgent: "rate.agent",
  messagesOfAccount: "rate.account",
  connectionsOfAddress: "rate.connect",
  socketsOfAddress: "sockets_per_address",
  modelCallsOfAddress: "model_calls_per_address_day",
  vendorPlaces: "places.vendor",
  ollamaPlaces: "places.ollama",
  vendorWaiting: "places.waiting",
  accountWaiting: "places.waiting_of_account",
  previews: "previews_per_day",
  freePreviews: "free_previews_per_day",
  testBudget: "budget.tests_rm",
  freeTestBudget: "budget.free_tests_rm",
  demoModelCalls: "demo_model_calls_per_day",
  refusedStored: "refused_stored_per_day",
  signUps: "sign_ups_per_day",
  signUpsOfAddress: "sign_ups_per_address_hour",
  freeBusinesses: "free_businesses",
};

/** A stored value outside its range counts as not set. */
export function readLimits(values: ReadonlyMap<string, string>): Limits {
  const read = (name: LimitName): number => {
    const { fallback, min, max } = LIMITS[name];
    const stored = values.get(KEYS[name]);
    const value = stored === undefined || stored === "" ? Number.NaN : Number(stored);
    return Number.isSafeInteger(value) && value >= min && value <= max ? value : fallback;
  };
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, read(name)])) as Limits;
}

/** The value to write for each key: null removes it, so that the default applies; undefined leaves it unchanged. */
export function limitWrites(input: SettingsInput): Record<string, string | null | undefined> {
  return Object.fromEntries(
    LIMIT_NAMES.map((name) => {
      const value = input.limits?.[name];
      return [KEYS[name], value === null ? null : value?.toString()];
    }),
  );
}

/** Name, value before, value after (undefined: not sent) of each limit, for the audit log. */
export function limitRows(current: Limits, input: SettingsInput): [name: string, before: unknown, after: unknown][] {
  return LIMIT_NAMES.map((name) => {
    const value = input.limits?.[name];
    return [`limits.${name}`, current[name], value === null ? LIMITS[name].fallback : value];
  });
}
