/** Whether an owner must confirm the email address before a model answers (product 18.12). */
import type { Account } from "../accounts/store.ts";
import { verificationIn } from "./present.ts";
import type { Settings } from "./settings.ts";

type Person = Pick<Account, "role" | "email" | "isVerified">;

/** Whether there is an address to confirm. An account that the administrator made without one has nothing to confirm. */
export const isUnconfirmed = ({ role, email, isVerified }: Person): boolean => role === "owner" && email !== null && !isVerified;

/** Whether no model may be called for this account yet. */
export const isBarredFromModels = (account: Person, settings: Settings, publicUrl: string | null): boolean =>
  verificationIn(settings, publicUrl) === "require" && isUnconfirmed(account);
