import { isBannerShown } from "../../contract/banner.ts";
import { accountApi } from "../../contract/calls/accounts.schema.ts";
import { userApi } from "../../contract/calls/users.schema.ts";
import { mayAct } from "../../contract/member.ts";
import { told } from "../../contract/messages/message.ts";
import { pagesOf } from "../../contract/page.ts";
import { isSetupDone } from "../../contract/setup.ts";
import { LATEST_PAYMENTS, USAGE_DAYS, type UserDetails, type Verification } from "../../contract/user.ts";
import { endAccess } from "../accounts/end-access.ts";
import { Guesses } from "../accounts/guesses.ts";
import type { Asker, Passwords } from "../accounts/passwords.ts";
import { requireRole } from "../accounts/roles.ts";
import { deviceOf, endSession, startSession } from "../accounts/sessions.ts";
import { isFamiliarAddress } from "../accounts/sessions-store.ts";
import { type Account, findByEmail, findByUsername, findPerson, keyOf, type Person, setPasswordHash } from "../accounts/store.ts";
import { isOfBusiness, readerOf } from "../accounts/visible.ts";
import { refuseWeakPassword } from "../accounts/weak-passwords.ts";
import { listAgents } from "../agents/store.ts";
import { presentAccountLog } from "../audit/present.ts";
import { listAccountLog, recordAudit } from "../audit/store.ts";
import type { MailRoom } from "../mail/mail.ts";
import { presentNotice } from "../notices/present.ts";
import { listPaymentsOf } from "../payments/list-store.ts";
import { presentPayment } from "../payments/present.ts";
import { usedInMonth } from "../plans/usage-store.ts";
import { type Clock, monthOf } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { invalid, notFound } from "../platform/errors.ts";
import { addressKey } from "../platform/http/address.ts";
import { Reply } from "../platform/http/answer.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule, Rates } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import type { Keys } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import { isUnconfirmed } from "../settings/confirmation.ts";
import { verificationIn } from "../settings/present.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { listStanding } from "../terms/notices.ts";
import { editAccount, makeAccount } from "./administer.ts";
import { createFailureReport } from "./failure-report.ts";
import { findAgentPage, presentAgents } from "./list-agents.ts";
import { createLogin, suspended } from "./login.ts";
import { changeOwn } from "./own-names.ts";
import { PASSWORD_CHANGES, requirePassword, requireUnchanged, wrongCredentials } from "./own-password.ts";
import { ownPart, presentAccount, presentSelf } from "./present.ts";
import { sendPasswordChanged } from "./recovery.ts";
import { ownHostsOf, readSetup } from "./setup.ts";
import { refuseTaken, requireOpen, signUp } from "./sign-up.ts";
import { readUsage } from "./usage.ts";
import { findVisible } from "./visible.ts";

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  keys: Keys;
  http: Http;
  rates: Rates;
  sharedRates: SharedRates;
  passwords: Passwords;
  settings: SettingsSource;
  mailRoom: MailRoom;
}

const TEN_MINUTES = 600_000;
/** Attempts, most of which fail because of a field. A setting limits how many accounts are made. */
const SIGN_UPS: RateRule = { name: "signup", max: 40, perMs: TEN_MINUTES };
const LOGINS: RateRule = { name: "login.address", max: 100, perMs: TEN_MINUTES };
/** A search reads the names of all agents of an account. */
const AGENT_LISTS: RateRule = { name: "agents.list", max: 240, perMs: 60_000 };

/** The address that the owner should still confirm; null: none. */
function unconfirmedOf(account: Person, verification: Verification): UserDetails["unconfirmed"] {
  if (verification === "off" || account.email === null || !isUnconfirmed(account)) return null;
  return { email: account.email, isRequired: verification === "require" };
}

export function accountRoutes(deps: Deps) {
  const { db, clock, http, rates, passwords } = deps;
  const administer = { ...deps, timeZone: deps.config.tz };
  const guesses = new Guesses({ ...deps, onManyFailures: createFailureReport({ ...deps, timeZone: deps.config.tz }) });
  const login = createLogin(deps);

  /** The person who asks, named by the id of the person or of the business on screen. */
  const findSelf = async (viewer: Viewer, id: string): Promise<Person> => {
    const person = id === viewer.userId || isOfBusiness(viewer, id) ? await findPerson(db, viewer.userId) : undefined;
    if (!person) throw notFound();
    return person;
  };

  /** As `readerOf`; the administrator reads those of the account's contact. */
  const readerAt = (viewer: Viewer, { id, userId = id }: Account): string => (viewer.role === "admin" ? userId : readerOf(viewer));

  /**
   * One's own new address: with mail, it is confirmed first (`POST /api/account/email`); otherwise it asks for the password.
   * @returns whether the address changes.
   */
  const allowEmail = async (
    account: Person,
    { email, currentPassword }: { email?: string | null; currentPassword?: string },
    asker: Asker,
  ): Promise<boolean> => {
    if (email === undefined || keyOf(email ?? "") === keyOf(account.email ?? "")) return false;
    if (await deps.mailRoom.open()) throw invalid({ email: told("accounts.changeEmail") });
    if (currentPassword === undefined) throw invalid({ currentPassword: told("accounts.passwordRequired") });
    await requirePassword(deps, account, currentPassword, asker);
    return true;
  };

  const createUser = http.forAdmin(userApi.createUser, async ({ viewer, body, address }) =>
    presentAccount(deps, await makeAccount(deps, { actor: viewer, address }, body)),
  );
  const updateUser = http.forAdmin(userApi.updateUser, async ({ request, viewer, params, body, address }) => {
    const asker = { from: addressKey(address), signal: request.signal };
    if (viewer && isOfBusiness(viewer, params.id)) await allowEmail(await findSelf(viewer, params.id), body, asker);
    await editAccount(administer, { actor: viewer, address, session: viewer?.tokenHash }, params.id, body);
    return presentAccount(deps, await findVisible(db, viewer, params.id));
  });

  return mount("accounts", [
    http.endpoint(
      accountApi.signUp,
      { limit: SIGN_UPS, first: () => requireOpen(deps.settings), forAdmin: createUser },
      // Nothing else that a visitor sends is read, least of all a plan: everyone starts on the Free Plan.
      async ({ request, body, address }) => {
        const from = addressKey(address);
        const stranger = { ...deps, timeZone: deps.config.tz, addressKey: from, signal: request.signal };
        const { id } = await signUp(stranger, body);
        const account = await findPerson(db, id);
        if (!account) throw notFound();
        return login.ofNewAccount(account, { request, address });
      },
    ),
    http.endpoint(accountApi.logIn, { limit: LOGINS }, async ({ request, viewer, body, address }) => {
      const from = addressKey(address);
      const account = body.email.includes("@") ? await findByEmail(db, body.email) : await findByUsername(db, body.email);
      // An email and a username count as the same account. An unknown name counts as an account of its own.
      const at = account?.id ?? `unknown ${keyOf(body.email)}`;
      const isFamiliar = async () => (await isFamiliarAddress(db, at, login.isFamiliarHash(from))) || viewer?.userId === at;
      const hash = account && account.role !== "system" ? account.passwordHash : null;
      const isRight = await guesses.attempt({ at, from, isFamiliar }, () =>
        passwords.matches(body.password, hash, { from, signal: request.signal }),
      );
      if (!account || !isRight) throw wrongCredentials();
      if (account.suspendedAt !== null) throw suspended();
      return login.afterPassword(account, { request, address });
    }),
    http.endpoint(accountApi.logOut, { endsView: true, isForSetUp: true }, async ({ viewer }) => {
      await endSession(db, viewer.tokenHash);
    }),
    http.endpoint(accountApi.fetchUser, async ({ viewer, params, request }) => {
      const account = await findVisible(db, viewer, params.id);
      const month = monthOf(clock.now(), deps.config.tz);
      const person = isOfBusiness(viewer, account.id) ? await findPerson(db, viewer.userId) : undefined;
      const [user, agents, used, usage, paid] = await Promise.all([
        presentAccount(deps, account),
        listAgents(db, account.id),
        usedInMonth(db, account.id, month),
        readUsage(deps, account.id, USAGE_DAYS),
        listPaymentsOf(db, account.id, { limit: LATEST_PAYMENTS, offset: 0 }),
      ]);
      const seesMoney = viewer.role === "admin" || mayAct(viewer.member, "owner");
      const limits = account.role === "owner" ? user.plan : null;
      const msgLimit = limits?.msgLimit ?? null;
      const setup = await readSetup(db, { accountId: account.id, limits, ownHosts: ownHostsOf(request, deps.config.publicUrl) });
      const notices = await listStanding(db, { accountId: account.id, userId: readerAt(viewer, account), month, used, msgLimit });
      const { id: _id, name: _name, planName: _planName, ...planFields } = user.plan;
      const current = await deps.settings.read();
      const { banner } = current;
      const details: UserDetails = {
        banner: isBannerShown(banner, clock.now()) ? banner : null,
        ...planFields,
        ...user,
        ...(person ? ownPart(person, viewer.member) : {}),
        chats: await presentAgents(db, agents, usage.inMonth),
        totalMessagesUsed: used,
        usageMonth: month,
        usageDays: usage.days,
        notices: notices.map((notice) => presentNotice(notice, db.now)),
        payments: seesMoney ? paid.payments.map(presentPayment) : [],
        paymentsTotal: seesMoney ? paid.total : 0,
        setup: setup && isSetupDone(setup) ? null : setup,
        publicUrl: deps.config.publicUrl,
        unconfirmed: person ? unconfirmedOf(person, verificationIn(current, deps.config.publicUrl)) : null,
      };
      // Some clients want this cached for an hour, but the answer is private to one account and changes with every message.
      return new Reply(details, { headers: { "cache-control": "private, no-store" } });
    }),
    http.endpoint(accountApi.fetchUsage, async ({ viewer, params, query }) => {
      const account = await findVisible(db, viewer, params.id);
      return { days: (await readUsage(deps, account.id, query.days)).days };
    }),
    http.endpoint(accountApi.listAgents, { limit: AGENT_LISTS }, async ({ viewer, params, query }) => {
      const account = await findVisible(db, viewer, params.id);
      return findAgentPage(db, account.id, monthOf(clock.now(), deps.config.tz), query);
    }),
    http.endpoint(accountApi.updateAccount, { forAdmin: updateUser }, async ({ request, viewer, params, body, address }) => {
      rates.spend(PASSWORD_CHANGES, viewer.userId);
      const account = await findSelf(viewer, params.id);
      if (body.displayName !== undefined) requireRole(viewer, "owner");
      const isMoved = await allowEmail(account, body, { from: addressKey(address), signal: request.signal });
      const { username = account.username } = body;
      if (keyOf(username) !== keyOf(account.username)) await refuseTaken(db, { username, email: null });
      await changeOwn(db, viewer, address, { person: account, isMoved, change: body });
      return presentSelf(deps, await findSelf(viewer, params.id), viewer);
    }),
    http.endpoint(accountApi.listAccountLog, async ({ viewer, params, query }) => {
      const account = await findVisible(db, viewer, params.id);
      const { page, limit } = query;
      const personId = readerAt(viewer, account);
      const { rows, total } = await listAccountLog(db, { accountId: account.id, personId }, { limit, offset: (page - 1) * limit });
      return { entries: rows.map(presentAccountLog), total, totalPages: pagesOf(total, limit) };
    }),
    http.endpoint(accountApi.changePassword, { limit: PASSWORD_CHANGES }, async ({ request, viewer, params, body, address }) => {
      const account = await findSelf(viewer, params.id);
      const asker = { from: addressKey(address), signal: request.signal };
      await requirePassword(deps, account, body.currentPassword, asker, () => refuseWeakPassword(body.newPassword, account, "newPassword"));
      const post = await deps.mailRoom.open();
      const passwordHash = await passwords.hash(body.newPassword, asker);
      const token = await db.transaction(async (tx) => {
        await requireUnchanged(tx, account);
        await setPasswordHash(tx, account.id, passwordHash);
        await endAccess(tx, account.id);
        const line = {
          action: "user.change_password" as const,
          subject: account.id,
          personId: account.id,
          after: { newCredentials: true },
        };
        await recordAudit(tx, { actor: viewer, address, ...line });
        sendPasswordChanged(tx, post, account, deps.config.tz);
        return startSession(tx, account.id, deviceOf(request, address));
      });
      return { token, message: "Password changed." };
    }),
  ]);
}
