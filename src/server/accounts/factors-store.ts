/** Owns: totp_factors, passkeys, recovery_codes. What a person can show besides the password. */
import { type Reader, type Sql, sql, type Tx } from "../platform/storage/db.ts";

export interface StoredTotp {
  /** Sealed. */
  secret: string;
  lastStep: number;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface StoredPasskey {
  id: string;
  userId: string;
  name: string;
  /** Base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  createdAt: number;
  lastUsedAt: number | null;
}

/** A condition: whether the person with this id has a second factor. */
export const hasFactor = (userId: Sql): Sql =>
  sql`(exists (select 1 from totp_factors t where t.user_id = ${userId}) or exists (select 1 from passkeys p where p.user_id = ${userId}))`;

export function findTotp(db: Reader, userId: string): Promise<StoredTotp | undefined> {
  return db.get<StoredTotp>(sql`
    select secret, last_step as "lastStep", created_at as "createdAt", last_used_at as "lastUsedAt"
    from totp_factors where user_id = ${userId}`);
}

/** Replaces an app that was there before. `step`: the period of the code that confirmed it, which is used by that. */
export async function putTotp(tx: Tx, userId: string, { secret, step }: { secret: string; step: number }): Promise<void> {
  await tx.run(sql`
    insert into totp_factors (user_id, secret, last_step, created_at) values (${userId}, ${secret}, ${step}, ${tx.now})
    on conflict (user_id) do update set
      secret = excluded.secret, last_step = excluded.last_step, created_at = excluded.created_at, last_used_at = null`);
}

/** Uses the code of a period. One statement, so that of many uses at once only one succeeds. @returns whether it was not used before. */
export async function spendStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const changed = await tx.run(sql`
    update totp_factors set last_step = ${step}, last_used_at = ${tx.now} where user_id = ${userId} and last_step < ${step}`);
  return changed > 0;
}

export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.run(sql`delete from totp_factors where user_id = ${userId}`)) > 0;
}

type PasskeyRow = Omit<StoredPasskey, "transports"> & { transports: string };
const COLUMNS = sql`id, user_id as "userId", name, public_key as "publicKey", counter, transports, created_at as "createdAt",
  last_used_at as "lastUsedAt"`;
const toPasskey = (row: PasskeyRow): StoredPasskey => ({ ...row, transports: JSON.parse(row.transports) });

export async function findPasskey(db: Reader, id: string): Promise<StoredPasskey | undefined> {
  const row = await db.get<PasskeyRow>(sql`select ${COLUMNS} from passkeys where id = ${id}`);
  return row && toPasskey(row);
}

/** The oldest first; their number is limited. */
export async function listPasskeys(db: Reader, userId: string): Promise<StoredPasskey[]> {
  const rows = await db.all<PasskeyRow>(sql`select ${COLUMNS} from passkeys where user_id = ${userId} order by created_at, id limit 100`);
  return rows.map(toPasskey);
}

/** @returns false, and adds nothing, if the person has as many already. @throws ConstraintError unique, if it is known. */
export async function insertPasskey(
  tx: Tx,
  { id, userId, name, publicKey, counter, transports }: Omit<StoredPasskey, "createdAt" | "lastUsedAt">,
  atMost: number,
): Promise<boolean> {
  const text = (value: string) => sql`cast(${value} as text)`;
  const inserted = await tx.run(sql`
    insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
    select ${text(id)}, ${text(userId)}, ${text(name)}, ${text(publicKey)}, cast(${counter} as bigint), ${text(JSON.stringify(transports))},
      cast(${tx.now} as bigint)
    where (select count(*) from passkeys where user_id = ${userId}) < cast(${atMost} as bigint)`);
  return inserted > 0;
}

/** Notes a use. @returns false if the authenticator counts, and has not counted on: the passkey may have been copied. */
export async function countPasskey(tx: Tx, id: string, counter: number): Promise<boolean> {
  const changed = await tx.run(sql`
    update passkeys set counter = ${counter}, last_used_at = ${tx.now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and cast(${counter} as bigint) = 0))`);
  return changed > 0;
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from passkeys where user_id = ${userId} and id = ${id}`)) > 0;
}

/** Makes these the person's recovery codes, instead of those that there were. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`);
  for (const hash of hashes) {
    tx.send(sql`insert into recovery_codes (user_id, code_hash, created_at) values (${userId}, ${hash}, ${tx.now})`);
  }
}

/** Uses a code. One statement, so that of many uses at once only one succeeds. @returns whether it could be used. */
export async function spendRecoveryCode(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update recovery_codes set used_at = ${tx.now} where user_id = ${userId} and code_hash = ${hash} and used_at is null`);
  return changed > 0;
}

/** How many codes were not used yet. */
export async function countRecoveryCodes(db: Reader, userId: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select count(*) as n from recovery_codes where user_id = ${userId} and used_at is null`);
  return row?.n ?? 0;
}

/** Removes every factor of a person, and the recovery codes. @returns whether there was a factor. */
export async function deleteFactors(tx: Tx, userId: string): Promise<boolean> {
  const apps = await tx.run(sql`delete from totp_factors where user_id = ${userId}`);
  const passkeys = await tx.run(sql`delete from passkeys where user_id = ${userId}`);
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`);
  return apps + passkeys > 0;
}
