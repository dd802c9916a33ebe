import type { AuditRow } from "../../contract/audit.ts";
import type { AccountLogEntry } from "../../contract/user.ts";
import { csvRow } from "../platform/csv.ts";
import type { StoredAudit } from "./store.ts";

const parse = (value: string | null) => (value === null ? null : (JSON.parse(value) as Record<string, unknown>));

/** A line as the owner of the account reads it: without the address from which the administrator worked. */
export function presentAccountLog({ id, at, actor, action, before, after }: StoredAudit): AccountLogEntry {
  return { id, at: new Date(at).toISOString(), actor, action, before: parse(before), after: parse(after) };
}

/** Usernames by the ids of accounts, and of people: a person and the business that this person has founded have the same id. */
export interface Names {
  accounts: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
}

export function presentAudit({ personId, ...row }: StoredAudit, { accounts, people }: Names): AuditRow {
  return {
    ...row,
    subjectName: (personId === null ? accounts.get(row.subject) : people.get(personId)) ?? "",
    at: new Date(row.at).toISOString(),
    before: parse(row.before),
    after: parse(row.after),
  };
}

const COLUMNS = ["at", "actor", "address", "action", "subject", "before", "after"] as const;

export const auditHeader = () => csvRow(COLUMNS);

export function auditLine(row: StoredAudit): string {
  const { at, actor, address, action, subject, before, after } = row;
  return csvRow([new Date(at).toISOString(), actor, address, action, subject, before, after]);
}
