/** Owns: audit. Rows are added and never changed: the table refuses both. */
import { sql, type Tx } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";

/** Who did it: a viewer as the request has it, or the command line. */
export interface Author {
  actor: { accountId: string | null; username: string };
  /** Null: from the machine itself. */
  address: string | null;
}

export interface AuditEntry extends Author {
  /** What was done, as `subject.verb`: `plan.update`. */
  action: string;
  /** The thing's id, or the setting's group. */
  subject: string;
  /** What changed, as it was and as it is. Callers leave secrets out; members named like one are blanked all the same. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
  now: number;
}

const SECRET_NAME = /password|secret|token|hash|key$/i;
const MASKED = /^•*.{0,4}$/;

function blankSecrets(name: string, value: unknown): unknown {
  const isSecret = SECRET_NAME.test(name) && typeof value === "string" && !(value.startsWith("•") && MASKED.test(value)) && value !== "";
  return isSecret ? "[redacted]" : value;
}

const toJson = (value: AuditEntry["before"]) => (value === undefined ? null : JSON.stringify(value, blankSecrets));

/** Belongs into the transaction of the change itself, so that neither is ever stored without the other. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor, address, action, subject, before, after, now } = entry;
  await tx.run(sql`
    insert into audit (id, at, actor_id, actor_name, address, action, subject, before, after)
    values (${newId()}, ${now}, ${actor.accountId}, ${actor.username}, ${address}, ${action}, ${subject}, ${toJson(before)}, ${toJson(after)})`);
}
