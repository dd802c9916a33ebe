/** The signed-in person's own account: language, address, devices, export and deletion. */
import { ownAccountApi } from "../../contract/calls/own-account.schema.ts";
import { mayAct } from "../../contract/member.ts";
import { told } from "../../contract/messages/message.ts";
import { pagesOf } from "../../contract/page.ts";
import type { OwnAccount, OwnSession } from "../../contract/user.ts";
import { findOpenLink } from "../accounts/links-store.ts";
import { hasOtherOwner } from "../accounts/members-store.ts";
import type { Passwords } from "../accounts/passwords.ts";
import { deleteOtherSessions, deleteSession, type ListedSession, listSessions } from "../accounts/sessions-store.ts";
import { findPerson, type Person, setLanguage } from "../accounts/store.ts";
import { presentAccountLog } from "../audit/present.ts";
import { listPersonLog } from "../audit/store.ts";
import type { MailRoom } from "../mail/mail.ts";
import { type Clock, dayOf } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { conflict, notFound } from "../platform/errors.ts";
import { addressKey } from "../platform/http/address.ts";
import { mount, type Viewer } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import type { Keys } from "../platform/keys.ts";
import type { Db } from "../platform/storage/db.ts";
import { isUnconfirmed } from "../settings/confirmation.ts";
import { isMailReady, verificationIn } from "../settings/present.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { removePerson } from "./own-deletion.ts";
import { cancelEmail, changeEmail, resendVerification } from "./own-email.ts";
import { exportAccount } from "./own-export.ts";
import { PASSWORD_CHANGES, requirePassword, requireUnchanged } from "./own-password.ts";
import { presentSelf } from "./present.ts";

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  keys: Keys;
  http: Http;
  passwords: Passwords;
  sharedRates: SharedRates;
  settings: SettingsSource;
  mailRoom: MailRoom;
}

/** These calls work while a required factor is missing: it can only be set up once the address is confirmed (product 18.21). */
const CONFIRMING = { isForSetUp: true } as const;
/** An export reads all conversations of an account. */
const EXPORTS: RateRule = { name: "account.export", max: 6, perMs: 600_000 };

export function ownAccountRoutes(deps: Deps) {
  const { config, db, clock, keys, http, settings } = deps;

  const findSelf = async ({ userId }: Viewer): Promise<Person> => {
    const account = await findPerson(db, userId);
    if (!account) throw notFound();
    return account;
  };

  const presentOwn = async (viewer: Viewer, account: Person): Promise<OwnAccount> => {
    const current = await settings.read();
    return {
      // Without a business that can be used, the person is shown the one to go on with.
      ...(await presentSelf(deps, account, viewer.member === null ? null : viewer)),
      isAdministrator: account.role === "admin",
      isOnlyOwner: viewer.member === "owner" && !(await hasOtherOwner(db, viewer.accountId, account.id)),
      isEmailVerified: account.isVerified === true,
      pendingEmail: (await findOpenLink(db, account.id, "email"))?.email ?? null,
      language: account.language ?? null,
      verification: verificationIn(current, config.publicUrl),
      mailReady: isMailReady(current, config.publicUrl),
      mustConfirm: isMailReady(current, config.publicUrl) && isUnconfirmed(account),
    };
  };

  /** A session's name outside of the server: it says nothing about the token. */
  const idOf = (tokenHash: string) => keys.digest(tokenHash, "session").slice(0, 22);

  const presentSession = (viewer: Viewer, { tokenHash, createdAt, lastSeenAt, address, agent }: ListedSession): OwnSession => ({
    id: idOf(tokenHash),
    agent: agent ?? "",
    address: address ?? "",
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    isCurrent: tokenHash === viewer.tokenHash,
  });

  return mount("own-account", [
    http.endpoint(ownAccountApi.fetchOwnAccount, { isForSetUp: true, isForView: true }, async ({ viewer }) =>
      presentOwn(viewer, await findSelf(viewer)),
    ),
    http.endpoint(ownAccountApi.setLanguage, async ({ viewer, body }) => {
      await db.transaction((tx) => setLanguage(tx, viewer.userId, body.language));
    }),
    http.endpoint(ownAccountApi.changeEmail, { limit: PASSWORD_CHANGES, ...CONFIRMING }, async ({ viewer, body, address, request }) => {
      const account = await findSelf(viewer);
      await requirePassword(deps, account, body.currentPassword, { from: addressKey(address), signal: request.signal });
      return changeEmail(deps, account, { email: body.email, session: viewer.tokenHash, address });
    }),
    http.endpoint(ownAccountApi.cancelEmail, CONFIRMING, async ({ viewer }) => cancelEmail(db, viewer.userId)),
    http.endpoint(ownAccountApi.sendVerification, CONFIRMING, async ({ viewer }) => resendVerification(deps, viewer.userId)),
    http.endpoint(ownAccountApi.listOwnLog, async ({ viewer, query }) => {
      const { page, limit } = query;
      const { rows, total } = await listPersonLog(db, viewer.userId, { limit, offset: (page - 1) * limit });
      return { entries: rows.map(presentAccountLog), total, totalPages: pagesOf(total, limit) };
    }),
    http.endpoint(ownAccountApi.listSessions, async ({ viewer }) => ({
      sessions: (await listSessions(db, viewer.userId)).map((session) => presentSession(viewer, session)),
    })),
    http.endpoint(ownAccountApi.endSession, async ({ viewer, params }) => {
      const session = (await listSessions(db, viewer.userId)).find(({ tokenHash }) => idOf(tokenHash) === params.sessionId);
      if (!session) throw notFound();
      await db.transaction((tx) => deleteSession(tx, session.tokenHash));
    }),
    http.endpoint(ownAccountApi.endOtherSessions, async ({ viewer }) => {
      await db.transaction((tx) => deleteOtherSessions(tx, viewer.userId, viewer.tokenHash));
    }),
    http.endpoint(ownAccountApi.exportAccount, { limit: EXPORTS }, async ({ viewer }) =>
      http.download(
        `account-${dayOf(clock.now(), config.tz)}.json`,
        "application/json",
        exportAccount(deps, { accountId: mayAct(viewer.member, "owner") ? viewer.accountId : null, userId: viewer.userId }),
      ),
    ),
    http.endpoint(ownAccountApi.deleteAccount, { limit: PASSWORD_CHANGES }, async ({ viewer, body, address, request }) => {
      const account = await findSelf(viewer);
      if (account.role === "admin") throw conflict(told("accounts.administratorStays"));
      await requirePassword(deps, account, body.currentPassword, { from: addressKey(address), signal: request.signal });
      await db.transaction(async (tx) => {
        await requireUnchanged(tx, account);
        await removePerson(tx, { actor: viewer, address }, account);
      });
      return { message: told("accounts.closedByOwner").text };
    }),
  ]);
}
