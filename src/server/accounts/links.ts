/** Links that a person opens once: 256 random bits, stored as a hash, with an end. A new one ends those before it. */
import { told } from "../../contract/messages/message.ts";
import { DomainError } from "../platform/errors.ts";
import { hashSecret, randomText } from "../platform/ids.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";
import { endLinks, endMailedLinks, findLink, insertLink, type LinkPurpose, type StoredLink, spendLink } from "./links-store.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a link works. One that is handed over may be read hours later. */
export const LINK_LIFE_MS = {
  reset: 30 * MINUTE_MS,
  handedOver: 24 * HOUR_MS,
  verify: 7 * 24 * HOUR_MS,
  email: 24 * HOUR_MS,
} as const;

/** @returns the token, this one time. `email`: where it is sent; null: the person `madeBy` hands it over. */
export async function makeLink(
  tx: Tx,
  {
    userId,
    purpose,
    email,
    lifeMs,
    madeBy = null,
  }: { userId: string; purpose: LinkPurpose; email: string | null; lifeMs: number; madeBy?: string | null },
): Promise<{ token: string; expiresAt: number }> {
  const token = randomText(32);
  const expiresAt = tx.now + lifeMs;
  // Anyone may ask for a mail: it does not end a link that the administrator has handed over.
  await (email === null ? endLinks(tx, userId, purpose) : endMailedLinks(tx, userId, purpose));
  await insertLink(tx, { tokenHash: hashSecret(token), userId, purpose, email, expiresAt, madeBy });
  return { token, expiresAt };
}

export type LinkState = "open" | "used" | "expired";

/** A link that never was, that was replaced by a newer one or that has another purpose counts as expired. */
export function stateOf(link: StoredLink | undefined, purposes: readonly LinkPurpose[], now: number): LinkState {
  if (!link || !purposes.includes(link.purpose)) return "expired";
  if (link.usedAt !== null) return "used";
  return link.expiresAt > now ? "open" : "expired";
}

const refusalOf = (state: "used" | "expired") =>
  state === "used" ? new DomainError("link_used", told("links.used")) : new DomainError("link_expired", told("links.expired"));

/** @throws DomainError link_used, link_expired. */
export async function requireLink(db: Reader, token: string, purposes: readonly LinkPurpose[]): Promise<StoredLink> {
  const link = await findLink(db, hashSecret(token));
  const state = stateOf(link, purposes, db.now);
  if (!link || state !== "open") throw refusalOf(state === "open" ? "expired" : state);
  return link;
}

/** Uses the link, once. @throws DomainError link_used, when another request was faster; link_expired. */
export async function takeLink(tx: Tx, token: string, purposes: readonly LinkPurpose[]): Promise<StoredLink> {
  const link = await requireLink(tx, token, purposes);
  if (!(await spendLink(tx, hashSecret(token)))) throw refusalOf("used");
  return link;
}
