/** Refuses passwords that are guessed first. The contract has the minimum length (user.schema.ts). */
import { type Message, told } from "../../contract/messages/message.ts";
import { invalid } from "../platform/errors.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

/**
 * Must be called for every new password: at sign-up, at a change, by the administrator, on the command line. `field` names
 * the form's field. @throws DomainError invalid.
 */
export function refuseWeakPassword(password: string, owner: { username: string; email: string | null }, field = "password"): void {
  const plain = password.trim().toLowerCase();
  const isOneCharacter = new Set(plain).size <= 1;
  if (isOneCharacter || COMMON_PASSWORDS.has(plain)) throw weak(field, told("accounts.passwordCommon"));
  const email = owner.email?.toLowerCase() ?? "";
  if (plain === email || plain === owner.username.toLowerCase() || plain === email.split("@")[0]) {
    throw weak(field, told("accounts.passwordIsName"));
  }
}

const weak = (field: string, text: Message) => invalid({ [field]: text });
