/** Debian's PostgreSQL in a temporary folder, for tests. It ends with the process that started it, however that ends. */
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const INSTALLED = "/usr/lib/postgresql";
/** Speed instead of durability: the data lives as long as the tests. */
const SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  autovacuum: "off",
  max_connections: "200",
  max_wal_size: "4GB",
  log_min_messages: "warning",
  listen_addresses: "127.0.0.1",
};
const START_MS = 30_000;

export interface PostgresServer {
  /** Of the database `postgres`, as its superuser. */
  url: string;
  /** The process that accepts connections. */
  pid: number;
  /** Ends it at once and starts it again with the same data. Resolves when it accepts connections. */
  restart(): Promise<void>;
  /** Ends it as a crash of the machine would, and leaves the data. `start` brings it back. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes the data. */
  stop(): Promise<void>;
}

/** The folder with initdb and postgres, or null if PostgreSQL is not installed. */
export function findPostgres(): string | null {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(INSTALLED, version, "bin")),
    ...[Bun.which("initdb")].map((path) => path?.replace(/\/initdb$/, "") ?? ""),
  ];
  return folders.find((folder) => folder !== "" && existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))) ?? null;
}

export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const bin = findPostgres();
  if (!bin) throw new Error("PostgreSQL is not installed: apt-get install postgresql, or set SAPA_TEST_PG to the URL of a server");
  const folder = mkdtempSync(join(tmpdir(), "sapa-pg-"));
  const data = join(folder, "data");
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  if (isRoot) chownSync(folder, ...idsOf("postgres"));
  const init = [...asUser, join(bin, "initdb"), "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  const made = Bun.spawnSync(init, { stdout: "ignore", stderr: "pipe", cwd: folder });
  if (made.exitCode !== 0) throw new Error(`initdb failed: ${made.stderr.toString().trim()}`);

  const port = await freePort();
  const options = Object.entries({ ...SETTINGS, port: String(port), unix_socket_directories: folder, ...settings });
  // The shell's standard input is a pipe from this process: when this process ends, `read` ends and PostgreSQL with it.
  const script =
    'exec 3<&0; folder=$1; shift; "$@" <&- 3<&- & pid=$!; read -r word <&3; kill -QUIT $pid 2>/dev/null; wait $pid; [ "$word" = keep ] || rm -rf "$folder"';
  const command = [...asUser, join(bin, "postgres"), "-D", data, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let shell: Bun.Subprocess<"pipe", "ignore", "ignore"> | null = null;

  const server: PostgresServer = {
    url,
    pid: 0,
    async start() {
      shell = Bun.spawn(["sh", "-c", script, "sh", folder, ...command], { stdin: "pipe", stdout: "ignore", stderr: "ignore", cwd: "/" });
      shell.unref();
      await until(() => isReady(data, port));
      server.pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    },
    async kill() {
      shell?.stdin.write("keep\n");
      shell?.stdin.end();
      await shell?.exited;
      rmSync(join(data, "postmaster.pid"), { force: true });
    },
    async restart() {
      await server.kill();
      await server.start();
    },
    async stop() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

function idsOf(user: string): [number, number] {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${user}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (!uid || !gid) throw new Error(`there is no user ${user}; PostgreSQL does not run as root`);
  return [Number(uid), Number(gid)];
}

/** postmaster.pid has the state in its eighth line. */
function isReady(data: string, port: number): boolean {
  const path = join(data, "postmaster.pid");
  if (!existsSync(path)) return false;
  const lines = readFileSync(path, "utf8").split("\n");
  return lines[3] === String(port) && (lines[7] ?? "").trim() === "ready";
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function until(is: () => boolean): Promise<void> {
  for (const begun = performance.now(); !is(); await Bun.sleep(10)) {
    if (performance.now() - begun > START_MS) throw new Error("PostgreSQL did not start");
  }
}
