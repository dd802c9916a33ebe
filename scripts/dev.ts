/**
 * Development: builds both front ends, runs the server from source, and rebuilds or restarts when a file changes.
 * Arguments are flags for `sapa serve`; the data folder is .dev/data unless a flag names another one.
 */
import { mkdirSync, watch } from "node:fs";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { loadConfig } from "../src/server/platform/config.ts";
import { type Environment, readEnvironment } from "../src/server/platform/config-environment.ts";
import { startBillplz } from "../test/billplz.ts";
import { ROOT } from "./build-paths.ts";

/** Wait this long after a change, because editors write a file in several steps. */
const SETTLE_MS = 120;
const FRONT_END = /^src\/(?:web|widget|contract)\//;
const BACK_END = /^(?:src\/(?:server|contract)|migrations)\//;

const given = process.argv.slice(2);
const hasFolder = given.some((flag) => flag === "--data" || flag.startsWith("--data="));
const flags = hasFolder ? given : ["--data", join(ROOT, ".dev/data"), ...given];
let server: Subprocess | null = null;
/** The local Billplz, unless the environment names another billing provider. */
const billplz = readEnvironment().SAPA_BILLPLZ_URL ? null : startBillplz();
const environment = { ...withPublicUrl(readEnvironment()), ...(billplz ? { SAPA_BILLPLZ_URL: billplz.url } : {}) };

/** Payments need a public address, to which the provider sends people back. */
function withPublicUrl(env: Environment): Environment {
  if (env.SAPA_PUBLIC_URL || given.some((flag) => flag.startsWith("--public-url"))) return env;
  const { host, port } = loadConfig(flags, env);
  return port === 0 ? env : { ...env, SAPA_PUBLIC_URL: `http://${host}:${port}` };
}

function say(text: string): void {
  console.log(`[dev] ${text}`);
}

/** @returns false when the build failed: its messages were printed, and the last good build is kept. */
async function buildFrontEnds(): Promise<boolean> {
  const child = Bun.spawn([process.execPath, "scripts/build.ts", "--web-only"], { cwd: ROOT, stdout: "ignore", stderr: "inherit" });
  const isBuilt = (await child.exited) === 0;
  say(isBuilt ? "built web and widget" : "the build failed; fix it and save again");
  return isBuilt;
}

async function restartServer(): Promise<void> {
  await stopServer();
  Bun.spawnSync([process.execPath, "scripts/generate.ts"], { cwd: ROOT, stderr: "inherit" });
  const child = Bun.spawn([process.execPath, "scripts/dev-server.ts", ...flags], {
    cwd: ROOT,
    env: environment,
    stdout: "inherit",
    stderr: "inherit",
  });
  server = child;
  void child.exited.then((code) => {
    if (server !== child) return;
    server = null;
    say(`the server ended with code ${code}; it will be started again with the next change`);
  });
}

async function stopServer(): Promise<void> {
  const running = server;
  server = null;
  if (!running) return;
  // The second signal ends it at once: development does not wait for conversations to end.
  running.kill("SIGTERM");
  running.kill("SIGTERM");
  await running.exited;
}

let changed = new Set<string>();
let isWorking = false;
let timer: Timer | undefined;

async function work(): Promise<void> {
  if (isWorking || changed.size === 0) return;
  isWorking = true;
  const names = [...changed];
  changed = new Set();
  try {
    const needsBuild = names.some((name) => FRONT_END.test(name));
    // Restart after a build too, because the server reads the manifest of built files when it starts.
    if (needsBuild ? await buildFrontEnds() : names.some((name) => BACK_END.test(name))) await restartServer();
  } finally {
    isWorking = false;
    schedule();
  }
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void work(), SETTLE_MS);
}

function watchFolder(folder: string): void {
  watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
    const path = `${folder}/${String(name ?? "").replaceAll("\\", "/")}`;
    if (path.startsWith("src/server/generated/") || path.includes(".test.")) return;
    changed.add(path);
    schedule();
  });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    void stopServer().then(() => process.exit(0));
  });
}

mkdirSync(join(ROOT, ".dev"), { recursive: true });
await buildFrontEnds();
await restartServer();
for (const folder of ["src", "migrations"]) watchFolder(folder);
if (billplz) say(`a local Billplz answers at ${billplz.url}: choose a plan, then pay or fail; no money is moved`);
say("watching src and migrations");
