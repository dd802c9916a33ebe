/** Ports 443 and 80 of a server that has its own certificates. */
import { readFileSync } from "node:fs";
import type { AppDeps, Live } from "../app.ts";
import { createWire } from "../https/acme/wire.ts";
import { startFront } from "../https/front.ts";
import type { Listening } from "../https/listen.ts";
import { startPlainFront } from "../https/plain-front.ts";
import { type Config, ConfigError } from "../platform/config.ts";
import { originOf } from "../platform/config-https.ts";
import { errorCode } from "../platform/error-code.ts";
import { VERSION } from "./version.ts";

export interface Fronts {
  /** The address of the first domain. */
  url: string;
  /** Accepts no more connections. */
  stop(): void;
  end(): void;
}

/** The share of the open files that connections may take, and how many each takes: the client's, and both ends of the inner one. */
const CONNECTION_SHARE = 0.8;
const FILES_OF_CONNECTION = 3;

/** How this server reaches the certificate authority. @throws ConfigError if the file of SAPA_ACME_CA cannot be read */
export function createAuthorityWire({ https }: Config) {
  const agent = `sapa/${VERSION}`;
  if (!https || https.caFile === null) return createWire(null, agent);
  try {
    const ca = readFileSync(https.caFile, "utf8");
    if (!ca.includes("BEGIN CERTIFICATE")) throw new ConfigError(`SAPA_ACME_CA: ${https.caFile} is not a certificate in PEM`);
    return createWire(ca, agent);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`SAPA_ACME_CA: ${https.caFile} cannot be read (${errorCode(error)})`, { cause: error });
  }
}

/** `port`: where the HTTP server listens. @returns null without a domain. @throws ConfigError if a port cannot be listened on */
export async function startFronts(deps: AppDeps, { certificates, peers }: Live, port: number): Promise<Fronts | null> {
  const { config, db, log, maxOpenFiles } = deps;
  const { https } = config;
  if (!https || !certificates) return null;
  // Before the first connection.
  await certificates.load();
  const started: Listening[] = [];
  const end = () => {
    for (const one of started) one.end();
  };
  try {
    const target = { host: innerHostOf(config.host), port };
    const maxConnections = Math.floor((maxOpenFiles * CONNECTION_SHARE) / FILES_OF_CONNECTION);
    const secure = await listen("--https-port", https.httpsPort, () =>
      startFront({ certificates, peers, log, target, maxConnections }, null, https.httpsPort),
    );
    started.push(secure);
    const ports = { port: https.httpPort, httpsPort: secure.port };
    started.push(await listen("--http-port", https.httpPort, () => startPlainFront({ db, log, https, certificates }, null, ports)));
    return {
      url: originOf({ httpsPort: secure.port }, https.domains[0] ?? ""),
      stop() {
        for (const one of started) one.stop();
      },
      end,
    };
  } catch (error) {
    end();
    throw error;
  }
}

/** Where this process reaches its HTTP server. */
function innerHostOf(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}

async function listen(flag: string, port: number, start: () => Promise<Listening>): Promise<Listening> {
  try {
    return await start();
  } catch (error) {
    const code = errorCode(error);
    if (code === "EADDRINUSE")
      throw new ConfigError(`${flag}: port ${port} is in use by another program, such as a web server`, { cause: error });
    if (code === "EACCES") {
      const way = "run it with the capability CAP_NET_BIND_SERVICE (docs/operate.md), or choose another port";
      throw new ConfigError(`${flag}: this user may not listen on port ${port}: ${way}`, { cause: error });
    }
    throw error;
  }
}
