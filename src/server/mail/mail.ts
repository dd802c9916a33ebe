/** Mail for the subjects above: a letter is written into the outbox in the transaction of the fact, and delivered later. */

import { brandOf } from "../../contract/brand.ts";
import { hurryTask } from "../jobs/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { hashSecret } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";
import type { Tx } from "../platform/storage/db.ts";
import { isMailReady, operatorIn } from "../settings/present.ts";
import type { Settings, SettingsSource } from "../settings/settings.ts";
import { type Letter, renderLetter, type Sender } from "./letter.ts";
import { insertMessage, newMessageId } from "./outbox-store.ts";
import type { Mail } from "./smtp.ts";

/** The kind of the outbox's rows, and the name of the task that delivers them. */
export const MAIL_KIND = "mail";
export const DELIVERY_TASK = "deliver mail";
/** A letter that could not be delivered for this long is given up. */
const PATIENCE_MS = 2 * DAY_MS;

/** What a row of the outbox holds, sealed. */
export interface StoredMail extends Mail {
  /** Epoch milliseconds: later than this, the mail means nothing any more and is not sent. */
  expiresAt: number;
  /** The hash of the token of the mail's link: the mail is not sent once the link cannot be used any more. */
  linkHash?: string;
}

export interface Posted extends Letter {
  to: string;
  /** The token of the letter's link (accounts/links.ts). */
  linkToken?: string;
  /** Null for the installation's own. */
  accountId: string | null;
  /** Epoch milliseconds; default: two days from now. */
  expiresAt?: number;
}

/** Writes letters into the outbox. */
export interface Post {
  /** The address of a page of this installation. It never follows from a request: a client could send any host. */
  linkTo(path: string): string;
  /** Must run in the transaction of the fact that the letter is about. @returns the id of the message. */
  send(tx: Tx, letter: Posted): string;
}

export interface MailRoom {
  /** @returns null while mail is not set up: then nothing is sent, and nothing waits. */
  open(): Promise<Post | null>;
}

interface Deps {
  config: Pick<Config, "publicUrl">;
  keys: Pick<Keys, "seal">;
  settings: Pick<SettingsSource, "read">;
}

export const sealContext = (id: string) => `outbox:${id}`;

export function senderOf(settings: Settings, publicUrl: string): Sender {
  const { host } = new URL(publicUrl);
  return { operator: operatorIn(settings, host), contact: settings.operatorContact.trim(), host, brand: brandOf(settings) };
}

export function createMailRoom({ config: { publicUrl }, keys, settings }: Deps): MailRoom {
  return {
    async open() {
      const current = await settings.read();
      if (!isMailReady(current, publicUrl)) return null;
      const sender = senderOf(current, publicUrl);
      return {
        linkTo: (path) => `${publicUrl}${path}`,
        send(tx, letter) {
          const id = newMessageId();
          const mail: StoredMail = {
            ...composed(letter, sender, { id, address: current.mailFrom, now: tx.now }),
            expiresAt: letter.expiresAt ?? tx.now + PATIENCE_MS,
            ...(letter.linkToken !== undefined && { linkHash: hashSecret(letter.linkToken) }),
          };
          const payload = keys.seal(JSON.stringify(mail), sealContext(id));
          insertMessage(tx, { id, kind: MAIL_KIND, accountId: letter.accountId, destination: letter.to, payload });
          hurryTask(tx, DELIVERY_TASK);
          return id;
        },
      };
    },
  };
}

/** A letter as a mail. The Message-ID follows from the row's id, so that a repetition has the same one. */
export function composed(
  letter: Letter & { to: string },
  sender: Sender,
  { id, address, now }: { id: string; address: string; now: number },
): Mail {
  const domain = address.split("@")[1] ?? sender.host;
  return {
    messageId: `<${id}@${domain}>`,
    date: now,
    from: { name: sender.operator, address },
    to: letter.to,
    ...renderLetter(letter, sender),
    ...(sender.brand.logo !== "" && { logo: sender.brand.logo }),
  };
}
