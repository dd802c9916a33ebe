import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { systemClock } from "../platform/clock.ts";
import { type Config, ConfigError, DATA_FLAG, dataPaths, FILES_FLAG, type FlagValues, readNamedConfig } from "../platform/config.ts";
import { readEnvironment } from "../platform/config-environment.ts";
import { loadSecretKey, readKeyFile } from "../platform/config-secret.ts";
import { MARK } from "../platform/files/file-store.ts";
import { newId } from "../platform/ids.ts";
import { createKeys, type Keys } from "../platform/keys.ts";
import { type CopyMark, refuseMarked } from "../platform/storage/copy/mark.ts";
import { DatabaseAddress } from "../platform/storage/postgres/address.ts";
import { type Command, readFlags, say } from "./command.ts";
import { explainPostgres } from "./data-folder.ts";
import { needsItsKey, recordKey, requireKeyOf } from "./key-check.ts";
import { type Destination, type Origin, openOrigin, postgresDestination, sqliteDestination, undoMove } from "./move-ends.ts";
import { mustRepair } from "./postgres-copies.ts";
import { count, createProgress } from "./progress.ts";
import { pictures } from "./uploaded-files.ts";

const TARGET_VARIABLE = "SAPA_MOVE_TO";

export const moveCommand: Command = {
  summary: "move the installation from SQLite to PostgreSQL, or back",
  usage: `Usage: sapa move --to postgres://USER:PASSWORD@HOST:PORT/DATABASE [--repair] [--data DIR | --database URL]
       sapa move --to DIR [--database URL]
       sapa move --undo [--data DIR | --database URL]

Copies all data into an empty database, or into a folder without one, and compares both sides by SHA-256. Servers must be
stopped. The source is not changed until the copy is complete; it is then marked as moved, so that \`sapa serve\` refuses
it. If the command is interrupted, run it again: it starts over, or does what is left to do. It prints what to do next.

  --to TARGET        where to; a variable keeps a password out of the list of processes (${TARGET_VARIABLE})
  --repair           replace characters that PostgreSQL cannot store (U+0000 and bytes that are not UTF-8) with U+FFFD
  --undo             let servers use the source again, without what the target has received since
  --files PATH       where servers keep uploaded pictures, which stay there (SAPA_FILES; default DIR/files)
  --data DIR         data folder of the source (SAPA_DATA; default ./data)
  --database URL     PostgreSQL database of the source (SAPA_DATABASE, unless --data is given)`,
  async run(args) {
    const flags = { ...DATA_FLAG, ...FILES_FLAG, to: { type: "string" }, repair: { type: "boolean" }, undo: { type: "boolean" } } as const;
    const read = readFlags(moveCommand, args, flags);
    if (!read) return 0;
    const config = readNamedConfig(read.flags);
    if (read.flags.undo) {
      if (read.flags.to !== undefined) throw new ConfigError("--undo: cannot be given together with --to");
      const { other } = await undoMove(config);
      say(`${config.database ?? config.data} can be used again. Do not start a server on ${other} as well: both would go on separately.`);
      return 0;
    }
    const to = readTarget(read.flags, config);
    const origin = await openOrigin(config);
    try {
      const destination = to instanceof DatabaseAddress ? postgresDestination(to) : await sqliteDestination(to);
      try {
        const key = config.database ? null : findKey(config, origin);
        const files = await move(origin, destination, { keys: key?.keys ?? null, isRepair: read.flags.repair === true });
        explainNext(config, to, { isKeyConfirmed: key?.isConfirmed === true, files });
        return 0;
      } catch (error) {
        const addresses = [config.database, to].filter((one) => one instanceof DatabaseAddress);
        // With two of them, it is not known which one was lost.
        throw addresses[0] && !addresses[1] ? explainPostgres(error, addresses[0]) : error;
      } finally {
        destination.close();
      }
    } finally {
      origin.close();
    }
  },
};

/** @returns the address, or the configuration of the target folder */
function readTarget(flags: FlagValues, source: Config): DatabaseAddress | Config {
  const name = flags.to === undefined ? TARGET_VARIABLE : "--to";
  const text = flags.to === undefined ? readEnvironment()[TARGET_VARIABLE] : String(flags.to);
  if (!text) throw new ConfigError("--to: name a PostgreSQL database or a folder; see sapa move --help");
  if (/^\w+:\/\//.test(text)) {
    const address = DatabaseAddress.parse(text);
    if (typeof address === "string") throw new ConfigError(`${name}: ${address}`);
    if (String(address) === String(source.database)) throw new ConfigError(`${name}: is the database that is to be moved`);
    return address;
  }
  if (!source.database)
    throw new ConfigError(`${name}: must begin with postgres://. To copy a data folder, use sapa backup and sapa restore`);
  return { ...source, data: resolve(text), database: null };
}

/**
 * The key of an installation on SQLite; null if it has none yet.
 * @throws ConfigError if the variable, the key file and the installation do not agree: the wrong key would be recorded
 */
function findKey(config: Config, origin: Origin): { keys: Keys; isConfirmed: boolean } | null {
  const { key: path } = dataPaths(config.data);
  const hasFile = existsSync(path);
  const settings = origin.settings();
  if (config.secretKey === null && !hasFile) {
    if (!needsItsKey(settings)) return null;
    throw new ConfigError(`SAPA_SECRET_KEY: must be set to the key of this installation, because ${path} does not exist`);
  }
  const bytes = loadSecretKey(config);
  if (config.secretKey !== null && hasFile && Buffer.compare(bytes, readKeyFile(path, "--data")) !== 0) {
    throw new ConfigError(
      `SAPA_SECRET_KEY: is not the key in ${path}. If the servers have used the file, unset SAPA_SECRET_KEY; if they have used the variable, move the file to another place`,
    );
  }
  const keys = createKeys(bytes);
  const { isConfirmed } = requireKeyOf(settings, keys, config.secretKey === null ? path : "SAPA_SECRET_KEY");
  return { keys, isConfirmed: isConfirmed || hasFile };
}

interface MoveOptions {
  /** From PostgreSQL null: the record of the key is among the settings. */
  keys: Keys | null;
  isRepair: boolean;
}

/** @returns how many uploaded pictures the installation has; null if the data had been copied before */
async function move(origin: Origin, destination: Destination, { keys, isRepair }: MoveOptions): Promise<number | null> {
  const interrupted = await destination.requireFree();
  if (origin.mark?.state === "moved" && origin.mark.id === interrupted?.id) {
    await destination.open();
    say(`The data had been copied already; ${destination.name} is now complete.`);
    return null;
  }
  refuseMarked(origin.mark, origin.name);
  const source = mustRepair(origin.findUnstorable(), isRepair) ? origin.repaired() : origin.source;
  const id = newId();
  const at = systemClock.now();
  const progress = createProgress();
  const filling: CopyMark = { state: "filling", id, other: origin.name, at };
  const sums = await destination.fill(source, filling, progress.show).finally(progress.clear);
  const rows = sums.reduce((total, sum) => total + sum.rows, 0);
  say(`Copied ${count(rows)} rows of ${sums.length} tables; each table has the same SHA-256 on both sides.`);
  if (keys) await destination.change((db) => recordKey(db, keys));
  await origin.setAside({ state: "moved", id, other: destination.name, at });
  await destination.open();
  return sums.find(({ table }) => table === "files")?.rows ?? 0;
}

interface Moved {
  isKeyConfirmed: boolean;
  files: number | null;
}

function explainNext(from: Config, to: DatabaseAddress | Config, { isKeyConfirmed, files }: Moved): void {
  const { database, key, models, backups } = dataPaths(from.data);
  const steps: string[] = [];
  if (to instanceof DatabaseAddress) {
    steps.push(`Set SAPA_DATABASE to ${to}, with the password, for each server.`);
    if (!from.database) steps.push(explainKey(from, key, isKeyConfirmed));
    if (existsSync(models)) steps.push(`Copy ${models} into the data folder of each other server.`);
  } else {
    steps.push(`Start the server with --data ${to.data}, without SAPA_DATABASE and --database. Keep SAPA_SECRET_KEY set as it is.`);
    const { models: wanted } = dataPaths(to.data);
    if (existsSync(models) && !existsSync(wanted)) steps.push(`Copy ${models} to ${wanted}.`);
  }
  if (files !== 0) steps.push(explainFiles(from, to, files));
  steps.push(
    from.database
      ? `Keep ${from.database} until you are sure, and drop it then. It still contains everything, and servers refuse it.`
      : `Keep ${database} until you are sure, and delete it then, with what is in ${backups}. It still contains everything, and servers refuse it.`,
  );
  const source = from.database ? "--database URL" : `--data ${from.data}`;
  steps.push(`To go back without what is stored from now on: sapa move --undo ${source}`);
  say(`Next:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n")}`);
}

/** Pictures are not in the database, and stay where they are. */
function explainFiles({ files: place }: Config, to: DatabaseAddress | Config, files: number | null): string {
  const found = `Not in the database: ${files === null ? "uploaded pictures" : pictures(files)}.`;
  if (to instanceof DatabaseAddress) {
    return `${found} Give every server the same --files (SAPA_FILES), a folder that they share or a bucket, and copy everything in ${place} there, with its file ${MARK}.`;
  }
  return `${found} Start the server with the same --files (SAPA_FILES) as before, or copy everything in it to ${dataPaths(to.data).files}, with its file ${MARK}.`;
}

function explainKey({ secretKey }: Config, file: string, isConfirmed: boolean): string {
  const same = "Every server needs the same.";
  if (secretKey === null && !existsSync(file)) return `Set SAPA_SECRET_KEY to a new key of at least 16 characters. ${same}`;
  if (secretKey === null) return `Set SAPA_SECRET_KEY to the key of ${file}: SAPA_SECRET_KEY="base64:$(cat ${file})". ${same}`;
  const value = `Set SAPA_SECRET_KEY to the value that it had for this command. ${same}`;
  if (isConfirmed) return value;
  return `${value} Nothing in the installation shows whether it is the right one: if its server has had another key, run sapa move --undo, drop the copy, and move again with that key.`;
}
