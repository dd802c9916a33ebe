/** Recovery codes: for a person who has lost the phone. 60 random bits each, stored as keyed hashes. */
import { randomInt } from "node:crypto";
import { RECOVERY_CODES } from "../../contract/factor.ts";
import type { Keys } from "../platform/keys.ts";

/** 32 characters without those that look alike, because people write the codes down. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz023456789";
const GROUPS = 3;
const GROUP_LENGTH = 4;

const newCode = () =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")).join("-");

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode);

/** Spaces, dashes and capitals do not matter. */
export const recoveryHash = (keys: Pick<Keys, "digest">, userId: string, code: string): string =>
  keys.digest(`${userId} ${code.toLowerCase().replace(/[\s-]/g, "")}`, "recovery code");
