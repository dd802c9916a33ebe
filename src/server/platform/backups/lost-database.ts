/** If the database of an installation is missing, Sapa must not silently create an empty one. */
import { existsSync, statSync } from "node:fs";
import { DatabaseDamaged, findNewestBackup } from "./backup.ts";

/** @throws DatabaseDamaged if the database is missing or empty although other files show that it existed. */
export function refuseLostDatabase({ database, key, backups }: { database: string; key: string; backups: string }): void {
  const size = statSync(database, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  const traces = [...(existsSync(key) ? [key] : []), ...(findNewestBackup(backups) === null ? [] : [backups])];
  if (traces.length === 0) return;
  const state = size === undefined ? "is missing" : "is empty";
  const [verb, them] = traces.length === 1 ? ["is", "it"] : ["are", "them"];
  throw new DatabaseDamaged(
    `${database} ${state}, but there was an installation in this folder: ${traces.join(" and ")} ${verb} still there. To start with an empty database on purpose, move ${them} away first`,
  );
}
