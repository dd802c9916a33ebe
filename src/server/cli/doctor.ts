import { CHECK_STATES, type CheckId, type Finding } from "../../contract/doctor.ts";
import { examine } from "../doctor/examine.ts";
import { lookAtServer } from "../doctor/look.ts";
import { openPatient } from "../doctor/own-patient.ts";
import { readConfig, SERVE_FLAGS } from "../platform/config.ts";
import { readEnvironment } from "../platform/config-environment.ts";
import { findServedOptions } from "../platform/served-options.ts";
import { type Command, JSON_FLAG, JSON_HELP, readFlags, say } from "./command.ts";
import { addressOf } from "./health.ts";
import { VERSION } from "./version.ts";

export const doctorCommand: Command = {
  summary: "check the installation and its surroundings, and say what mends each fault",
  usage: `Usage: sapa doctor [--offline] [--json] [flags of sapa serve]

Checks the data folder, the database, backups, the server, its public address with DNS and certificate, the clock, disk,
memory, mail, models, payments and versions. It changes nothing, and works with or without a running server. Each chosen model is asked
for one word. If a server of this data folder runs as the same user, its flags and variables are used where none are given.

Exit code 0 if nothing is a fault; 1 otherwise.

  --offline          ask no other computer, except PostgreSQL
${JSON_HELP}
  --data DIR         data folder (SAPA_DATA; default ./data)
  --database URL     PostgreSQL database (SAPA_DATABASE)`,
  async run(args) {
    const read = readFlags(doctorCommand, args, { ...SERVE_FLAGS, ...JSON_FLAG, offline: { type: "boolean" } });
    if (!read) return 0;
    const { json, offline, ...flags } = read.flags;
    const own = readConfig(flags);
    const served = findServedOptions(own.data);
    const env = { ...served?.env, ...given(readEnvironment()) };
    const config = served ? readConfig({ ...served.flags, ...flags, data: own.data }, env) : own;
    const url = addressOf(config);
    const patient = openPatient({
      version: VERSION,
      config,
      env,
      url,
      isOnline: offline !== true,
      server: () => lookAtServer(config, url),
    });
    try {
      const findings = await examine(patient);
      if (json) say(JSON.stringify({ version: VERSION, findings }));
      else for (const line of describe(findings)) say(line);
      return findings.some(({ state }) => state === "fault") ? 1 : 0;
    } finally {
      patient.close();
    }
  },
};

/** An empty variable counts as not set. */
const given = (env: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));

const LABELS: Readonly<Record<CheckId, string>> = {
  folder: "data folder",
  secret: "secret key",
  disk: "disk",
  database: "database",
  schema: "schema",
  backups: "backups",
  server: "server",
  address: "public address",
  dns: "DNS",
  certificate: "certificate",
  proxy: "proxy",
  clock: "clock",
  files: "open files",
  memory: "memory",
  mail: "mail",
  models: "models",
  payments: "payments",
  callback: "payment reports",
  versions: "versions",
};
const SECTIONS = { models: "Models", payments: "Payments", mail: "Email", backups: "Backups" } as const;
const WIDTH = 17;

function* describe(findings: readonly Finding[]): Generator<string> {
  for (const { check, state, message, command, place } of findings) {
    yield `${state.padEnd(8)} ${LABELS[check].padEnd(WIDTH)} ${message}`;
    const mend = command ?? (place && `/awc, Settings, ${SECTIONS[place]}`);
    if (mend) yield `${" ".repeat(8 + 1 + WIDTH)}   → ${mend}`;
  }
  const count = CHECK_STATES.map((state) => `${findings.filter((one) => one.state === state).length} ${state}`);
  yield "";
  yield count.join(", ");
}
