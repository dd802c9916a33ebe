/** Creates the parts of the payments, and keeps track of work that continues after an answer. */
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { createBillplz } from "./billplz.ts";
import { Confirm } from "./confirm.ts";
import { RateLimit } from "./rate-limit.ts";
import { reconcile } from "./reconcile.ts";
import { GIVE_UP_AFTER_MS } from "./schedule.ts";
import { failUnmade, giveUpOther } from "./store.ts";
import { Subscribing } from "./subscribe.ts";

interface PaymentsDeps {
  db: Db;
  clock: Clock;
  config: Config;
  log: Log;
  settings: SettingsSource;
}

/** After this time, a row without a bill counts as failed: the server ended before the bill was made. */
const UNMADE_AFTER_MS = 60 * 60_000;

export function createPayments(deps: PaymentsDeps) {
  const billing = createBillplz({ url: deps.config.billplzUrl, limit: new RateLimit(deps) });
  const confirm = new Confirm({ ...deps, billing });
  const running = new Set<Promise<unknown>>();
  return {
    deps,
    billing,
    confirm,
    subscribing: new Subscribing({ ...deps, billing, confirm }),
    /** Runs work that an answer does not wait for. It is stored as due beforehand, so that a crash loses nothing. */
    afterwards(work: () => Promise<unknown>): Promise<unknown> {
      const task: Promise<unknown> = work()
        .catch((error: unknown) => deps.log.error("a payment could not be checked", { error }))
        .finally(() => running.delete(task));
      running.add(task);
      return task;
    },
    async reconcile(signal: AbortSignal): Promise<void> {
      await reconcile({ ...deps, billing, confirm }, signal);
      const { billplz } = await deps.settings.read();
      const now = deps.clock.now();
      await deps.db.transaction(async (tx) => {
        await failUnmade(tx, now - UNMADE_AFTER_MS);
        await giveUpOther(tx, { sandbox: !billplz.sandbox, createdBefore: now - GIVE_UP_AFTER_MS });
      });
    },
    /** Resolves when no such work is running. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.allSettled([...running]);
    },
  };
}

export type Payments = ReturnType<typeof createPayments>;
