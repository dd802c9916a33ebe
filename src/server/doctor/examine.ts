/** The one list of checks, which the command line and the administrator's page share. */
import { CHECKS, type CheckId, type Finding } from "../../contract/doctor.ts";
import { told } from "../../contract/messages/message.ts";
import { errorCode } from "../platform/error-code.ts";
import { checkCertificate } from "./certificate.ts";
import { type Patient, type Run, unknown, type Verdict } from "./check.ts";
import { checkDatabase, checkSchema } from "./database.ts";
import { checkBackups, checkDisk, checkFolder, checkSecret } from "./folder.ts";
import { checkAddress, checkClock, checkDns, checkProxy } from "./network.ts";
import { checkFiles, checkMemory, checkServer, checkVersions } from "./process.ts";
import { checkCallback, checkMail, checkModels, checkPayments } from "./services.ts";

const LIMIT_MS = 10_000;
/** A model is asked for a list and for a word; each of the chosen ones at once. */
const MODELS_MS = 40_000;

/** How each check is made. */
const WORK: Readonly<Record<CheckId, { run: Run; limitMs?: (patient: Patient) => number }>> = {
  folder: { run: checkFolder },
  secret: { run: checkSecret },
  disk: { run: checkDisk },
  database: { run: checkDatabase, limitMs: ({ databaseMs }) => databaseMs },
  schema: { run: checkSchema },
  backups: { run: checkBackups, limitMs: ({ databaseMs }) => databaseMs },
  server: { run: checkServer },
  address: { run: checkAddress },
  dns: { run: checkDns },
  certificate: { run: checkCertificate },
  proxy: { run: checkProxy },
  clock: { run: checkClock },
  files: { run: checkFiles },
  memory: { run: checkMemory },
  mail: { run: checkMail, limitMs: () => 2 * LIMIT_MS },
  models: { run: checkModels, limitMs: () => MODELS_MS },
  payments: { run: checkPayments, limitMs: () => 2 * LIMIT_MS },
  callback: { run: checkCallback },
  versions: { run: checkVersions },
};

/** Makes all checks side by side. Never rejects. */
export function examine(patient: Patient): Promise<Finding[]> {
  return Promise.all(CHECKS.map((id) => examineOne(patient, id)));
}

/** Makes one check, for at most its time. Never rejects: a check that fails is unknown. */
export async function examineOne(patient: Patient, id: CheckId): Promise<Finding> {
  const { run, limitMs = () => LIMIT_MS } = WORK[id];
  const { state, message, command = null, place = null } = await inTime(run, patient, limitMs(patient));
  return { check: id, state, message: message.text, ...(message.ref && { told: message.ref }), command, place };
}

async function inTime(run: Run, patient: Patient, ms: number): Promise<Verdict> {
  const stop = new AbortController();
  const late = Promise.withResolvers<Verdict>();
  const timer = setTimeout(() => {
    late.resolve(unknown(told("doctor.late", { seconds: Math.round(ms / 1_000) })));
    stop.abort();
  }, ms);
  try {
    return await Promise.race([run(patient, stop.signal).catch(broken), late.promise]);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** Only a code or a kind of error: its words could contain a secret. */
const broken = (error: unknown): Verdict =>
  unknown(told("doctor.broken", { code: errorCode(error) || (error instanceof Error ? error.name : "?") }));
