/** Owns: paced_hosts. When the next request to each host may begin, whichever process makes it. */
import { sql, type Tx } from "../platform/storage/db.ts";

/** Milliseconds. No host is waited for longer: the database's clock may have been set back. */
const LONGEST_MS = 600_000;

/** Takes the next turn of a host, after which it is left alone for `ms`. @returns the milliseconds until the turn begins */
export async function takeTurn(tx: Tx, host: string, ms: number): Promise<number> {
  const [gap, longest] = [sql`cast(${ms} as bigint)`, sql`cast(${LONGEST_MS} as bigint)`];
  const row = await tx.get<{ waitMs: number }>(sql`
    insert into paced_hosts (host, next_at) values (${host}, ${tx.clock} + ${gap})
    on conflict (host) do update set next_at = ${gap} + case
      when paced_hosts.next_at between ${tx.clock} and ${tx.clock} + ${longest} then paced_hosts.next_at else ${tx.clock} end
    returning next_at - ${gap} - ${tx.clock} as "waitMs"`);
  return Math.max(row?.waitMs ?? 0, 0);
}

/** Forgets hosts whose next request may begin anyway. @returns how many */
export async function forgetHosts(tx: Tx, limit: number): Promise<number> {
  return tx.run(
    sql`delete from paced_hosts where host in (select host from paced_hosts where next_at < ${tx.clock} order by next_at limit ${limit})`,
  );
}
