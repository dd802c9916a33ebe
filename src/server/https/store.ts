/** Owns: acme_accounts, certificates, acme_challenges. */
import type { CertificateProblem } from "../../contract/https.ts";
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export async function findAccountKey(db: Reader, directory: string): Promise<string | undefined> {
  const row = await db.get<{ sealed_key: string }>(sql`select sealed_key from acme_accounts where directory = ${directory}`);
  return row?.sealed_key;
}

/** Replaces a key that cannot be opened. */
export async function putAccountKey(tx: Tx, directory: string, sealedKey: string): Promise<void> {
  await tx.run(sql`
    insert into acme_accounts (directory, sealed_key, created_at) values (${directory}, ${sealedKey}, ${tx.now})
    on conflict (directory) do update set sealed_key = excluded.sealed_key, created_at = excluded.created_at`);
}

/** All times are epoch milliseconds. */
export interface StoredCertificate {
  domain: string;
  directory: string;
  chain: string | null;
  sealedKey: string | null;
  beginsAt: number | null;
  expiresAt: number | null;
  renewsAt: number | null;
  dueAt: number;
  failures: number;
  problem: CertificateProblem | null;
  detail: string | null;
  failedAt: number | null;
  toldAt: number | null;
}

/** Of these domains only: rows of domains that are no longer served stay, and may be served again. */
export async function listCertificates(db: Reader, domains: readonly string[]): Promise<StoredCertificate[]> {
  return db.all<StoredCertificate>(sql`
    select domain, directory, chain, sealed_key as "sealedKey", begins_at as "beginsAt", expires_at as "expiresAt", renews_at as "renewsAt",
      due_at as "dueAt", failures, problem, detail, failed_at as "failedAt", told_at as "toldAt"
    from certificates where domain in ${sqlList(domains)} order by domain`);
}

export interface NewCertificate {
  domain: string;
  directory: string;
  chain: string;
  sealedKey: string;
  beginsAt: number;
  expiresAt: number;
  renewsAt: number;
  dueAt: number;
}

export async function putCertificate(tx: Tx, one: NewCertificate): Promise<void> {
  await tx.run(sql`
    insert into certificates (domain, directory, chain, sealed_key, begins_at, expires_at, renews_at, due_at)
    values (${one.domain}, ${one.directory}, ${one.chain}, ${one.sealedKey}, ${one.beginsAt}, ${one.expiresAt}, ${one.renewsAt}, ${one.dueAt})
    on conflict (domain) do update set directory = excluded.directory, chain = excluded.chain, sealed_key = excluded.sealed_key,
      begins_at = excluded.begins_at, expires_at = excluded.expires_at, renews_at = excluded.renews_at, due_at = excluded.due_at,
      failures = 0, problem = null, detail = null, failed_at = null, told_at = null`);
}

/** That an order is about to begin, as a failure would be noted: if the process ends in the middle, the next one waits before it orders again. */
export async function putAttempt(
  tx: Tx,
  { domain, directory, failures, dueAt }: Pick<Failure, "domain" | "directory" | "failures" | "dueAt">,
): Promise<void> {
  await tx.run(sql`
    insert into certificates (domain, directory, due_at, failures) values (${domain}, ${directory}, ${dueAt}, ${failures})
    on conflict (domain) do update set due_at = excluded.due_at, failures = excluded.failures`);
}

export interface Failure {
  domain: string;
  directory: string;
  problem: CertificateProblem;
  detail: string;
  failures: number;
  dueAt: number;
}

/** Keeps the certificate that is served. */
export async function putFailure(tx: Tx, { domain, directory, problem, detail, failures, dueAt }: Failure): Promise<void> {
  await tx.run(sql`
    insert into certificates (domain, directory, due_at, failures, problem, detail, failed_at)
    values (${domain}, ${directory}, ${dueAt}, ${failures}, ${problem}, ${detail}, ${tx.now})
    on conflict (domain) do update set due_at = excluded.due_at, failures = excluded.failures, problem = excluded.problem,
      detail = excluded.detail, failed_at = excluded.failed_at`);
}

export async function putRenewal(tx: Tx, domain: string, { renewsAt, dueAt }: { renewsAt: number; dueAt: number }): Promise<void> {
  await tx.run(sql`update certificates set renews_at = ${renewsAt}, due_at = ${dueAt} where domain = ${domain}`);
}

export async function markTold(tx: Tx, domain: string): Promise<void> {
  await tx.run(sql`update certificates set told_at = ${tx.now} where domain = ${domain}`);
}

export async function putChallenge(
  tx: Tx,
  { token, answer, expiresAt }: { token: string; answer: string; expiresAt: number },
): Promise<void> {
  await tx.run(sql`
    insert into acme_challenges (token, answer, expires_at) values (${token}, ${answer}, ${expiresAt})
    on conflict (token) do update set answer = excluded.answer, expires_at = excluded.expires_at`);
}

export async function findChallenge(db: Reader, token: string): Promise<string | undefined> {
  return (await db.get<{ answer: string }>(sql`select answer from acme_challenges where token = ${token}`))?.answer;
}

export async function deleteOldChallenges(tx: Tx): Promise<void> {
  await tx.run(sql`delete from acme_challenges where expires_at < ${tx.now}`);
}
