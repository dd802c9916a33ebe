/** The letter with which a person confirms the present email address. */
import { LINK_LIFE_MS, makeLink } from "../accounts/links.ts";
import type { Account, Person } from "../accounts/store.ts";
import { letterTo } from "../mail/addressee.ts";
import type { Post } from "../mail/mail.ts";
import type { Tx } from "../platform/storage/db.ts";

/** Writes it with a new link, which ends the earlier ones. Nothing, if the account has no address. */
export async function sendVerify(tx: Tx, post: Post, account: Account | Person): Promise<void> {
  const to = account.email;
  if (to === null) return;
  const { token, expiresAt } = await makeLink(tx, { userId: account.id, purpose: "verify", email: to, lifeMs: LINK_LIFE_MS.verify });
  const link = post.linkTo(`/confirm?token=${token}`);
  post.send(tx, { ...letterTo(account), kind: "verify", params: { username: account.username }, link, linkToken: token, to, expiresAt });
}
