/** What the checks look at, of an installation whose server may run in another process or not at all. */
import { lookup } from "node:dns/promises";
import { type SmtpLimits, verifySmtp } from "../mail/smtp.ts";
import { createModels, type Models } from "../models/calls/models.ts";
import { readCatalogue } from "../models/catalogue/models-file.ts";
import { readVendorUrls, VENDOR_VARIABLES } from "../models/vendors/addresses.ts";
import { createBillplz } from "../payments/billplz.ts";
import { systemClock } from "../platform/clock.ts";
import { type Config, dataPaths, findUnknownVariables } from "../platform/config.ts";
import type { Environment } from "../platform/config-environment.ts";
import { findSecretKey } from "../platform/config-secret.ts";
import { readDisk } from "../platform/disk.ts";
import { createKeys, type Keys, SealError } from "../platform/keys.ts";
import { createLog } from "../platform/log.ts";
import { readMemory } from "../platform/memory.ts";
import { createOutbound } from "../platform/outbound/outbound.ts";
import type { Reader } from "../platform/storage/db.ts";
import { openPostgres } from "../platform/storage/postgres/open.ts";
import { openReader } from "../platform/storage/sqlite/read-only.ts";
import { loadSettings } from "../settings/settings.ts";
import type { Patient } from "./check.ts";

/** Of the checks' own requests to the billing provider: what they learn about its limit is not stored. */
const NO_LIMIT = { isFull: async () => false, hasRoom: async () => true, note: async () => undefined };

/** Shorter than for a delivery, so that the login has ended, and not only its check, when a person looks at the result. */
const MAIL_LIMITS: SmtpLimits = { dns: 5_000, connect: 5_000, greeting: 5_000, silence: 8_000, total: 15_000 };

/** What both the server and the command line look at in the same way. */
export function surroundings(config: Config, env?: Environment, ca?: string) {
  return {
    config,
    now: () => Date.now(),
    billing: createBillplz({ url: config.billplzUrl, limit: NO_LIMIT }),
    verifyMail: (server, sender) => verifySmtp(server, sender, { limits: MAIL_LIMITS, ...(ca !== undefined && { ca }) }),
    resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
    // The operator's own addresses, which may be private.
    web: createOutbound({ isAllowed: () => true, ...(ca !== undefined && { ca }) }),
    ...(ca !== undefined && { ca }),
    readDisk: () => readDisk(config.data),
    readMemory: (pid) => readMemory(pid ?? "self"),
    strayVariables: findUnknownVariables(VENDOR_VARIABLES, env),
  } satisfies Partial<Patient>;
}

const NO_KEY: Pick<Keys, "open"> = {
  open() {
    throw new SealError("there is no key");
  },
};

interface Options {
  version: string;
  config: Config;
  env: Environment;
  url: string;
  isOnline: boolean;
  server: Patient["server"];
  ca?: string;
}

/** Reading a database of many gigabytes takes minutes, for which a person at a shell can wait. */
const DATABASE_MS = 600_000;

/** Opens what is needed when a check asks for it. `close` it after the checks. */
export function openPatient({ config, env, ca, server, ...rest }: Options): Patient & { close(): void } {
  const closing: (() => void)[] = [];
  const reader = once(async (): Promise<Reader> => {
    const opened = config.database ? openServer(config.database) : openReader(dataPaths(config.data).database, systemClock);
    closing.push(() => opened.close());
    return opened.reader;
  });
  const keys = (): Pick<Keys, "open"> => {
    const secret = findSecretKey(config);
    return secret ? createKeys(secret) : NO_KEY;
  };
  let models: Models | null = null;
  return {
    ...surroundings(config, env, ca),
    ...rest,
    server: once(server),
    reader,
    settings: once(async () => {
      const closed: string[] = [];
      const settings = await loadSettings(await reader(), keys(), (name) => closed.push(name));
      return { settings, closed };
    }),
    models() {
      const catalogue = readCatalogue(dataPaths(config.data).models, env);
      models ??= createModels({ urls: readVendorUrls(env), clock: systemClock, log: createLog("silent"), catalogue });
      return models;
    },
    databaseMs: DATABASE_MS,
    close() {
      for (const close of closing) close();
    },
  };
}

function openServer(address: NonNullable<Config["database"]>) {
  const db = openPostgres({ address, clock: systemClock, maxConnections: 2, log: createLog("silent") });
  return { reader: db, close: () => db.close() };
}

/** Calls of several checks share one result. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
