/** Checks of the database of either engine. */
import { statSync } from "node:fs";
import { told } from "../../contract/messages/message.ts";
import { DatabaseDamaged } from "../platform/backups/backup.ts";
import { refuseLostDatabase } from "../platform/backups/lost-database.ts";
import { dataPaths } from "../platform/config.ts";
import { readDatabaseBytes } from "../platform/disk.ts";
import { inspectFile, readPostgresFacts } from "../platform/storage/inspect.ts";
import { DatabaseTooNew, MigrationChanged, MigrationFailed } from "../platform/storage/migrations.ts";
import type { DatabaseAddress } from "../platform/storage/postgres/address.ts";
import { ConnectionLost } from "../platform/storage/postgres/errors.ts";
import { countPendingPostgres } from "../platform/storage/postgres/migrate.ts";
import { countPending } from "../platform/storage/sqlite/migrate.ts";
import { openOnlyToRead } from "../platform/storage/sqlite/read-only.ts";
import { dataFlag, fault, megabytes, ok, type Patient, quoted, type Run, unknown, type Verdict, warning } from "./check.ts";

export const checkDatabase: Run = async (patient, signal) => {
  const { database: address } = patient.config;
  return address ? await checkPostgres(patient, address) : await checkSqlite(patient, signal);
};

async function checkSqlite(patient: Patient, signal: AbortSignal): Promise<Verdict> {
  const paths = dataPaths(patient.config.data);
  const path = paths.database;
  const command = `sapa restore FILE ${dataFlag(patient)}`;
  try {
    refuseLostDatabase(paths);
  } catch (error) {
    if (error instanceof DatabaseDamaged) return fault(told("doctor.database.lost", { path }), { command });
    throw error;
  }
  if (!statSync(path, { throwIfNoEntry: false })) {
    return unknown(told("doctor.database.none", { path }), { command: `sapa admin create ${dataFlag(patient)}` });
  }
  const size = megabytes(readDatabaseBytes(path));
  try {
    const { state, detail } = await inspectFile(path, signal);
    if (state === "damaged") return fault(told("doctor.database.damaged", { detail }), { command });
    if (state === "orphans") return fault(told("doctor.database.orphans", { detail }), { command });
  } catch (error) {
    if (!signal.aborted) throw error;
    return unknown(told("doctor.database.large", { size }), { command: `sapa doctor ${dataFlag(patient)}` });
  }
  return ok(told("doctor.database.ok", { size }));
}

const OLDEST_POSTGRES = 14;
/** Version 14 says 140000. */
const MAJOR = 10_000;
const CLOCKS_MS = 60_000;

async function checkPostgres(patient: Patient, address: DatabaseAddress): Promise<Verdict> {
  try {
    const facts = await readPostgresFacts(address);
    const { version } = facts;
    const seconds = Math.round(Math.abs(facts.now - patient.now()) / 1_000);
    if (facts.versionNumber < OLDEST_POSTGRES * MAJOR) {
      return fault(told("doctor.database.old", { version, wanted: `${OLDEST_POSTGRES}` }));
    }
    if (facts.isStandby) return fault(told("doctor.database.standby"));
    if (facts.isUnsafe) {
      return fault(told("doctor.database.fsync"), { command: "alter system set fsync = on; select pg_reload_conf();" });
    }
    if (facts.unverified > 0) return fault(told("doctor.database.unverified", { count: facts.unverified }));
    if (seconds * 1_000 > CLOCKS_MS) return warning(told("doctor.database.clock", { seconds }), { command: "timedatectl set-ntp true" });
    return ok(told("doctor.database.postgres", { version, size: megabytes(facts.bytes) }));
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    const { host, port } = address.reveal();
    return fault(told("doctor.database.unreachable", { address: String(address) }), {
      command: `pg_isready -h ${quoted(host)} -p ${port}`,
    });
  }
}

export const checkSchema: Run = async (patient) => {
  const { database: address, data } = patient.config;
  const { database: path } = dataPaths(data);
  try {
    if (!address && !statSync(path, { throwIfNoEntry: false })?.size) return unknown(told("doctor.noDatabase"));
    const pending = address ? await countPendingPostgres(address) : countPending(path, undefined, openOnlyToRead);
    if (pending === 0) return ok(told("doctor.schema.ok"));
    return warning(told("doctor.schema.pending", { count: pending }), { command: "sapa migrate" });
  } catch (error) {
    if (error instanceof DatabaseTooNew) return fault(told("doctor.schema.newer"));
    if (error instanceof MigrationChanged || error instanceof MigrationFailed) return fault(told("doctor.schema.foreign"));
    if (error instanceof DatabaseDamaged || error instanceof ConnectionLost) return unknown(told("doctor.noDatabase"));
    throw error;
  }
};
