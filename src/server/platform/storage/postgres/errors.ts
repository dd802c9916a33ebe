/** Turns PostgreSQL's errors into those of the storage port. */
import { errorCode } from "../../error-code.ts";
import { ConstraintError, NothingChanged, StorageBusy, StorageFailed, StorageFull, StorageRefused } from "../db.ts";

/**
 * The connection was lost, or PostgreSQL does not answer on it. Unless the COMMIT was already sent, nothing of the
 * transaction is stored.
 */
export class ConnectionLost extends StorageFailed {
  override name = "ConnectionLost";
  constructor(message: string, options?: ErrorOptions) {
    super("storage_lost", message, options);
  }
}

/** The SQLSTATE of an error of PostgreSQL (Bun has it in `errno`); empty if the error is none. */
export function sqlState(error: unknown): string {
  return error instanceof Error && "errno" in error && typeof error.errno === "string" ? error.errno : "";
}

/** Another transaction was in the way: the same transaction may succeed if it is run again. */
export function isCollision(error: unknown): boolean {
  const state = sqlState(error instanceof StorageRefused ? error.cause : error);
  return state === "40001" || state === "40P01";
}

/** The error of `requireChange`, which divides by the number of changed rows. */
export function asNothingChanged(error: unknown): unknown {
  return sqlState(error) === "22012" ? new NothingChanged("a required statement changed no row", { cause: error }) : error;
}

const CONSTRAINTS: Readonly<Record<string, ConstraintError["kind"]>> = {
  "23505": "unique",
  "23503": "foreign_key",
  // As on SQLite, a missing value and a trigger that refuses count as checks.
  "23502": "check",
  "23514": "check",
};

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const BUSY = /^(?:40001|40P01|55P03|57014|53[234]00)$/;
const FULL = /^53100$/;
const DAMAGED = /^XX00[12]$/;
const FAILING = /^(?:25006|58...|F0000|42501)$/;
/** The connection ended (08, 57P0x, 25P03), or a new one is refused: the server starts, the password or the database is wrong. */
const LOST = /^(?:08...|57P0[1-5]|25P03|28...|3D000)$/;

export function asPortError(error: unknown): unknown {
  if (error instanceof StorageRefused || !(error instanceof Error)) return error;
  const state = sqlState(error);
  const { message } = error;
  const constraint = CONSTRAINTS[state];
  if (constraint) return new ConstraintError(constraint, message);
  if (LOST.test(state) || (state === "" && isOfConnection(error))) return new ConnectionLost(message, { cause: error });
  if (FULL.test(state)) return new StorageFull(message, { cause: error });
  if (BUSY.test(state)) return new StorageBusy(message, { cause: error });
  if (DAMAGED.test(state)) return new StorageFailed("database_damaged", message, { cause: error });
  if (FAILING.test(state)) return new StorageFailed("storage_failing", message, { cause: error });
  return error;
}

/** Errors of Bun's client about a connection, such as ERR_POSTGRES_CONNECTION_CLOSED, and of the system, such as ECONNRESET. */
function isOfConnection(error: Error): boolean {
  const code = errorCode(error);
  return (
    /^ERR_POSTGRES_(?:CONNECTION|IDLE_TIMEOUT|LIFETIME_TIMEOUT|TLS|AUTHENTICATION|UNSUPPORTED_AUTH|UNKNOWN_AUTH|SASL|SERVER_ERROR$)/.test(
      code,
    ) || /^E(?:CONN|NOTFOUND|AI_|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT)/.test(code)
  );
}
