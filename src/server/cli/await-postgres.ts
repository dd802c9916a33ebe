/** A server that is started together with PostgreSQL, as after a power cut, is usually first. */
import type { Clock } from "../platform/clock.ts";
import { errorCode } from "../platform/error-code.ts";
import type { Log } from "../platform/log.ts";
import type { DatabaseAddress } from "../platform/storage/postgres/address.ts";
import { Connection } from "../platform/storage/postgres/connection.ts";
import { ConnectionLost, sqlState } from "../platform/storage/postgres/errors.ts";

const WAIT_MS = 60_000;
const PAUSE_MS = 1_000;

/**
 * Resolves when PostgreSQL accepts a connection. A signal ends the process while it waits.
 * @throws ConnectionLost after a minute, or at once if waiting does not help
 */
export async function awaitPostgres(address: DatabaseAddress, { clock, log }: { clock: Clock; log: Log }): Promise<void> {
  const deadline = clock.elapsed() + WAIT_MS;
  const removeListeners = stopOnSignal(log);
  try {
    for (let tries = 0; ; tries++) {
      try {
        (await Connection.open(address)).close();
        if (tries > 0) log.info("PostgreSQL answers now");
        return;
      } catch (error) {
        if (!isAway(error) || clock.elapsed() + PAUSE_MS > deadline) throw error;
        if (tries === 0) {
          const reason = (error as Error).message;
          log.warn("waiting for PostgreSQL, which cannot be reached, for up to a minute", { address: String(address), reason });
        }
      }
      await clock.sleep(PAUSE_MS);
    }
  } finally {
    removeListeners();
  }
}

/** It may be starting. A wrong password, a wrong name of the database or refused TLS do not change by themselves. */
function isAway(error: unknown): boolean {
  if (!(error instanceof ConnectionLost)) return false;
  const { cause } = error;
  if (/^(?:08...|57P0[1-5]|53300)$/.test(sqlState(cause))) return true;
  return /^ERR_POSTGRES_(?:CONNECTION|IDLE_TIMEOUT)/.test(errorCode(cause)) || (cause instanceof Error && cause.name === "TimeoutError");
}

/** As the first process of a container, this one would not end by a signal without a listener. @returns what removes the listeners */
function stopOnSignal(log: Log): () => void {
  const stop = (signal: string) => {
    log.info("stopped while waiting for PostgreSQL", { signal });
    process.exit(0);
  };
  const signals = ["SIGTERM", "SIGINT", "SIGQUIT"] as const;
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
