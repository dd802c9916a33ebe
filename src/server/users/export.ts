/** The table of all accounts, as a CSV file. */
import type { AdminUser } from "../../contract/user.ts";
import { type AccountFilter, listAccountsOn } from "../accounts/list-store.ts";
import { CSV_SLICE } from "../platform/csv.ts";
import type { Reader } from "../platform/storage/db.ts";
import { presentForAdmin } from "./present.ts";

export const USER_COLUMNS = [
  "id",
  "username",
  "email",
  "role",
  "plan",
  "planValidUntil",
  "agents",
  "messagesThisMonth",
  "createdAt",
  "suspendedAt",
];

export const userCells = (user: AdminUser): (string | number | null)[] => [
  user.id,
  user.username,
  user.email,
  user.role,
  user.planName,
  user.planValidUntil,
  user.agents,
  user.messagesThisMonth,
  user.createdAt,
  user.suspendedAt,
];

/** The accounts in the order in which they were made, slice by slice. `month`: YYYY-MM. */
export async function* readUsers(db: Reader, filter: AccountFilter, month: string): AsyncGenerator<AdminUser[]> {
  for (let after: AccountFilter["after"]; ; ) {
    const accounts = await listAccountsOn(db, { ...filter, after }, CSV_SLICE);
    if (accounts.length > 0) yield await presentForAdmin(db, accounts, month);
    const last = accounts.at(-1);
    if (!last || accounts.length < CSV_SLICE) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}
