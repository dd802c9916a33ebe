/** People who are the contact of no business, as the administrator's list has them (store.ts). */
import { type Reader, sql } from "../platform/storage/db.ts";
import { keyOf } from "./store.ts";

export interface StoredPerson {
  id: string;
  username: string;
  email: string | null;
  businesses: number;
  suspendedAt: number | null;
  createdAt: number;
}

/** Not the staff, which has a list of its own. */
const alone = (search: string) => {
  const pattern = `%${keyOf(search).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const found = sql` and (u.username_key like ${pattern} escape '\\' or u.email_key like ${pattern} escape '\\')`;
  return sql`
    from users u where u.deleted_at is null and u.role = 'owner'${search === "" ? sql`` : found}
      and not exists (select 1 from members m join accounts a on a.id = m.account_id
        where m.user_id = u.id and m.role = 'owner' and a.deleted_at is null)
      and not exists (select 1 from staff s where s.user_id = u.id)`;
};

/** A page by username. An empty `search` finds all. */
export async function listPeople(
  db: Reader,
  search: string,
  page: { limit: number; offset: number },
): Promise<{ people: StoredPerson[]; total: number }> {
  const people = await db.all<StoredPerson>(sql`
    select u.id, u.username, u.email, u.suspended_at as "suspendedAt", u.created_at as "createdAt",
      (select count(*) from members m join accounts a on a.id = m.account_id where m.user_id = u.id and a.deleted_at is null) as businesses
    ${alone(search)} order by u.username_key, u.id limit ${page.limit} offset ${page.offset}`);
  const count = await db.get<{ n: number }>(sql`select count(*) as n ${alone(search)}`);
  return { people, total: count?.n ?? 0 };
}
