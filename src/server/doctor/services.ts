/** Checks of the companies' servers that the installation uses: mail, models, payments. */

import { told } from "../../contract/messages/message.ts";
import type { CheckVerdict } from "../../contract/model.ts";
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import { serverOf } from "../mail/deliver.ts";
import { MAIL_KIND } from "../mail/mail.ts";
import { waitOfOldest } from "../mail/outbox-store.ts";
import { MailFailed } from "../mail/smtp.ts";
import { checkModel } from "../models/calls/check.ts";
import { checkBilling } from "../payments/check-billing.ts";
import { isBillingConfigured } from "../settings/present.ts";
import type { Settings } from "../settings/settings.ts";
import { fault, ok, type Patient, type Run, unknown, type Verdict, warning } from "./check.ts";
import { hostOf, isReachable } from "./network.ts";

/** @returns null if the settings or one of their secrets cannot be read, which other checks say */
const settingsOf = (patient: Patient): Promise<Settings | null> =>
  patient.settings().then(
    ({ settings, closed }) => (closed.length === 0 ? settings : null),
    () => null,
  );
const noSettings = () => unknown(told("doctor.noSettings"));

const HOUR_MS = 3_600_000;

export const checkMail: Run = async (patient) => {
  const settings = await settingsOf(patient);
  if (!settings) return noSettings();
  const place = "mail";
  const { smtpHost, mailFrom } = settings;
  if (smtpHost === "") return warning(told("doctor.mail.off"), { place });
  if (mailFrom === "") return fault(told("doctor.mail.noSender"), { place });
  if (patient.config.publicUrl === null) return fault(told("doctor.mail.noUrl"));
  if (!patient.isOnline) return unknown(told("doctor.offline"));
  try {
    await patient.verifyMail(serverOf(settings), mailFrom);
  } catch (error) {
    // Without the server's own words, which could repeat the login.
    if (error instanceof MailFailed) return fault(told(`mail.failed.${error.phase}`), { place });
    throw error;
  }
  const waiting = await waitOfOldest(await patient.reader(), MAIL_KIND).catch(() => 0);
  if (waiting > HOUR_MS) return warning(told("doctor.mail.waiting", { hours: Math.floor(waiting / HOUR_MS) }), { place });
  return ok(told("doctor.mail.ok"));
};

/** Of the chosen models, the first one that does not work decides. A fault of a later one, only failover meets. */
export const checkModels: Run = async (patient) => {
  const settings = await settingsOf(patient);
  if (!settings) return noSettings();
  if (settings.aiModel === BUILTIN_MODEL) return ok(told("doctor.models.builtIn"));
  if (!patient.isOnline) return unknown(told("doctor.offline"));
  const chosen = [settings.aiModel, ...settings.failover.filter((id) => id !== settings.aiModel)];
  const verdicts = await Promise.all(chosen.map((id) => askModel(patient, settings, id)));
  const first = verdicts.findIndex(({ state }) => state !== "ok");
  const found = verdicts[first] ?? verdicts[0];
  if (!found) return noSettings();
  const isCovered = first > 0 || verdicts.some(({ state }) => state === "ok");
  return found.state === "fault" && isCovered ? { ...found, state: "warning" } : found;
};

/** What passes by itself, or has no effect for visitors yet. */
const MILD: readonly CheckVerdict[] = ["retired", "rate_limited"];

async function askModel(patient: Patient, settings: Settings, id: string): Promise<Verdict> {
  const models = patient.models();
  const row = models.catalogue.find(id, patient.now());
  const params = { model: row?.label ?? id };
  const place = "models";
  if (!row) return fault(told("doctor.models.unknown_model", params), { place });
  const check = await checkModel(models, settings, { provider: row.endpoint?.name ?? row.vendor, model: id });
  const verdict = check?.verdict ?? "unknown_model";
  if (verdict === "valid") return ok(told("doctor.models.ok", params));
  // Without a key, as on a new installation, the built-in answerer replies.
  if (verdict === "no_key") return warning(told("doctor.models.noKey", params), { place });
  return (MILD.includes(verdict) ? warning : fault)(told(`doctor.models.${verdict}`, params), { place });
}

export const checkPayments: Run = async (patient) => {
  const settings = await settingsOf(patient);
  if (!settings) return noSettings();
  const { billplz } = settings;
  const place = "payments";
  if (!isBillingConfigured(settings)) {
    const isEmpty = billplz.apiKey === "" && billplz.collectionId === "" && billplz.xSignatureKey === "";
    return isEmpty ? ok(told("doctor.payments.off")) : fault(told("doctor.payments.incomplete"), { place });
  }
  if (!patient.isOnline) return unknown(told("doctor.offline"));
  // The address is another check.
  const check = await checkBilling(patient.billing, "", billplz, billplz.collectionId);
  if (check.ok) return ok(told("doctor.payments.ok"));
  const isPassing = check.told?.id === "billing.checkLimited";
  return { ...(isPassing ? warning : fault)({ text: check.message, ref: check.told }, { place }) };
};

export const checkCallback: Run = async (patient) => {
  const settings = await settingsOf(patient);
  if (!settings) return noSettings();
  if (!isBillingConfigured(settings)) return ok(told("doctor.payments.off"));
  const url = patient.config.publicUrl;
  const command = "sapa serve --public-url https://chat.example.com";
  if (url === null) return fault(told("doctor.callback.noUrl"), { command });
  const name = hostOf(url);
  const isOutside = await isReachable(patient, name);
  if (isOutside === null) return unknown(told("doctor.callback.unknown"));
  return isOutside ? ok(told("doctor.callback.ok", { url })) : fault(told("doctor.callback.private", { name }), { command });
};
