/**
 * Flags and SAPA_* variables, read through one schema (product 11.1). A flag overrides its variable; an empty variable
 * counts as not set.
 */
import { BlockList, isIP } from "node:net";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type Environment, readEnvironment } from "./config-environment.ts";
import { HTTPS_FLAG_NAMES, HTTPS_FLAGS, HTTPS_VARIABLES, type HttpsConfig, httpsFields, httpsOf, originOf, port } from "./config-https.ts";
import { errorCode } from "./error-code.ts";
import { BUCKET_VARIABLES, type FilesPlace, readFilesPlace } from "./files/place.ts";
import { newId } from "./ids.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import { DatabaseAddress } from "./storage/postgres/address.ts";
import { readBaseUrl, readWebUrl } from "./web-address.ts";

export interface Config {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Absolute path of the data folder. */
  data: string;
  /** The PostgreSQL database; null: SQLite in the data folder. */
  database: DatabaseAddress | null;
  /** Where uploaded files are kept. */
  files: FilesPlace;
  /** The name of this process for people, if several serve from one database. */
  node: string;
  /** Where other nodes reach this process; null: derived from the host and port at which it listens. */
  nodeUrl: string | null;
  /** Scheme, host and port under which people reach this server; null if not set. */
  publicUrl: string | null;
  /** The certificates that this server gets by itself; null: it speaks plain http. */
  https: HttpsConfig | null;
  /** Networks whose forwarded addresses are trusted; null if not set. */
  trustedProxies: BlockList | null;
  logLevel: LogLevel;
  /** IANA name; months and days of usage are counted in it. */
  tz: string;
  /** The value of SAPA_SECRET_KEY; null: use the key file in the data folder. */
  secretKey: string | null;
  /** Factor that multiplies every rate limit. */
  rateScale: number;
  /** With it, monitors on other machines read /metrics; null: only those on this machine. */
  metricsToken: string | null;
  /** Scheme, host, port and path prefix of Billplz, without a trailing slash. */
  billplzUrl: string;
}

/** A flag or variable has an unusable value; the message begins with its name. The program ends with exit code 2. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** The files of a data folder. */
export function dataPaths(folder: string): { database: string; key: string; backups: string; models: string; files: string } {
  return {
    database: join(folder, "sapa.db"),
    files: join(folder, "files"),
    key: join(folder, "secret.key"),
    backups: join(folder, "backups"),
    models: join(folder, "models.json"),
  };
}

/** Values of flags as `parseArgs` returns them. */
export type FlagValues = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** The flags of every command that works with an installation. */
export const DATA_FLAG = { data: { type: "string" }, database: { type: "string" } } as const;
/** Of the commands that also say something about uploaded files. */
export const FILES_FLAG = { files: { type: "string" } } as const;
/** The flags of `sapa serve`. */
export const SERVE_FLAGS = {
  host: { type: "string" },
  port: { type: "string" },
  ...DATA_FLAG,
  ...FILES_FLAG,
  node: { type: "string" },
  "node-url": { type: "string" },
  "public-url": { type: "string" },
  "trusted-proxy": { type: "string", multiple: true },
  ...HTTPS_FLAGS,
  "log-level": { type: "string" },
  tz: { type: "string" },
} as const;

export const BILLPLZ_URL = "https://www.billplz.com";

const MIN_SECRET = 16;
const MAX_RATE_SCALE = 1_000_000;
/** Read by install.sh and by single commands; not part of the configuration. */
const OTHER_VARIABLES = ["SAPA_ADMIN_EMAIL", "SAPA_ADMIN_PASSWORD", "SAPA_MOVE_TO"];

const addressSchema = z.string().transform((text, context) => {
  const url = readBaseUrl(text);
  if (url !== null) return url;
  context.addIssue("must be an http(s) address without credentials, query or fragment");
  return z.NEVER;
});

const schema = z.object({
  host: z
    .string()
    .regex(/^[A-Za-z0-9.:_[\]-]{1,253}$/, "must be a host name or an IP address")
    // URLs write IPv6 addresses in brackets; the listening socket needs them without.
    .transform((host) => host.replace(/^\[(.*)\]$/, "$1"))
    .default("127.0.0.1"),
  port: port.default(3000),
  data: z
    .string()
    .min(1, "must name a folder")
    .refine((path) => !path.includes("\0"), "must name a folder")
    .default("./data"),
  database: z.string().transform(readDatabase).nullable().default(null),
  files: z.string().nullable().default(null),
  node: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, "must be a name of letters, digits, dots, dashes and underscores")
    .default(
      () =>
        `${hostname()
          .replace(/[^A-Za-z0-9.-]/g, "-")
          .slice(0, 50)}-${newId().slice(-4)}`,
    ),
  nodeUrl: addressSchema.nullable().default(null),
  publicUrl: z.string().transform(readPublicUrl).nullable().default(null),
  trustedProxies: z.string().transform(readNetworks).nullable().default(null),
  ...httpsFields,
  logLevel: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
  tz: z.string().refine(isTimeZone, "must be a time zone such as Asia/Kuala_Lumpur").default("Asia/Kuala_Lumpur"),
  secretKey: z
    .string()
    .min(MIN_SECRET, `must have at least ${MIN_SECRET} characters`)
    .max(1024, "must have at most 1024 characters")
    .nullable()
    .default(null),
  rateScale: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,6})?$/, `must be a number above 0, at most ${MAX_RATE_SCALE}`)
    .transform(Number)
    .refine((scale) => scale > 0 && scale <= MAX_RATE_SCALE, `must be a number above 0, at most ${MAX_RATE_SCALE}`)
    .default(1),
  metricsToken: z
    .string()
    .regex(/^[\x21-\x7e]*$/, "must be of visible ASCII characters")
    .min(MIN_SECRET, `must have at least ${MIN_SECRET} characters`)
    .max(1024, "must have at most 1024 characters")
    .nullable()
    .default(null),
  billplzUrl: addressSchema.default(BILLPLZ_URL),
});

type Key = keyof z.infer<typeof schema>;

const FLAG_NAMES: Partial<Record<Key, string>> = {
  host: "host",
  port: "port",
  data: "data",
  database: "database",
  files: "files",
  node: "node",
  nodeUrl: "node-url",
  publicUrl: "public-url",
  trustedProxies: "trusted-proxy",
  ...HTTPS_FLAG_NAMES,
  logLevel: "log-level",
  tz: "tz",
};
const VARIABLE_NAMES: Record<Key, string> = {
  host: "SAPA_HOST",
  port: "SAPA_PORT",
  data: "SAPA_DATA",
  database: "SAPA_DATABASE",
  files: "SAPA_FILES",
  node: "SAPA_NODE",
  nodeUrl: "SAPA_NODE_URL",
  publicUrl: "SAPA_PUBLIC_URL",
  trustedProxies: "SAPA_TRUSTED_PROXY",
  ...HTTPS_VARIABLES,
  logLevel: "SAPA_LOG_LEVEL",
  tz: "SAPA_TZ",
  secretKey: "SAPA_SECRET_KEY",
  rateScale: "SAPA_RATE_SCALE",
  metricsToken: "SAPA_METRICS_TOKEN",
  billplzUrl: "SAPA_BILLPLZ_URL",
};

/**
 * The configuration of `sapa serve` with these arguments.
 * @throws ConfigError naming the flag or variable that is unknown or has a bad value.
 */
export function loadConfig(argv: string[], env: Environment = readEnvironment()): Config {
  try {
    return readConfig(parseArgs({ args: argv, options: SERVE_FLAGS, allowPositionals: false }).values, env);
  } catch (error) {
    throw asConfigError(error);
  }
}

/**
 * The configuration from flags that are already parsed (for commands with additional flags).
 * @throws ConfigError naming the flag or variable that has a bad value.
 */
export function readConfig(flags: FlagValues, env: Environment = readEnvironment()): Config {
  const given: Partial<Record<Key, string>> = {};
  const names: Partial<Record<Key, string>> = {};
  for (const key of Object.keys(VARIABLE_NAMES) as Key[]) {
    const flag = FLAG_NAMES[key];
    const fromFlag = flag === undefined ? undefined : flags[flag];
    const value = fromFlag === undefined ? env[VARIABLE_NAMES[key]] || undefined : String(fromFlag);
    if (value !== undefined) given[key] = value;
    names[key] = fromFlag === undefined ? VARIABLE_NAMES[key] : `--${flag}`;
  }
  const read = schema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    // Do not repeat the value: it may be a secret, and the message is shown in terminals and logs.
    throw new ConfigError(`${names[issue?.path[0] as Key] ?? "configuration"}: ${issue?.message ?? "cannot be read"}`);
  }
  const data = resolve(read.data.data);
  const files = readFilesPlace(read.data.files, { standard: dataPaths(data).files, env });
  if (typeof files === "string") throw new ConfigError(`${names.files}: ${files}`);
  const https = httpsOf(read.data);
  const publicUrl = read.data.publicUrl ?? (https && originOf(https, https.domains[0] ?? ""));
  return { ...read.data, data, files, https, publicUrl };
}

/**
 * As `readConfig`, for commands that copy an installation: a folder that is named is meant, even if the variable of the
 * servers is set.
 */
export function readNamedConfig(flags: FlagValues): Config {
  const config = readConfig(flags);
  return flags.data !== undefined && flags.database === undefined ? { ...config, database: null } : config;
}

/**
 * The address in a variable that only one part of the program uses, without a trailing slash; null if it is not set.
 * @throws ConfigError naming the variable
 */
export function readAddress(variable: string, env: Environment): string | null {
  const value = env[variable];
  if (!value) return null;
  const read = addressSchema.safeParse(value);
  if (!read.success) throw new ConfigError(`${variable}: ${read.error.issues[0]?.message ?? "cannot be read"}`);
  return read.data;
}

/**
 * SAPA_* variables that this program does not know: most likely typing errors. `others`: variables that other parts of
 * the program know.
 */
export function findUnknownVariables(others: readonly string[], env: Environment = readEnvironment()): string[] {
  const known = new Set([...Object.values(VARIABLE_NAMES), ...OTHER_VARIABLES, ...BUCKET_VARIABLES, ...others]);
  return Object.keys(env).filter((name) => name.startsWith("SAPA_") && !known.has(name));
}

/** Turns an error of `parseArgs` (an unknown flag, a missing value) into a ConfigError; returns any other error unchanged. */
export function asConfigError(error: unknown): unknown {
  return error instanceof TypeError && errorCode(error).startsWith("ERR_PARSE_ARGS") ? new ConfigError(error.message) : error;
}

function readDatabase(text: string, context: z.RefinementCtx): DatabaseAddress {
  const address = DatabaseAddress.parse(text);
  if (typeof address !== "string") return address;
  context.addIssue(address);
  return z.NEVER;
}

function readPublicUrl(text: string, context: z.RefinementCtx): string {
  const url = readWebUrl(text);
  if (url && url.pathname === "/" && url.search === "" && url.hash === "") return url.origin;
  context.addIssue("must be an http(s) address without a path, such as https://chat.example.com");
  return z.NEVER;
}

function readNetworks(text: string, context: z.RefinementCtx): BlockList {
  const networks = new BlockList();
  if (text.split(",").every((part) => addNetwork(networks, part.trim()))) return networks;
  context.addIssue("must be addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas");
  return z.NEVER;
}

/** False when the text is neither an address nor a network. */
function addNetwork(networks: BlockList, text: string): boolean {
  const [address = "", size, extra] = text.split("/");
  const version = isIP(address);
  if (version === 0 || extra !== undefined) return false;
  const width = version === 4 ? 32 : 128;
  if (size !== undefined && (!/^\d{1,3}$/.test(size) || Number(size) > width)) return false;
  networks.addSubnet(address, size === undefined ? width : Number(size), version === 4 ? "ipv4" : "ipv6");
  return true;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
