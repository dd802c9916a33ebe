/**
 * The connection on which notices of other processes arrive. No transaction uses it: one that is open would keep
 * PostgreSQL from removing old notices. After a loss it connects again.
 */
import type { SQL } from "bun";
import type { DatabaseAddress } from "./address.ts";
import { createClient } from "./connection.ts";
import { CHANNEL } from "./notices.ts";

const RETRY_MS = 500;
/** A connection that loses notices without a word is replaced, at most this often. */
const RENEW_MS = 60_000;

interface ListenerDeps {
  address: DatabaseAddress;
  onNotice: (payload: string) => void;
  /** Called after each connection: notices from before it are lost. */
  onListening: () => void;
}

export class Listener {
  private client: SQL | null = null;
  private isHeard = false;
  private openedAt = 0;
  private retry: Timer | null = null;
  private isClosed = false;

  constructor(private readonly deps: ListenerDeps) {
    void this.open();
  }

  isListening(): boolean {
    return this.isHeard;
  }

  /** A notice did not arrive although nothing seems wrong. */
  suspect(): void {
    if (this.isHeard && performance.now() - this.openedAt >= RENEW_MS) this.lose(this.client);
  }

  close(): void {
    this.isClosed = true;
    if (this.retry) clearTimeout(this.retry);
    this.lose(this.client);
  }

  private async open(): Promise<void> {
    this.retry = null;
    this.openedAt = performance.now();
    const client: SQL = createClient(this.deps.address, {
      name: "sapa listener",
      // A server may end sessions that are silent for long, and this one always is.
      settings: { idle_session_timeout: 0 },
      onclose: () => this.lose(client),
    });
    this.client = client;
    const onlisten = () => {
      if (this.client !== client) return;
      this.isHeard = true;
      this.deps.onListening();
    };
    const onnotify = (payload: string) => {
      if (this.client === client) this.deps.onNotice(payload);
    };
    await client.listen(CHANNEL, onnotify, onlisten).catch(() => this.lose(client));
  }

  /** Bun would connect again by itself, but write lines into the log while PostgreSQL is away. */
  private lose(client: SQL | null): void {
    if (client === null || this.client !== client) return;
    this.client = null;
    this.isHeard = false;
    void client.close({ timeout: 0 }).catch(() => null);
    if (!this.isClosed) this.retry = setTimeout(() => void this.open(), RETRY_MS);
  }
}
