/** Owns: audit. Rows are added and never changed: the table refuses both. */

import type { AuditAction } from "../../contract/audit.ts";
import { ADMIN_USERNAME } from "../../contract/user.ts";
import { tooMany } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";

/** Who made a change: the request's viewer, or the command line. */
export interface Author {
  actor: { userId: string | null; username: string };
  /** Null when the change was made on the machine itself. */
  address: string | null;
}

export interface AuditEntry extends Author {
  action: AuditAction;
  /** The id of what was changed, or the group of the setting. */
  subject: string;
  /** The account whose owners read this line, if the subject is not the account itself. */
  accountId?: string | null;
  /** The person whose own sign-in or address this is about: besides the administrator, only this person reads the line. */
  personId?: string;
  /** The changed fields before and after. Callers leave secrets out; a field that is named like a secret is blanked anyway. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

const SECRET_NAME = /password|secret|token|hash|key$/i;
const MASKED = /^•*.{0,4}$/;

function blankSecrets(name: string, value: unknown): unknown {
  const isSecret = SECRET_NAME.test(name) && typeof value === "string" && !(value.startsWith("•") && MASKED.test(value)) && value !== "";
  return isSecret ? "[redacted]" : value;
}

const toJson = (value: AuditEntry["before"]) => (value === undefined ? null : JSON.stringify(value, blankSecrets));

const LINES_MS = 3_600_000;
/** What one person does in an hour with the same action. */
const LINES_EACH = 120;
/** What ends each thing once: a person with 250 businesses may leave and delete all of them at once, with the own account. */
const LINES_OF_ENDS = 2_000;
const ENDS: readonly AuditAction[] = ["conversation.delete", "visitor.erase", "user.member_leave", "user.delete"];

/**
 * Lines are never deleted, so a person who repeats a cheap change, such as deleting and restoring an agent, must not write any
 * number of them. Each action counts for itself: whoever has stolen a session cannot use up what ends it. The administrator, the
 * command line and the server itself have no limit. @throws DomainError too_many.
 */
async function refuseFlood(tx: Tx, { userId, username }: Author["actor"], action: AuditAction): Promise<void> {
  if (userId === null || username === ADMIN_USERNAME) return;
  const max = ENDS.includes(action) ? LINES_OF_ENDS : LINES_EACH;
  const first = await tx.get<{ at: number }>(sql`
    select at from audit where actor_id = ${userId} and action = ${action} and at > ${tx.now - LINES_MS} and at <= ${tx.now}
    order by at desc limit 1 offset ${max - 1}`);
  if (first) throw tooMany(Math.ceil((first.at + LINES_MS - tx.now) / 1_000));
}

/**
 * Must run in the transaction of the change itself, so that neither is ever stored without the other.
 * @throws DomainError too_many, for a person who repeats the action without end.
 */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await refuseFlood(tx, entry.actor, entry.action);
  const { actor, address, action, subject, accountId = null, personId = null, before, after } = entry;
  await tx.run(sql`
    insert into audit (id, at, actor_id, actor_name, address, action, subject, account_id, person_id, before, after)
    values (${newId()}, ${tx.now}, ${actor.userId}, ${actor.username}, ${address}, ${action}, ${subject}, ${accountId}, ${personId},
      ${toJson(before)}, ${toJson(after)})`);
}

export interface AuditFilter {
  /** Searched in the author, the action and the subject, without regard to ASCII case; an empty string finds all. */
  search: string;
  action?: string;
  /** `from` is inclusive and `before` is exclusive. Epoch milliseconds. */
  from?: number;
  before?: number;
}

export interface StoredAudit {
  id: string;
  at: number;
  actor: string;
  address: string | null;
  action: string;
  subject: string;
  /** The person whom the line is about; null: it is not about a person. */
  personId: string | null;
  /** JSON. */
  before: string | null;
  after: string | null;
}

/** What is about a person and not about a business. Lines of earlier versions have no `person_id`; the person is their subject. */
const PERSONAL = sqlList([
  "user.reset_password",
  "user.change_email",
  "user.change_password",
  "user.add_factor",
  "user.remove_factor",
  "user.new_recovery_codes",
  "user.use_recovery_code",
  "user.lift_factors",
  "user.failed_sign_ins",
  "user.reset_link",
]);
const PERSON = sql`case when person_id is null and action in ${PERSONAL} then subject else person_id end`;
const COLUMNS = sql`id, at, actor_name as actor, address, action, subject, ${PERSON} as "personId", before, after`;

/** As `lower` of SQLite, and of PostgreSQL for columns that are compared by bytes. */
const lowerAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function conditionOf({ search, action, from, before }: AuditFilter): Sql {
  const parts: Sql[] = [sql`1 = 1`];
  if (action !== undefined) parts.push(sql` and action = ${action}`);
  if (from !== undefined) parts.push(sql` and at >= ${from}`);
  if (before !== undefined) parts.push(sql` and at < ${before}`);
  if (search !== "") {
    const pattern = `%${lowerAscii(search).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    parts.push(sql` and (lower(actor_name) like ${pattern} escape '\\' or lower(subject) like ${pattern} escape '\\'
      or lower(before) like ${pattern} escape '\\' or lower(after) like ${pattern} escape '\\')`);
  }
  return parts.reduce((all, part) => sql`${all}${part}`);
}

/** @returns the lines of one page, the latest first. */
export async function listAudit(db: Reader, filter: AuditFilter, page: { limit: number; offset: number }): Promise<StoredAudit[]> {
  return db.all<StoredAudit>(sql`
    select ${COLUMNS} from audit where id in (
      select id from audit where ${conditionOf(filter)} order by at desc, id desc limit ${page.limit} offset ${page.offset})
    order by at desc, id desc`);
}

/**
 * What was done with and in one account, and what is about one person alone, the latest first, and the total number. What is
 * about another person is not listed, also if that person has founded the account and their ids are the same.
 */
export async function listAccountLog(
  db: Reader,
  { accountId, personId }: { accountId: string; personId: string },
  page: { limit: number; offset: number },
): Promise<{ rows: StoredAudit[]; total: number }> {
  const ofAccount = sql`person_id is null and action not in ${PERSONAL}
    and (account_id = ${accountId} or (subject = ${accountId} and action >= 'user.' and action < 'user/'))`;
  return listWhere(db, sql`((${ofAccount}) or ${isAbout(personId)})`, page);
}

/** What is about one person alone: the password, the address, second factors, work in the staff. The latest first. */
export const listPersonLog = (db: Reader, personId: string, page: { limit: number; offset: number }) =>
  listWhere(db, sql`(${isAbout(personId)})`, page);

const isAbout = (personId: string) =>
  sql`person_id = ${personId} or (person_id is null and subject = ${personId} and action in ${PERSONAL})`;

async function listWhere(
  db: Reader,
  condition: Sql,
  page: { limit: number; offset: number },
): Promise<{ rows: StoredAudit[]; total: number }> {
  const rows = await db.all<StoredAudit>(sql`
    select ${COLUMNS} from audit
    where ${condition} order by at desc, id desc limit ${page.limit} offset ${page.offset}`);
  const count = await db.get<{ n: number }>(sql`select count(*) as n from audit where ${condition}`);
  return { rows, total: count?.n ?? 0 };
}

export async function countAudit(db: Reader, filter: AuditFilter): Promise<number> {
  return (await db.get<{ n: number }>(sql`select count(*) as n from audit where ${conditionOf(filter)}`))?.n ?? 0;
}

const MAX_ACTIONS = 100;

export async function listActions(db: Reader): Promise<string[]> {
  const rows = await db.all<{ action: string }>(sql`select distinct action from audit order by action limit ${MAX_ACTIONS}`);
  return rows.map((row) => row.action);
}
