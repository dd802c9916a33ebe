import type { AuditRow } from "../../contract/audit.ts";
import type { StoredAudit } from "./store.ts";

const parse = (value: string | null) => (value === null ? null : (JSON.parse(value) as Record<string, unknown>));

export function presentAudit(row: StoredAudit): AuditRow {
  return { ...row, at: new Date(row.at).toISOString(), before: parse(row.before), after: parse(row.after) };
}

const COLUMNS = ["at", "actor", "address", "action", "subject", "before", "after"] as const;

/** A spreadsheet treats a cell that begins with one of these as a formula and runs it (OWASP: CSV injection). */
const FORMULA = /^[=+\-@\t\r|%]/;

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One row of a CSV file (RFC 4180), with its line end. */
export function csvRow(values: readonly (string | null)[]): string {
  return `${values.map((value) => cell(value ?? "")).join(",")}\r\n`;
}

export const auditHeader = () => csvRow(COLUMNS);

export function auditLine(row: StoredAudit): string {
  const { at, actor, address, action, subject, before, after } = row;
  return csvRow([new Date(at).toISOString(), actor, address, action, subject, before, after]);
}
