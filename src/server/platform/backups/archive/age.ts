/**
 * The encryption of backups: the format of the program age (age-encryption.org/v1), so that a backup can be opened without Sapa.
 * Anyone who has the recipient can make backups; only the identity, which is the operator's key, opens them.
 */
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { BackupFailed } from "./problem.ts";

/** What an encrypted file begins with. */
export const AGE_MAGIC = "age-encryption.org/v1\n";

type Bytes = Uint8Array<ArrayBuffer>;

/** A new key: the text that the operator keeps. */
export const newIdentity = (): Promise<string> => generateX25519Identity();

/** The public half of a key; null if the text is no key. */
export async function recipientOf(identity: string): Promise<string | null> {
  // Keys are written in capitals. Some programs change the case of what is pasted.
  const text = identity.trim().toUpperCase();
  if (!/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/.test(text)) return null;
  try {
    return await identityToRecipient(text);
  } catch {
    // A letter is wrong: the text has a checksum.
    return null;
  }
}

export async function encrypt(plain: ReadableStream<Bytes>, recipient: string): Promise<ReadableStream<Bytes>> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return (await encrypter.encrypt(plain)) as ReadableStream<Bytes>;
}

/** A file that was cut off or changed makes the stream fail at that place, and nothing behind it is passed on. @throws BackupFailed */
export async function decrypt(sealed: ReadableStream<Bytes>, identity: string): Promise<ReadableStream<Bytes>> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity.trim().toUpperCase());
  try {
    return (await decrypter.decrypt(sealed)) as ReadableStream<Bytes>;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (words.includes("no identity matched")) {
      throw new BackupFailed("wrong_key", "the file was encrypted with another key", { cause: error });
    }
    throw new BackupFailed("changed", `the beginning of the file cannot be read (${words})`, { cause: error });
  }
}
