/**
 * Accepts TLS connections and passes them to the HTTP server on the same machine. Only node:tls with SNICallback can swap a
 * certificate under load without a failed connection (docs/decisions/2026-11-24-https-by-itself.md).
 */
import { connect, type Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import type { Peers } from "../platform/http/peers.ts";
import type { Log } from "../platform/log.ts";
import type { Certificates } from "./certificates.ts";
import { type Listening, listenOn } from "./listen.ts";

interface Deps {
  certificates: Pick<Certificates, "contextOf">;
  peers: Pick<Peers, "set">;
  log: Log;
  /** The HTTP server. */
  target: { host: string; port: number };
  /** Each takes three open files. */
  maxConnections: number;
  /** See `LINGER_MS`. */
  lingerMs?: number;
}

/** A client that does not finish its handshake within this time is cut off. */
const HANDSHAKE_MS = 10_000;
/** Within this time after an answer's last byte left, a client must close its side, too: otherwise it could keep its place for ever. */
const LINGER_MS = 5_000;
/** So long may what is left of an answer take after the HTTP server has ended the connection. */
const FLUSH_MS = 60_000;

/** `host`: null: every address of the machine. @throws the error of the system if it cannot listen there */
export async function startFront(deps: Deps, host: string | null, port: number): Promise<Listening> {
  const { certificates, log, maxConnections } = deps;
  const open = new Set<Socket>();
  const gate = createGate(log, maxConnections, () => open.size);
  const server = createServer(
    {
      // The HTTP server speaks nothing else.
      ALPNProtocols: ["http/1.1"],
      minVersion: "TLSv1.2",
      handshakeTimeout: HANDSHAKE_MS,
      SNICallback: (name, done) => {
        const context = certificates.contextOf(name);
        if (context) done(null, context);
        else done(new Error("there is no certificate for this name"));
      },
    },
    (client) => passOn(deps, client),
  );
  server.on("connection", (client) => {
    if (!gate()) return client.destroy();
    open.add(client);
    client.on("close", () => open.delete(client));
  });
  // Scanners, old browsers and unknown names: nothing that the operator could mend.
  server.on("tlsClientError", (error, client) => {
    log.debug("a TLS handshake failed", { reason: error.message });
    client.destroy();
  });
  server.on("error", (error) => log.error("the TLS server failed", { error }));
  const bound = await listenOn(server, host, port);
  return {
    port: bound,
    stop: () => server.close(),
    end() {
      server.close();
      for (const client of open) client.destroy();
    },
  };
}

/** Joins a client with a connection to the HTTP server, which knows the client's address before the first byte. */
function passOn({ peers, target, lingerMs = LINGER_MS }: Deps, client: TLSSocket): void {
  const address = client.remoteAddress;
  const inner = connect(target.port, target.host);
  const drop = () => {
    client.destroy();
    inner.destroy();
  };
  client.on("error", drop);
  inner.on("error", drop);
  // It may have left during the handshake.
  if (address === undefined || client.destroyed) {
    drop();
    return;
  }
  inner.on("connect", () => {
    const end = { address: inner.localAddress ?? "", port: inner.localPort ?? 0 };
    inner.on("close", peers.set(end, address));
    if (client.destroyed) return inner.destroy();
    client.pipe(inner);
    inner.pipe(client);
  });
  client.on("close", () => inner.destroy());
  inner.on("close", () => endPatiently(client, lingerMs));
}

/** Lets the client read the rest, and closes the connection even if the client does not. */
function endPatiently(client: TLSSocket, lingerMs: number): void {
  if (client.destroyed) return;
  const destroy = () => client.destroy();
  let timer = setTimeout(destroy, FLUSH_MS);
  client.on("close", () => clearTimeout(timer));
  client.end(() => {
    clearTimeout(timer);
    if (!client.destroyed) timer = setTimeout(destroy, lingerMs);
  });
}

const SILENCE_MS = 60_000;

/** @returns whether one more connection may be opened. The log says so once a minute if not. */
function createGate(log: Log, max: number, open: () => number): () => boolean {
  let lastSaid = Number.NEGATIVE_INFINITY;
  return () => {
    if (open() < max) return true;
    if (performance.now() - lastSaid > SILENCE_MS) {
      log.warn("more TLS connections than this process may have open files for are refused", { max });
      lastSaid = performance.now();
    }
    return false;
  };
}
