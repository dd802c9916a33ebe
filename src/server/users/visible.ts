import { type Account, findAccount } from "../accounts/store.ts";
import { maySee } from "../accounts/visible.ts";
import { notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { Reader } from "../platform/storage/db.ts";

/** The viewer's own business, or any account if the viewer is the administrator. @throws DomainError not_found. */
export async function findVisible(db: Reader, viewer: Viewer, id: string | undefined): Promise<Account> {
  const account = id !== undefined && maySee(viewer, id) ? await findAccount(db, id) : undefined;
  if (!account || account.role === "system") throw notFound();
  return account;
}
