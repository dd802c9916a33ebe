/** Settings on the wire, by who asks (product 9.2). An allow-list each: no secret leaves by default. */
import { type AdminSettings, maskSecret, type OwnerSettings, type PublicSettings } from "../../contract/settings.ts";
import type { Catalogue } from "../models/catalogue/catalogue.ts";
import { maskOfChosen, presentModelSettings } from "./model-settings.ts";
import type { Settings } from "./settings.ts";

export function isBillingConfigured({ billplz }: Settings): boolean {
  return billplz.apiKey !== "" && billplz.collectionId !== "" && billplz.xSignatureKey !== "";
}

export function presentForAnyone(settings: Settings): PublicSettings {
  return { aiModel: settings.aiModel, billingConfigured: isBillingConfigured(settings), signUpsOpen: settings.signUpsOpen };
}

/** A client may check before subscribing whether each field is filled; it gets dots without a single real character. */
export function presentForOwner(settings: Settings): OwnerSettings {
  const filled = (value: string) => (value === "" ? "" : maskSecret("x"));
  return {
    ...presentForAnyone(settings),
    billplzApiKey: filled(settings.billplz.apiKey),
    billplzCollectionId: filled(settings.billplz.collectionId),
    billplzXSignatureKey: filled(settings.billplz.xSignatureKey),
    billplzSandbox: settings.billplz.sandbox,
  };
}

export function presentForAdmin(settings: Settings, catalogue: Catalogue): AdminSettings {
  return {
    ...presentForAnyone(settings),
    apiKey: maskOfChosen(settings.aiModel, settings, catalogue),
    ...presentModelSettings(settings),
    retentionDays: settings.retentionDays,
    limits: settings.limits,
    budgetDeclined: settings.budgetDeclined,
    billplzApiKey: maskSecret(settings.billplz.apiKey),
    billplzCollectionId: settings.billplz.collectionId,
    billplzXSignatureKey: maskSecret(settings.billplz.xSignatureKey),
    billplzSandbox: settings.billplz.sandbox,
    operatorName: settings.operator.name,
    operatorAddress: settings.operator.address,
  };
}
