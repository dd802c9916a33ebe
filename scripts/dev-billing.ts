/**
 * Makes payments possible in development: sets up billing with the local Billplz of test/, and a plan to buy. Existing
 * settings and plans are not changed.
 */
import type { Author } from "../src/server/audit/store.ts";
import { withDatabase } from "../src/server/cli/data-folder.ts";
import { readCatalogue } from "../src/server/models/catalogue/models-file.ts";
import { createPlan } from "../src/server/plans/edit.ts";
import { listPlans } from "../src/server/plans/store.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { type Config, dataPaths } from "../src/server/platform/config.ts";
import { readEnvironment } from "../src/server/platform/config-environment.ts";
import { loadSecretKey } from "../src/server/platform/config-secret.ts";
import { createKeys } from "../src/server/platform/keys.ts";
import { createLog } from "../src/server/platform/log.ts";
import { isBillingConfigured } from "../src/server/settings/present.ts";
import { createSettings } from "../src/server/settings/settings.ts";
import { LIVE_ACCOUNT } from "../test/billplz.ts";

const AUTHOR: Author = { actor: { userId: null, username: "bun run dev" }, address: null };

export async function setUpBilling(config: Config): Promise<void> {
  const models = { catalogue: readCatalogue(dataPaths(config.data).models, readEnvironment()) };
  await withDatabase(config, async (db) => {
    const keys = createKeys(loadSecretKey(config));
    const settings = createSettings({ db, keys, models, clock: systemClock, log: createLog("warn") });
    if (!isBillingConfigured(await settings.read())) {
      const { apiKey, collections, xSignatureKey } = LIVE_ACCOUNT;
      const billing = { billplzApiKey: apiKey, billplzCollectionId: collections[0], billplzXSignatureKey: xSignatureKey };
      await settings.write({ ...billing, billplzSandbox: false }, AUTHOR);
    }
    if ((await listPlans(db)).some((plan) => plan.priceSen > 0)) return;
    const ofSources = { sourceLimit: 5, pageLimit: 100, totalWordLimit: 50_000 };
    const limits = { msgLimit: 1_000, chatLimit: 3, knowledgeWordLimit: 1_000, addKnowledgeLimit: 20, ...ofSources };
    await createPlan(db, AUTHOR, { planName: "Starter", ...limits, price: 29.9, validityMonths: 1 });
    await createPlan(db, AUTHOR, {
      planName: "Pro Yearly",
      ...limits,
      msgLimit: 10_000,
      price: 49,
      validityMonths: 12,
      discountPercentage: 20,
    });
  });
}
