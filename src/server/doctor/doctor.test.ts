/** Each fault is planted by its real cause in an installation in which everything else is in order. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { CERTIFICATE, EXPIRED_CERTIFICATE, EXPIRED_CERTIFICATE_KEY } from "../../../test/certificate.ts";
import { VENDOR_SHAPES } from "../../../test/fault-server.ts";
import { startInstallation, startProxy, wellVendor } from "../../../test/installation.ts";
import { createProgram } from "../../../test/program.ts";
import { CHECKS, type CheckId, type Finding } from "../../contract/doctor.ts";
import { VERSION } from "../cli/version.ts";
import { archiveName } from "../platform/backups/archive/manifest.ts";
import { stampOf } from "../platform/backups/backup.ts";
import { loadConfig } from "../platform/config.ts";
import type { Patient } from "./check.ts";
import { examine, examineOne } from "./examine.ts";
import { lookAtServer } from "./look.ts";
import { openPatient } from "./own-patient.ts";

setDefaultTimeout(60_000);

let well: Awaited<ReturnType<typeof startInstallation>>;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  well = await startInstallation();
});
afterAll(() => well.stop());

interface Change {
  env?: Record<string, string>;
  patient?: Partial<Patient>;
  url?: string;
  ca?: string | null;
}

/** What the command line sees, with fakes for the DNS, where `localhost` has a public address, and for the room of the machine. */
async function look(
  { env = {}, patient: other = {}, url = well.server.url, ca = CERTIFICATE }: Change = {},
  ids: readonly CheckId[] = CHECKS,
): Promise<Finding[]> {
  const all = { ...well.env, ...env };
  const config = loadConfig(["--port", new URL(url).port], all);
  const opened = openPatient({
    ...{ version: VERSION, config, env: all, url, isOnline: true, server: () => lookAtServer(config, url) },
    ...(ca !== null && { ca }),
  });
  // The same room, whatever the machine's own disk and memory have.
  const room = { readDisk: () => ({ free: 50e9, total: 100e9 }), readMemory: () => ({ available: 2e9, total: 4e9 }) };
  const patient = { ...opened, ...room, resolve: async () => ["93.184.215.14"], ...other };
  try {
    return ids === CHECKS ? await examine(patient) : await Promise.all(ids.map((id) => examineOne(patient, id)));
  } finally {
    opened.close();
  }
}

/** The findings that are not in order, as `check: id of the message`. */
const wrong = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === "fault" || state === "warning").map(({ check, told }) => `${check}: ${told?.id}`);

test("a healthy installation has no fault, no warning, and nothing that is unknown", async () => {
  const findings = await look();
  expect(findings.map(({ check }) => check)).toEqual([...CHECKS]);
  expect(findings.filter(({ state }) => state !== "ok")).toEqual([]);
});

/** A copy of the data folder, which no server uses. */
function copyData(change: (folder: string) => void): Change {
  const folder = mkdtempSync(join(well.folder, "copy-"));
  const copy = new Database(join(well.data, "sapa.db"), { readonly: true });
  copy.query("vacuum into ?").run(join(folder, "sapa.db"));
  copy.close(true);
  cpSync(join(well.data, "secret.key"), join(folder, "secret.key"));
  cpSync(join(well.data, "backups"), join(folder, "backups"), { recursive: true });
  change(folder);
  return { env: { SAPA_DATA: folder } };
}

function changeDatabase(path: string, ...statements: string[]): void {
  const database = new Database(path);
  for (const statement of statements) database.exec(statement);
  database.close(true);
}

const attempt = (state: string, columns: string, values: string) =>
  `insert into backups (id, job_id, state, started_at, ended_at, ${columns}) values ('b', 'j', '${state}', 1, 1, ${values})`;

/** Overwrites a page in the middle of the file. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 8 * 4_096, 12 * 4_096);
  writeFileSync(path, bytes);
}

const DAY_S = 86_400;
const daysAgo = (days: number) => Date.now() / 1_000 - days * DAY_S;

function listening(fetch: () => Response): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch });
  undo.push(() => server.stop(true));
  return `http://127.0.0.1:${server.port}`;
}

async function silent(): Promise<string> {
  const server = createServer(() => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  undo.push(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

function proxyWith(tls?: Parameters<typeof startProxy>[0], target = well.server.url): Change {
  const proxy = startProxy(tls);
  proxy.lead(target);
  undo.push(proxy.stop);
  return { env: { SAPA_PUBLIC_URL: proxy.url } };
}

async function closedPort(): Promise<string> {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = server;
  await server.stop(true);
  return `https://localhost:${port}`;
}

const chmod = (path: string, mode: number): Change => {
  const before = statSync(path).mode;
  chmodSync(path, mode);
  undo.push(() => chmodSync(path, before));
  return {};
};

async function configured(settings: Record<string, unknown>): Promise<Change> {
  await well.configure(settings);
  undo.push(() => well.configure());
  return {};
}

const PLANTS: [fault: string, expected: string[], plant: () => Change | Promise<Change>][] = [
  ["a folder that its owner may not write to", ["folder: doctor.folder.refused"], () => chmod(join(well.data, "backups"), 0o500)],
  [
    "a data folder that is not there",
    ["folder: doctor.folder.missing", "backups: doctor.backups.none"],
    () => ({ env: { SAPA_DATA: join(well.folder, "gone") } }),
  ],
  ["a secret key that other users can read", ["secret: doctor.secret.mode"], () => chmod(join(well.data, "secret.key"), 0o644)],
  [
    "another secret key",
    ["secret: doctor.secret.closed"],
    () => copyData((folder) => writeFileSync(join(folder, "secret.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`)),
  ],
  ["a secret key that is gone", ["secret: doctor.secret.missing"], () => copyData((folder) => rmSync(join(folder, "secret.key")))],
  [
    "a secret key that is cut off",
    ["secret: doctor.secret.invalid"],
    () => copyData((folder) => writeFileSync(join(folder, "secret.key"), "aGVs\n")),
  ],
  ["a damaged database", ["database: doctor.database.damaged"], () => copyData((folder) => damage(join(folder, "sapa.db")))],
  ["an empty database", ["database: doctor.database.lost"], () => copyData((folder) => writeFileSync(join(folder, "sapa.db"), ""))],
  [
    "a row without the row that it refers to",
    ["database: doctor.database.orphans"],
    () => copyData((folder) => changeDatabase(join(folder, "sapa.db"), "pragma foreign_keys = off", "delete from accounts")),
  ],
  [
    "a database of a newer version",
    ["schema: doctor.schema.newer"],
    () =>
      copyData((folder) =>
        changeDatabase(join(folder, "sapa.db"), "insert into schema_migrations values (9999, '9999_later.sql', 'x', 1)"),
      ),
  ],
  ["no backup", ["backups: doctor.backups.none"], () => copyData((folder) => rmSync(join(folder, "backups"), { recursive: true }))],
  [
    "a backup of last week",
    ["backups: doctor.backups.old"],
    () => copyData((folder) => utimesSync(join(folder, "backups/night.db"), daysAgo(9), daysAgo(9))),
  ],
  [
    "a backup of the server that failed",
    ["backups: doctor.backups.failed"],
    () => copyData((folder) => changeDatabase(join(folder, "sapa.db"), attempt("failed", "problem, detail", "'disk_full', 'no room'"))),
  ],
  [
    "a backup of the server of last week",
    ["backups: doctor.backups.old"],
    () =>
      copyData((folder) => {
        rmSync(join(folder, "backups/night.db"));
        writeFileSync(join(folder, "backups", archiveName(stampOf(daysAgo(9) * 1_000))), "sealed");
      }),
  ],
  [
    "a backup of the server that was cut off",
    ["backups: doctor.backups.cut"],
    () =>
      copyData((folder) => {
        rmSync(join(folder, "backups/night.db"));
        const name = archiveName(stampOf(Date.now()));
        writeFileSync(join(folder, "backups", name), "seal");
        changeDatabase(join(folder, "sapa.db"), attempt("good", "name, bytes", `'${name}', 6`));
      }),
  ],
  [
    "a key of the backups of which there is no copy",
    ["backups: doctor.backups.noKey"],
    () =>
      copyData((folder) => {
        rmSync(join(folder, "backups/night.db"));
        writeFileSync(join(folder, "backups", archiveName(stampOf(Date.now()))), "sealed");
      }),
  ],
  ["a damaged backup", ["backups: doctor.backups.damaged"], () => copyData((folder) => damage(join(folder, "backups/night.db")))],
  ["another program at the port", ["server: doctor.server.taken"], () => ({ url: listening(() => new Response("hello")) })],
  ["a program that does not answer at the port", ["server: doctor.server.silent"], async () => ({ url: await silent() })],
  [
    "a server that cannot store",
    ["server: doctor.server.failing"],
    () => ({ url: listening(() => Response.json({ status: "failing", reasons: ["disk_full"] }, { status: 503 })) }),
  ],
  [
    "a server that listens elsewhere",
    ["server: doctor.server.elsewhere"],
    async () => ({ url: (await closedPort()).replace("https://localhost", "http://127.0.0.1") }),
  ],
  [
    "no public address",
    ["address: doctor.address.none", "mail: doctor.mail.noUrl", "callback: doctor.callback.noUrl"],
    () => ({ env: { SAPA_PUBLIC_URL: "" } }),
  ],
  [
    "a public address at which nothing listens",
    ["address: doctor.address.unreachable"],
    async () => ({ env: { SAPA_PUBLIC_URL: await closedPort() } }),
  ],
  [
    "a public address that leads to another program",
    ["address: doctor.address.other"],
    () =>
      proxyWith(
        undefined,
        listening(() => new Response("Welcome to nginx!")),
      ),
  ],
  [
    "a name that the DNS does not know",
    ["dns: doctor.dns.unknown"],
    () => ({ patient: { resolve: () => Promise.reject(new Error("ENOTFOUND")) } }),
  ],
  [
    "a name with a private address",
    ["dns: doctor.dns.private", "callback: doctor.callback.private"],
    () => ({ patient: { resolve: async () => ["10.0.0.7", "127.0.0.1"] } }),
  ],
  [
    "an expired certificate",
    ["certificate: doctor.certificate.expired"],
    () => proxyWith({ cert: EXPIRED_CERTIFICATE, key: EXPIRED_CERTIFICATE_KEY }),
  ],
  ["a certificate that signs itself", ["certificate: doctor.certificate.untrusted"], () => ({ ca: null })],
  [
    "a domain for which the server could get no certificate",
    ["certificate: doctor.certificate.missing"],
    () => ({ env: { SAPA_DOMAIN: "chat.example.com" } }),
  ],
  [
    "a certificate that could not be renewed again and again",
    ["certificate: doctor.certificate.notRenewed"],
    () => {
      const values = `'chat.example.com', 'https://acme.example', 'chain', 'key', 1, ${Date.now() + 9e8}, 1, 1, 6, 'dns', '', 1`;
      const columns =
        "domain, directory, chain, sealed_key, begins_at, expires_at, renews_at, due_at, failures, problem, detail, failed_at";
      const copy = copyData((folder) =>
        changeDatabase(join(folder, "sapa.db"), `insert into certificates (${columns}) values (${values})`),
      );
      return { env: { ...copy.env, SAPA_DOMAIN: "chat.example.com" } };
    },
  ],
  ["a proxy that is not trusted", ["proxy: doctor.proxy.untrusted"], () => ({ env: { SAPA_TRUSTED_PROXY: "" } })],
  ["a clock that is an hour ahead", ["clock: doctor.clock.off"], () => ({ patient: { now: () => Date.now() + 3_600_000 } })],
  ["a full disk", ["disk: doctor.disk.full"], () => ({ patient: { readDisk: () => ({ free: 100e6, total: 100e9 }) } })],
  ["too little memory", ["memory: doctor.memory.low"], () => ({ patient: { readMemory: () => ({ available: 30e6, total: 1e9 }) } })],
  [
    "a wrong port of the mail server",
    ["mail: mail.failed.connect"],
    async () => configured({ ...well.smtp, smtpPort: Number(new URL(await closedPort()).port) }),
  ],
  [
    "a mail server that says nothing",
    ["mail: mail.failed.connect"],
    async () => configured({ ...well.smtp, smtpPort: Number(new URL(await silent()).port) }),
  ],
  ["a wrong password of the mail server", ["mail: mail.failed.logIn"], () => configured({ ...well.smtp, smtpPassword: "wrong" })],
  [
    "a key that the model's vendor refuses",
    ["models: doctor.models.refused"],
    () => {
      const { status, body } = VENDOR_SHAPES.openai.error("bad_key");
      well.vendor.behave((wire) => wire.reply(status, "application/json", body));
      undo.push(() => well.vendor.behave(wellVendor));
      return {};
    },
  ],
  ["a key that Billplz does not know", ["payments: billing.liveNoKey"], () => configured({ billplzApiKey: "another-key" })],
  ["a server of another version", ["versions: doctor.versions.server"], () => ({ patient: { version: "9.9.9" } })],
  ["a misspelt variable", ["versions: doctor.versions.variables"], () => ({ env: { SAPA_PUBLIC_ULR: "https://chat.example.com" } })],
];

test.each(PLANTS)("%s is found, and nothing else", async (_fault, expected, plant) => {
  const secrets = well.secrets();
  try {
    const findings = await look(await plant());
    expect(wrong(findings)).toEqual(expected);
    for (const secret of secrets) expect(JSON.stringify(findings)).not.toContain(secret);
  } finally {
    for (const restore of undo.splice(0).reverse()) await restore();
  }
});

test.skipIf(process.getuid?.() !== 0)("a file of another user is found, and nothing else", async () => {
  const path = join(well.data, "sapa.db-shm");
  chownSync(path, 12_345, 12_345);
  try {
    expect(wrong(await look())).toEqual(["folder: doctor.folder.owner"]);
  } finally {
    chownSync(path, 0, 0);
  }
});

test("with a stopped server, nothing is left in the data folder, and only the server is missing", async () => {
  const { env = {} } = copyData(() => undefined);
  const list = (folder = "") =>
    readdirSync(folder, { recursive: true }).map((name) => [name, statSync(join(folder, String(name))).mtimeMs]);
  const before = list(env.SAPA_DATA);
  const url = (await closedPort()).replace("https://localhost", "http://127.0.0.1");
  expect(wrong(await look({ env, url }))).toEqual(["server: doctor.server.stopped"]);
  expect(list(env.SAPA_DATA)).toEqual(before);
});

test("a limit of few open files, and a proxy that is another one than the trusted, are seen from outside the server", async () => {
  const limit = ["sh", "-c", 'ulimit -n 600; exec "$@"', "sh", process.execPath, join(import.meta.dir, "../main.ts")];
  const other = createProgram(() => ({ ...well.env, SAPA_DATA: join(well.folder, "other"), SAPA_TRUSTED_PROXY: "10.9.9.9" }), limit);
  try {
    const { url } = await other.serve();
    await fetch(`${url}/api/settings`, { headers: { "x-forwarded-for": "203.0.113.9" } });
    const findings = await look({ url }, ["files", "proxy", "server"]);
    expect(wrong(findings)).toEqual(["files: doctor.files.few", "proxy: doctor.proxy.notBelieved"]);
  } finally {
    await other.stop();
  }
});

test("a server with https of its own needs no proxy", async () => {
  const [proxy] = await look({ env: { SAPA_DOMAIN: "chat.example.com", SAPA_TRUSTED_PROXY: "", SAPA_ACME_EMAIL: "a@example.com" } }, [
    "proxy",
  ]);
  expect([proxy?.state, proxy?.told?.id]).toEqual(["ok", "doctor.proxy.own"]);
});

test("a check that hangs or throws is unknown, and hides no other", async () => {
  const copy = copyData((folder) => {
    const backup = join(folder, "backups/night.db");
    rmSync(backup);
    // Whoever opens it waits for a writer that never begins.
    Bun.spawnSync(["mkfifo", backup]);
  });
  const verifyMail = () => Promise.reject(new TypeError("a secret"));
  const findings = await look({ ...copy, patient: { databaseMs: 200, verifyMail } }, ["secret", "backups", "mail", "models"]);
  expect(findings.map(({ check, state, told }) => [check, state, told?.id])).toEqual([
    ["secret", "ok", "doctor.secret.ok"],
    ["backups", "unknown", "doctor.late"],
    ["mail", "unknown", "doctor.broken"],
    ["models", "ok", "doctor.models.ok"],
  ]);
  expect(JSON.stringify(findings)).not.toContain("a secret");
});

test("the command line finds the running server's variables, ends with 1 for a fault and with 0 without one", async () => {
  const { program, data, server } = well;
  const port = new URL(server.url).port;
  const cleared = { SAPA_PUBLIC_URL: "", SAPA_TRUSTED_PROXY: "", SAPA_OPENAI_URL: "", SAPA_BILLPLZ_URL: "" };
  const offline = await program.run(["doctor", "--offline", "--data", data, "--port", port], cleared);
  expect([offline.code, offline.complaint, offline.out.includes("0 fault")]).toEqual([0, "", true]);
  const online = await program.run(["doctor", "--json", "--data", data, "--port", port], cleared);
  // Of the fakes, the process has no DNS: localhost is only this machine.
  expect(wrong(JSON.parse(online.out).findings)).toEqual(["dns: doctor.dns.private", "callback: doctor.callback.private"]);
  expect(online.code).toBe(1);
  for (const secret of well.secrets()) expect(offline.out + online.out).not.toContain(secret);
});
