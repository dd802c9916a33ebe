/**
 * What https costs (docs/operate.md#https-by-itself): the server's processor time for a request through the TLS front, as a multiple of
 * the same request over plain http to a server with the least possible code. Only figures of one run can be compared.
 * Run: bun bench/https.ts
 */
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { startFront } from "../src/server/https/front.ts";
import { createPeers } from "../src/server/platform/http/peers.ts";
import { createLog } from "../src/server/platform/log.ts";
import { makeCertificate } from "../test/fake-ca.ts";
import { cpuOf, median, startScript } from "./measuring.ts";

const ROUNDS = 5;
const SECONDS = "3";
const CONNECTIONS = "32";
const GOAL = 4;
const DOMAIN = "chat.example.com";
const BODY = "x".repeat(1_024);

if (process.argv.includes("serve")) await serve();
else await measure();

/** Prints the address for plain http, and the port for https. */
async function serve(): Promise<void> {
  const inner = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(BODY) });
  const { chain, key } = makeCertificate(DOMAIN);
  const context = createSecureContext({ cert: chain, key, minVersion: "TLSv1.2" });
  const certificates = { contextOf: () => context };
  const target = { host: "127.0.0.1", port: inner.port ?? 0 };
  const deps = { certificates, peers: createPeers(() => performance.now()), log: createLog("silent"), target, maxConnections: 10_000 };
  const front = await startFront(deps, "127.0.0.1", 0);
  console.log(`${inner.url.origin} ${front.port}`);
}

async function measure(): Promise<void> {
  const server = startScript("https.ts", "serve");
  try {
    const [plain = "", port] = (await server.url).split(" ");
    const cost = async (url: string): Promise<number> => {
      const before = cpuOf(server.pid);
      const load = Bun.spawn([process.execPath, join(import.meta.dir, "http-load.ts"), url, CONNECTIONS, SECONDS], { stdout: "pipe" });
      const { requests } = (await new Response(load.stdout).json()) as { requests: number };
      return ((cpuOf(server.pid) - before) * 1_000) / requests;
    };
    const sides = { plain: [] as number[], secure: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      sides.plain.push(await cost(`${plain}/`));
      sides.secure.push(await cost(`https://127.0.0.1:${port}/`));
    }
    const [http, https] = [median(sides.plain), median(sides.secure)];
    console.log(`processor time for a kept-alive request of 1 kB, median of ${ROUNDS} runs:`);
    console.log(
      `plain http ${http.toFixed(1)} µs, https ${https.toFixed(1)} µs: ${(https / http).toFixed(2)} times (goal: at most ${GOAL})`,
    );
  } finally {
    server.kill();
  }
}
