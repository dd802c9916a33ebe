/** Owns: settings. */
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export interface StoredSetting {
  key: string;
  value: string;
  sealed: boolean;
}

export async function listSettings(db: Reader): Promise<StoredSetting[]> {
  const rows = await db.all<{ key: string; value: string; sealed: number }>(sql`select key, value, sealed from settings`);
  return rows.map((row) => ({ ...row, sealed: row.sealed === 1 }));
}

/** In which the value of a setting is sealed, so that it cannot take the place of another one. */
export const sealContext = (key: string): string => `setting:${key}`;

/** @returns the value of a setting that is not sealed. */
export async function findSetting(db: Reader, key: string): Promise<string | undefined> {
  return (await db.get<{ value: string }>(sql`select value from settings where key = ${key} and sealed = 0`))?.value;
}

/** When the latest of these settings was changed; epoch milliseconds. Undefined if none of them is stored. */
export async function findChangeOf(db: Reader, keys: readonly string[]): Promise<number | undefined> {
  return (
    (await db.get<{ at: number | null }>(sql`select max(updated_at) as at from settings where key in ${sqlList(keys)}`))?.at ?? undefined
  );
}

export async function putSetting(tx: Tx, setting: StoredSetting): Promise<void> {
  tx.changed("settings", setting.key);
  await tx.run(sql`
    insert into settings (key, value, sealed, updated_at) values (${setting.key}, ${setting.value}, ${setting.sealed}, ${tx.now})
    on conflict (key) do update set value = excluded.value, sealed = excluded.sealed, updated_at = excluded.updated_at`);
}

export async function deleteSetting(tx: Tx, key: string): Promise<void> {
  tx.changed("settings", key);
  await tx.run(sql`delete from settings where key = ${key}`);
}
