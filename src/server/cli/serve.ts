import { readFileSync } from "node:fs";
import { constants, hostname } from "node:os";
import { type App, type AppDeps, createApp } from "../app.ts";
import { prepareFiles } from "../files/prepare.ts";
import { MANIFEST } from "../generated/assets.ts";
import { MIGRATIONS } from "../generated/migrations.ts";
import { createModels } from "../models/calls/models.ts";
import { readCatalogue } from "../models/catalogue/models-file.ts";
import { readVendorUrls, VENDOR_VARIABLES } from "../models/vendors/addresses.ts";
import { VENDOR_IDS, VENDORS } from "../models/vendors/vendors.ts";
import { Lease } from "../nodes/lease.ts";
import { LONE_NODE } from "../nodes/node.ts";
import { systemClock } from "../platform/clock.ts";
import { BILLPLZ_URL, type Config, ConfigError, dataPaths, findUnknownVariables, readConfig, SERVE_FLAGS } from "../platform/config.ts";
import { readEnvironment } from "../platform/config-environment.ts";
import { errorCode } from "../platform/error-code.ts";
import { type FileStore, FilesFailed } from "../platform/files/file-store.ts";
import { createFileStore } from "../platform/files/open.ts";
import { createBuiltAssets } from "../platform/http/built-assets.ts";
import { createLog, type Log } from "../platform/log.ts";
import { readOpenFileLimit } from "../platform/open-files.ts";
import { createNotifier } from "../platform/service-notify.ts";
import type { Db } from "../platform/storage/db.ts";
import { requireSchema } from "../platform/storage/postgres/migrate.ts";
import { prepare, startTasks } from "../tasks.ts";
import { type Command, readFlags, say } from "./command.ts";
import { takeDataFolder } from "./data-folder.ts";
import { createDoors, type Doors } from "./doors.ts";
import { addressOf } from "./health.ts";
import { createAuthorityWire, startFronts } from "./https-fronts.ts";
import { openOnPostgres, openOnSqlite } from "./installation.ts";
import { VERSION } from "./version.ts";

/** Well below the 10 seconds after which Docker kills a container. */
const DRAIN_MS = 8_000;
/** The part of DRAIN_MS for open requests after the replies have ended: a request that is never sent in full never ends. */
const LAST_WORDS_MS = 1_500;

/** One line of the usage text for each variable that holds an address. */
function usageOfAddresses(): string {
  const addresses = [...VENDOR_IDS.map((id) => VENDORS[id]), { variable: "SAPA_BILLPLZ_URL", label: "Billplz", url: BILLPLZ_URL }];
  return addresses.map(({ variable, label, url }) => `  ${variable.padEnd(22)} ${label} (default ${url})`).join("\n");
}

export const serveCommand: Command = {
  summary: "run the server",
  usage: `Usage: sapa serve [flags]

Runs the server until it receives SIGTERM, SIGINT, SIGHUP or SIGQUIT. It then waits up to 8 seconds for replies to end. A
second signal ends it at once. Each flag has a variable; the flag has priority.

  --host HOST            address to listen on (SAPA_HOST; default 127.0.0.1)
  --port PORT            port; 0 chooses a free one (SAPA_PORT; default 3000)
  --data DIR             data folder (SAPA_DATA; default ./data)
  --database URL         PostgreSQL instead of SQLite, as postgres://USER:PASSWORD@HOST:PORT/DATABASE; needs SAPA_SECRET_KEY
                         (SAPA_DATABASE, which keeps the password out of the list of processes)
  --files PATH           where uploaded pictures are kept: a folder, or s3://BUCKET/PREFIX. Servers that share a database
                         need the same one (SAPA_FILES; default: files in the data folder)
  --node NAME            this server's name among those that share a database (SAPA_NODE; default: the machine's
                         name and a random part)
  --node-url URL         how the other servers reach this one (SAPA_NODE_URL; default: host and port)
  --public-url URL       how people reach this server, such as https://chat.example.com (SAPA_PUBLIC_URL)
  --domain NAME          gets a certificate for this name by itself and serves https; may be repeated (SAPA_DOMAIN)
  --acme-email EMAIL     address for the certificate authority (SAPA_ACME_EMAIL)
  --acme-directory URL   the authority (SAPA_ACME_DIRECTORY; default: Let's Encrypt)
  --https-port PORT      with --domain (SAPA_HTTPS_PORT; default 443)
  --http-port PORT       with --domain: for the authority's checks, and redirects (SAPA_HTTP_PORT; default 80)
  --trusted-proxy CIDR   proxies whose forwarded addresses are trusted; may be repeated (SAPA_TRUSTED_PROXY)
  --log-level LEVEL      debug, info, warn, error or silent (SAPA_LOG_LEVEL; default info)
  --tz ZONE              time zone of days and months (SAPA_TZ; default Asia/Kuala_Lumpur)

Variables without a flag: SAPA_SECRET_KEY (seals stored API keys; default: a key file in the data folder),
SAPA_RATE_SCALE (multiplies rate limits), SAPA_S3_ENDPOINT, SAPA_S3_REGION, SAPA_S3_ACCESS_KEY_ID and
SAPA_S3_SECRET_ACCESS_KEY (of a bucket for --files), SAPA_ACME_CA (a PEM file to trust for --acme-directory), and the addresses of other companies' servers and of Ollama:

${usageOfAddresses()}`,
  async run(args) {
    const read = readFlags(serveCommand, args, SERVE_FLAGS);
    if (!read) return 0;
    const config = readConfig(read.flags);
    await serve(config);
    return null;
  },
};

/** Adds routes before the app listens: development serves files so. */
type Mount = (app: App) => Promise<void>;

/**
 * Runs the server until a signal stops it.
 * @throws ConfigError, CommandRefused, DataFolderInUse, DatabaseDamaged, DatabaseTooNew, MigrationChanged, MigrationFailed
 */
export async function serve(config: Config, mount?: Mount): Promise<void> {
  const log = createLog(config.logLevel);
  const doors = createDoors({ folder: config.data, version: VERSION, log, elapsed: systemClock.elapsed });
  const { deps, close } = await openDeps(config, log);
  try {
    await start({ ...deps, isClosed: doors.areClosed }, { mount, doors, close });
  } catch (error) {
    // The connection that listens for notices would keep the process running.
    close();
    throw error;
  }
}

/** What an app needs of an installation, with its folder locked and its database up to date. `close` gives both back. */
export async function openDeps(config: Config, log: Log): Promise<{ deps: AppDeps; close: () => void }> {
  for (const name of findUnknownVariables(VENDOR_VARIABLES)) log.warn("Sapa does not know this variable; check its spelling", { name });
  outliveMistakes(log);
  const env = readEnvironment();
  const urls = readVendorUrls(env);
  const files = createFileStore(config);
  const wire = createAuthorityWire(config);
  const lock = await takeDataFolder(config);
  const catalogue = readCatalogue(dataPaths(config.data).models, env);
  const { db, keys, report, close } = config.database
    ? await openOnPostgres(config, config.database, log)
    : await openOnSqlite(config, log);
  if (report.applied.length > 0) log.info("brought the database up to date", { ...report });
  // With PostgreSQL, all nodes have the same time.
  const clock = config.database ? { ...systemClock, now: () => db.now } : systemClock;
  const self = { name: config.node, version: VERSION, schema: MIGRATIONS.length };
  const node = config.database ? new Lease({ db, clock, log, requireSchema }, self) : LONE_NODE;
  const models = createModels({ urls, clock: systemClock, log, catalogue, nodes: node });
  const assets = createBuiltAssets(MANIFEST);
  const deps = { version: VERSION, config, node, db, clock, log, keys, assets, files, models, wire, maxOpenFiles: readOpenFileLimit() };
  try {
    await tryFiles(deps, config.database !== null);
  } catch (error) {
    close();
    throw error;
  }
  let isClosed = false;
  const closeOnce = () => {
    if (isClosed) return;
    isClosed = true;
    close();
    lock.release();
  };
  return { deps, close: closeOnce };
}

/** @throws ConfigError if the store of uploaded files cannot be used */
async function tryFiles(deps: { db: Db; files: FileStore; log: Log }, isShared: boolean): Promise<void> {
  try {
    await prepareFiles({ ...deps, isShared });
  } catch (error) {
    if (error instanceof FilesFailed) throw new ConfigError(`--files: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Resolves when the server is ready. `close` is called after it has stopped. */
async function start(deps: AppDeps, { mount, doors, close }: { mount: Mount | undefined; doors: Doors; close: () => void }): Promise<void> {
  const { config, log, node } = deps;
  const onFailure = (error: unknown) => log.warn("the service manager cannot be told about this server", { error });
  const service = await createNotifier({ env: readEnvironment(), onFailure });
  await prepare(deps);
  const { app, live } = createApp(deps);
  await mount?.(app);
  const server = await listen(app, config);
  const boundPort = server.port ?? config.port;
  const fronts = await startFronts(deps, live, boundPort).catch(async (error) => {
    await server.stop(true);
    throw error;
  });
  let stopTasks = () => Promise.resolve();
  // Before the ready line, because a program that waits for it may send a signal at once.
  stopOnSignal(log, async (deadline) => {
    service.stopping();
    await Promise.race([stopTasks(), Bun.sleep(deadline - systemClock.elapsed())]);
    fronts?.stop();
    await Promise.race([server.stop(false), Bun.sleep(LAST_WORDS_MS)]);
    await server.stop(true);
    close();
  });
  try {
    await doors.open(addressOf({ host: config.host, port: boundPort }));
    await node.join(config.nodeUrl ?? addressOfNode(config, server.port));
  } catch (error) {
    fronts?.end();
    await server.stop(true);
    throw error;
  }
  const ready = `Sapa ${VERSION} ready at ${fronts?.url ?? addressOf({ host: config.host, port: boundPort })}`;
  say(ready);
  service.ready(ready);
  // After the ready line, which the first runs of the tasks would delay.
  stopTasks = startTasks(deps, live);
}

/** Where other nodes reach this process: a server that listens on every address has the name of its machine. */
function addressOfNode({ host, port }: Config, boundPort = port): string {
  const isWildcard = /^(?:0\.0\.0\.0|\[?::\]?)$/.test(host);
  return addressOf({ host: isWildcard ? hostname() : host, port: boundPort });
}

type Server = NonNullable<App["server"]>;

export function listen(app: App, config: Config): Promise<Server> {
  return new Promise((resolve, reject) => {
    try {
      // By default Elysia shares ports: a second server would silently take half of the visitors.
      app.listen({ hostname: config.host, port: config.port, reusePort: false }, resolve);
    } catch (error) {
      reject(explainListen(error, config));
    }
  });
}

function explainListen(error: unknown, { host, port }: Config): unknown {
  const code = errorCode(error);
  if (code === "EADDRINUSE") return new ConfigError(`--port: ${host}:${port} is in use by another program`, { cause: error });
  if (code === "EACCES") return new ConfigError(`--port: this user may not listen on ${host}:${port}`, { cause: error });
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new ConfigError(`--host: ${host} is not an address of this machine`, { cause: error });
  }
  return error;
}

/** An error in one request must not end all other conversations. */
function outliveMistakes(log: Log): void {
  process.on("unhandledRejection", (error) => log.error("a rejected promise was not handled", { error }));
  process.on("uncaughtException", (error) => log.error("an error was not caught", { error }));
}

/** The first signal drains, for at most DRAIN_MS; the second ends the process at once. */
function stopOnSignal(log: Log, drain: (deadline: number) => Promise<void>): void {
  let isStopping = false;
  const onSignal = (signal: string) => {
    if (isStopping) process.exit(130);
    isStopping = true;
    log.info("stopping", { signal });
    const late = setTimeout(() => {
      log.warn("stopped before all requests and replies had ended");
      process.exit(0);
    }, DRAIN_MS);
    drain(systemClock.elapsed() + DRAIN_MS - LAST_WORDS_MS).then(
      () => {
        clearTimeout(late);
        log.info("stopped");
        process.exit(0);
      },
      (error: unknown) => {
        log.error("the shutdown failed", { error });
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGQUIT"] as const) process.on(signal, onSignal);
  // An operator who starts the server with nohup wants it to keep running after the terminal closes.
  if (!isIgnored(constants.signals.SIGHUP)) process.on("SIGHUP", onSignal);
  // By default these would end the process at once, and the server does not use them.
  for (const signal of ["SIGUSR1", "SIGUSR2"] as const)
    process.on(signal, () => log.info("ignored a signal that the server does not use", { signal }));
}

/** Whether this process was started with the signal ignored. */
function isIgnored(signal: number): boolean {
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readIfPossible("/proc/self/status"))?.[1];
  return mask !== undefined && ((BigInt(`0x${mask}`) >> BigInt(signal - 1)) & 1n) === 1n;
}

function readIfPossible(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
