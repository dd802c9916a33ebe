/** The background task that asks the provider about open bills, so that a lost callback still gives the plan. */

import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import type { BillingProvider } from "./billing.ts";
import type { Confirm } from "./confirm.ts";
import { listDueChecks } from "./store.ts";

/** Bills in one run. */
const BATCH = 20;

/** Checks the bills that are due, one after the other, while the provider answers and its rate limit allows it. */
export async function reconcile(
  deps: { db: Db; log: Log; billing: BillingProvider; confirm: Confirm; settings: SettingsSource },
  signal: AbortSignal,
): Promise<void> {
  const { billplz } = await deps.settings.read();
  // A bill of the other system waits until the installation uses that system again, and does not delay other bills.
  for (const id of await listDueChecks(deps.db, billplz.sandbox, BATCH)) {
    if (signal.aborted || !(await deps.billing.hasRoom())) return;
    try {
      if ((await deps.confirm.check(id)) === "unknown") return;
    } catch (error) {
      // A payment that cannot be activated must not delay the ones after it.
      deps.log.error("a payment could not be checked and is tried again later", { payment: id, error });
      await deps.confirm.postpone(id);
    }
  }
}
