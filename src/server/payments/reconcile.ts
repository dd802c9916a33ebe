/** The background task that asks about bills of which nobody told us: a lost callback still becomes a plan. */
import type { Db } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import type { SettingsSource } from "../settings/settings.ts";
import type { BillingProvider } from "./billing.ts";
import type { Confirm } from "./confirm.ts";
import { listDueChecks } from "./store.ts";

/** Bills asked about in one go. */
const BATCH = 20;

/** Asks about the bills that are due, one after the other, as long as the provider answers and has room. */
export async function reconcile(
  deps: { db: Db; log: Log; billing: BillingProvider; confirm: Confirm; settings: SettingsSource },
  signal: AbortSignal,
): Promise<void> {
  const { billplz } = await deps.settings.read();
  // A bill of the other system waits until the installation is back in it, and holds up nobody meanwhile.
  for (const id of await listDueChecks(deps.db, billplz.sandbox, BATCH)) {
    if (signal.aborted || !deps.billing.hasRoom()) return;
    try {
      if ((await deps.confirm.check(id)) === "unknown") return;
    } catch (error) {
      // One payment that cannot be activated must not hold up those behind it.
      deps.log.error("a payment could not be looked at and is tried again later", { payment: id, error });
      await deps.confirm.postpone(id);
    }
  }
}
