/** Making an account. */
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import type { SignUpInput } from "../../contract/user.schema.ts";
import { ADMIN_USERNAME } from "../../contract/user.ts";
import { ConstraintError, type Db, type Tx } from "../platform/db.ts";
import { conflict } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Passwords } from "./passwords.ts";
import { type Account, findTaken, insertAccount, keyOf } from "./store.ts";

/** The account that owns the demo agent. */
export const SYSTEM_USERNAME = "sapa";
const RESERVED: ReadonlySet<string> = new Set([ADMIN_USERNAME, SYSTEM_USERNAME]);

const usernameTaken = () => conflict("Username is already taken", { username: "Username is already taken" });
const emailTaken = () => conflict("Email is already registered", { email: "Email is already registered" });

/** What a failed write of an account says: a name or an address that somebody else took meanwhile, else itself. */
export function asTaken(error: unknown): unknown {
  if (!(error instanceof ConstraintError) || error.kind !== "unique") return error;
  return error.message.includes("username_key") ? usernameTaken() : emailTaken();
}

/** @throws DomainError conflict, when the name (or a reserved one) or the address is taken; busy. */
export async function createAccount(
  deps: { db: Db; passwords: Passwords },
  input: Pick<SignUpInput, "username" | "password"> & { email: string | null },
  now: number,
  /** Stored together with the account. */
  also?: (tx: Tx, account: Account) => Promise<unknown>,
): Promise<Account> {
  await refuseTaken(deps.db, input);
  const account: Account = {
    id: newId(),
    username: input.username,
    email: input.email,
    passwordHash: await deps.passwords.hash(input.password),
    role: "owner",
    planId: FREE_PLAN_ID,
    planValidUntil: null,
    suspendedAt: null,
    createdAt: now,
  };
  try {
    await deps.db.transaction(async (tx) => {
      await insertAccount(tx, account);
      await also?.(tx, account);
    });
  } catch (error) {
    throw asTaken(error);
  }
  return account;
}

/** The cheap refusal, before the hashing. */
export async function refuseTaken(db: Db, input: { username: string; email: string | null }): Promise<void> {
  if (RESERVED.has(keyOf(input.username))) throw usernameTaken();
  const taken = await findTaken(db, input.username, input.email);
  if (taken.username) throw usernameTaken();
  if (taken.email) throw emailTaken();
}
