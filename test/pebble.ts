/** Pebble, a certificate authority for tests, with a DNS of its own (Debian's package `pebble`). */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts";
import { freePort } from "./postgres-server.ts";
import { until } from "./until.ts";

export interface Pebble {
  directory: string;
  /** A PEM file with the certificate of the authority's own server. */
  caFile: string;
  /** The port on which it looks for the answers to its checks. */
  httpPort: number;
  /** The root of what it issues, PEM. */
  root(): Promise<string>;
  /** The address of a domain; null: it has none. Without a call, every domain leads to 127.0.0.1. */
  point(domain: string, address: string | null): Promise<void>;
  stop(): Promise<void>;
}

export const hasPebble = (): boolean => Bun.which("pebble") !== null && Bun.which("pebble-challtestsrv") !== null;

/** `badNonces`: how many percent of the nonces it refuses. */
export async function startPebble({ badNonces = 5 } = {}): Promise<Pebble> {
  const folder = mkdtempSync(join(tmpdir(), "sapa-pebble-"));
  const [api, management, dns, dnsManagement, httpPort, tlsPort] = await Promise.all(Array.from({ length: 6 }, freePort));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, CERTIFICATE);
  writeFileSync(join(folder, "key.pem"), CERTIFICATE_KEY);
  const pebble = {
    listenAddress: `127.0.0.1:${api}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: caFile,
    privateKey: join(folder, "key.pem"),
    httpPort,
    tlsPort,
    ocspResponderURL: "",
    externalAccountBindingRequired: false,
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify({ pebble }));
  const quiet = { stdout: "ignore", stderr: "ignore", stdin: "ignore" } as const;
  const off = ["-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv6", ""];
  const names = ["-dns01", `127.0.0.1:${dns}`, "-management", `127.0.0.1:${dnsManagement}`, "-defaultIPv4", "127.0.0.1"];
  const children = [
    Bun.spawn(["pebble-challtestsrv", ...names, ...off], quiet),
    Bun.spawn(["pebble", "-config", join(folder, "config.json"), "-dnsserver", `127.0.0.1:${dns}`], {
      ...quiet,
      env: { PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: String(badNonces), PEBBLE_AUTHZREUSE: "0" },
    }),
  ];
  const tls = { ca: CERTIFICATE };
  const tell = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${dnsManagement}/${path}`, { method: "POST", body: JSON.stringify(body) });
  const directory = `https://localhost:${api}/dir`;
  await until(async () => (await fetch(directory, { tls } as RequestInit).catch(() => null))?.ok);
  await until(async () => (await tell("clear-a", { host: "nowhere.test" }).catch(() => null))?.ok);
  return {
    directory,
    caFile,
    httpPort: httpPort ?? 0,
    root: async () => (await fetch(`https://localhost:${management}/roots/0`, { tls } as RequestInit)).text(),
    async point(domain, address) {
      const name = `${domain}.`;
      await tell("clear-a", { host: name });
      await tell("clear-servfail", { host: name });
      if (address === null) await tell("set-servfail", { host: name });
      else await tell("add-a", { host: name, addresses: [address] });
    },
    async stop() {
      for (const child of children) child.kill();
      await Promise.all(children.map(({ exited }) => exited));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
