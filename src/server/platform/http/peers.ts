/**
 * The true addresses of connections that this process makes to itself: the TLS front connects to the HTTP server on the same machine,
 * so the HTTP server's peer is the front. A header would not do, because a client can send any.
 */
import { plainAddress } from "./address.ts";

export interface End {
  address: string;
  port: number;
}

export interface Peers {
  /**
   * `end`: the front's end of a connection to the HTTP server. Call it before the first byte is sent.
   * @returns a function to call when this connection has ended. A request that was sent on it may still be waiting.
   */
  set(end: End, address: string): () => void;
  /** The address of whoever is behind a peer of the HTTP server; the peer's own if the front did not connect. */
  of(peer: End): string;
}

/** Longer than a request on a closed connection can wait to be read. */
const LINGER_MS = 60_000;

interface Entry {
  address: string;
}

export function createPeers(elapsed: () => number): Peers {
  const known = new Map<string, Entry>();
  /** The oldest first. An entry may have been replaced by a new connection on the same port. */
  const ended: { key: string; entry: Entry; at: number }[] = [];
  const keyOf = ({ address, port }: End) => `${plainAddress(address)} ${port}`;
  const forgetOld = () => {
    const before = elapsed() - LINGER_MS;
    const fresh = ended.findIndex(({ at }) => at > before);
    for (const { key, entry } of ended.splice(0, fresh < 0 ? ended.length : fresh)) if (known.get(key) === entry) known.delete(key);
  };
  return {
    set(end, address) {
      forgetOld();
      const key = keyOf(end);
      const entry = { address };
      known.set(key, entry);
      return () => {
        // A later connection may have the port already: the system gives it away before the end is reported.
        if (known.get(key) === entry) ended.push({ key, entry, at: elapsed() });
        forgetOld();
      };
    },
    of: (peer) => (known.size === 0 ? peer.address : (known.get(keyOf(peer))?.address ?? peer.address)),
  };
}
