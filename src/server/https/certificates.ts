/** The certificates that this process serves, ready for handshakes. */
import { createSecureContext, type SecureContext } from "node:tls";
import type { Keys } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import { openKey } from "./sealed-keys.ts";
import { listCertificates } from "./store.ts";

export interface Certificates {
  /** The context for a name that a client asks for; undefined: there is none (yet). */
  contextOf(name: string): SecureContext | undefined;
  /** Reads what is stored. New connections get what is new; those that are open stay as they are. */
  load(): Promise<void>;
}

/** Of TLS 1.2 only those with forward secrecy and authenticated encryption; TLS 1.3 has no others. */
const CIPHERS = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

interface Deps {
  db: Db;
  log: Log;
  keys: Pick<Keys, "open">;
  domains: readonly string[];
}

export function createCertificates({ db, log, keys, domains }: Deps): Certificates {
  const ready = new Map<string, { chain: string; context: SecureContext }>();
  /** Chains that cannot be served: the log says so once, and not at each load. */
  const refused = new Map<string, string>();
  return {
    contextOf: (name) => ready.get(name.toLowerCase().replace(/\.$/, ""))?.context,
    async load() {
      for (const one of await listCertificates(db, domains)) {
        const { domain, chain } = one;
        if (chain === null || ready.get(domain)?.chain === chain || refused.get(domain) === chain) continue;
        refused.set(domain, chain);
        const key = openKey(keys, one);
        if (key === null) {
          log.warn("a stored certificate cannot be opened with this secret key; a new one is ordered", { domain });
          continue;
        }
        try {
          ready.set(domain, { chain, context: createSecureContext({ cert: chain, key, minVersion: "TLSv1.2", ciphers: CIPHERS }) });
          refused.delete(domain);
        } catch (error) {
          // The other domains have theirs all the same.
          log.error("a stored certificate cannot be used", { domain, error });
        }
      }
    },
  };
}
