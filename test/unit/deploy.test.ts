/** The Compose file of deploy/ fits the program: its flags, variables, commands, ports and addresses. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { operationCalls } from "../../src/contract/calls/operation.ts";
import { VENDOR_VARIABLES } from "../../src/server/models/vendors/addresses.ts";
import { findUnknownVariables, loadConfig } from "../../src/server/platform/config.ts";

interface Service {
  image: string;
  environment: Record<string, string>;
  healthcheck?: { test: string[] };
  volumes: string[];
  stop_grace_period?: string;
}

const ROOT = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const compose = YAML.parse(read("deploy/compose.yml")) as {
  services: Record<string, Service>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
  volumes: Record<string, null>;
};
const caddyfile = read("deploy/Caddyfile");
const servers = Object.entries(compose.services).filter(([, { image }]) => image === "sapa");
/** What an operator writes into .env, as the file's own comment says. */
const GIVEN: Record<string, string> = {
  SAPA_DOMAIN: "chat.example.com",
  SAPA_ACME_EMAIL: "you@example.com",
  SAPA_SECRET_KEY: "0".repeat(64),
  POSTGRES_PASSWORD: "f".repeat(64),
};
const environmentOf = ({ environment }: Service): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):\?[^}]*\}/g, (_, given: string) => GIVEN[given] ?? ""),
    ]),
  );

test("the program knows every variable of its servers, and accepts their values", () => {
  expect(servers.map(([name]) => name)).toEqual(["sapa-1", "sapa-2"]);
  for (const [name, service] of servers) {
    const environment = environmentOf(service);
    expect(findUnknownVariables(VENDOR_VARIABLES, environment)).toEqual([]);
    // These are set by the image (Dockerfile).
    const config = loadConfig([], { ...environment, SAPA_HOST: "0.0.0.0", SAPA_PORT: "3000", SAPA_DATA: "/data" });
    expect(config).toMatchObject({ node: name, nodeUrl: `http://${name}:3000`, publicUrl: "https://chat.example.com" });
    expect(String(config.database)).toBe("postgres://sapa@postgres:5432/sapa");
    expect(config.trustedProxies?.check("172.30.86.7")).toBe(true);
    expect(compose.networks.default.ipam.config).toEqual([{ subnet: String(environment.SAPA_TRUSTED_PROXY) }]);
  }
  expect(new Set(servers.map(([, { environment }]) => environment.SAPA_SECRET_KEY)).size).toBe(1);
});

test("each server has its own data folder, a folder for pictures that both share, a health check by its own command, and enough time to stop", () => {
  const image = read("Dockerfile");
  for (const [name, { environment, healthcheck, volumes, stop_grace_period }] of servers) {
    expect(volumes).toEqual([`${name}:/data`, "files:/files"]);
    expect(environment.SAPA_FILES).toBe("/files");
    expect(image).toContain("chown 10001:10001 /data /files");
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining([name, "files"]));
    expect(healthcheck?.test).toEqual(["CMD", "sapa", "health"]);
    expect(Number.parseInt(stop_grace_period ?? "", 10)).toBeGreaterThan(8);
  }
  expect(image).toContain("SAPA_DATA=/data SAPA_HOST=0.0.0.0 SAPA_PORT=3000");
  expect(read("src/server/main.ts")).toContain("health: async");
});

test("the database is the one that the servers use", () => {
  const environment = compose.services.postgres?.environment ?? {};
  expect([environment.POSTGRES_USER, environment.POSTGRES_DB]).toEqual(["sapa", "sapa"]);
  const [[, first] = []] = servers;
  expect(first?.environment.SAPA_DATABASE).toContain(String(environment.POSTGRES_PASSWORD));
});

test("the one server of compose-one.yml gets its own certificate, and keeps everything in a volume", () => {
  const { services, volumes } = YAML.parse(read("deploy/compose-one.yml")) as typeof compose;
  expect(Object.keys(services)).toEqual(["sapa"]);
  const { sapa } = services as { sapa: Service & { ports: string[]; read_only: boolean; cap_drop: string[] } };
  const environment = environmentOf(sapa);
  expect(findUnknownVariables(VENDOR_VARIABLES, environment)).toEqual([]);
  const config = loadConfig([], { SAPA_HOST: "0.0.0.0", SAPA_PORT: "3000", SAPA_DATA: "/data", ...environment });
  expect(config).toMatchObject({ host: "127.0.0.1", publicUrl: "https://chat.example.com", https: { httpPort: 80, httpsPort: 443 } });
  expect(sapa.ports).toEqual(["80:80", "443:443"]);
  expect(sapa.volumes).toEqual(["sapa:/data"]);
  expect(Object.keys(volumes)).toEqual(["sapa"]);
  expect([sapa.read_only, sapa.cap_drop]).toEqual([true, ["ALL"]]);
  expect(sapa.healthcheck?.test).toEqual(["CMD", "sapa", "health"]);
});

test("Caddy sends visitors to the servers that are ready", () => {
  for (const [name] of servers) expect(caddyfile).toContain(` ${name}:3000`);
  expect(caddyfile).toContain(`health_uri ${operationCalls.checkReadiness.path}\n`);
  expect(caddyfile).toStartWith("{$SAPA_DOMAIN} {");
});

test("the unit of systemd sets what the program knows, gives it time to stop, and keeps Bun's compiler", () => {
  const lines = read("deploy/sapa.service")
    .split("\n")
    .filter((line) => /^\w+=/.test(line));
  const valuesOf = (name: string) => lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  const environment = Object.fromEntries(valuesOf("Environment").map((pair) => pair.split("=", 2) as [string, string]));
  expect(findUnknownVariables(VENDOR_VARIABLES, environment)).toEqual([]);
  expect(loadConfig([], environment).data).toBe("/var/lib/sapa");
  expect(environment.BUN_CONFIG_MAX_HTTP_REQUESTS).toBe("20000");
  expect(valuesOf("Type")).toEqual(["notify"]);
  // The socket of systemd is one of these.
  expect(valuesOf("RestrictAddressFamilies")[0]).toContain("AF_UNIX");
  expect(Number(valuesOf("TimeoutStopSec")[0])).toBeGreaterThan(8);
  expect(valuesOf("MemoryDenyWriteExecute")).toEqual([]);
  expect(valuesOf("ExecStart")).toEqual(["/usr/local/bin/sapa serve"]);
});
