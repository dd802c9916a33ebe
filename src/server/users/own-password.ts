/** What a person must prove before a change of their own account: the present password. */
import { told } from "../../contract/messages/message.ts";
import type { Asker, Passwords } from "../accounts/passwords.ts";
import { type Account, findPerson } from "../accounts/store.ts";
import { DomainError, invalid, notFound } from "../platform/errors.ts";
import { addressKey } from "../platform/http/address.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { RateRule } from "../platform/http/rates.ts";
import { rateLock, type SharedRates } from "../platform/http/shared-rates.ts";
import type { Db, Tx } from "../platform/storage/db.ts";

/** Tries with a present password, by address and by account. */
export const PASSWORD_CHANGES: RateRule = { name: "password", max: 10, perMs: 600_000 };

export const wrongCredentials = () => new DomainError("wrong_credentials", told("accounts.wrongCredentials"));

/** For subjects below this one: requires the password of whoever makes a request. */
export const requireOwnPassword =
  (deps: Parameters<typeof requirePassword>[0]) =>
  async ({ userId }: Pick<Viewer, "userId">, given: string, { address, signal }: { address: string; signal: AbortSignal }) => {
    const account = await findPerson(deps.db, userId);
    if (!account) throw notFound();
    await requirePassword(deps, account, given, { from: addressKey(address), signal });
  };

/** Hashing takes long: during it, the password may have been changed or the account suspended. */
export async function requireUnchanged(tx: Tx, account: Account): Promise<void> {
  const now = await findPerson(tx, account.id);
  if (now?.passwordHash !== account.passwordHash || now.suspendedAt !== null) throw wrongCredentials();
}

/** Counts the try before `also` and the hashing. @throws DomainError too_many; invalid, when the password is wrong; busy. */
export async function requirePassword(
  { db, passwords, sharedRates }: { db: Db; passwords: Passwords; sharedRates: SharedRates },
  account: Account,
  given: string,
  asker: Asker,
  also: () => void = () => undefined,
): Promise<void> {
  await db.transaction((tx) => sharedRates.spend(tx, PASSWORD_CHANGES, account.id), { lock: rateLock(PASSWORD_CHANGES, account.id) });
  also();
  if (!(await passwords.matches(given, account.passwordHash, asker))) throw invalid({ currentPassword: told("accounts.passwordWrong") });
}
