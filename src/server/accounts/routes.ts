import { Elysia } from "elysia";
import { z } from "zod";
import { dayRange } from "../../contract/page.schema.ts";
import { PAGE_SIZE, pagesOf } from "../../contract/page.ts";
import { accountChange, adminAccountChange, loginInput, newAccountInput, passwordChange, signUpInput } from "../../contract/user.schema.ts";
import {
  LATEST_PAYMENTS,
  type SignedIn,
  SORT_ORDERS,
  USAGE_DAYS,
  USER_SEARCH_MAX,
  USER_SORTS,
  USER_STATUSES,
  type UsageDay,
  type UserDetails,
  type UserPage,
} from "../../contract/user.ts";
import { presentAgentSummary } from "../agents/present.ts";
import { listAgents } from "../agents/store.ts";
import { MAX_NOTICES, presentNotice } from "../notices/present.ts";
import { listNotices } from "../notices/store.ts";
import { presentPayment } from "../payments/present.ts";
import { listPaymentsOf } from "../payments/store.ts";
import { findAllowance } from "../plans/allowance.ts";
import { listUsageDays, usedByAgent, usedInMonth } from "../plans/store.ts";
import { type Clock, dayOf, instantsOf, monthOf } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Db, Tx } from "../platform/db.ts";
import { DomainError, invalid, notFound, unauthenticated } from "../platform/errors.ts";
import { addressKey, type Http, json, noContent, pageQuery, parseWith, type Viewer } from "../platform/http.ts";
import type { RateRule, Rates } from "../platform/rates.ts";
import { deleteAccount, editAccount, makeAccount, restoreAccount, suspendAccount } from "./administer.ts";
import type { Passwords } from "./passwords.ts";
import { presentForAdmin, presentUser } from "./present.ts";
import { endSession, replaceSessions, startSession } from "./sessions.ts";
import { asTaken, createAccount, refuseTaken } from "./sign-up.ts";
import { type Account, findAccount, findByEmail, findByUsername, keyOf, listAccounts, renameAccount, setPasswordHash } from "./store.ts";

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  http: Http;
  rates: Rates;
  passwords: Passwords;
  /** Told when sessions ended: sockets that live by one close at once. */
  onSessionsEnded(): void;
  /** Told which agents are other than they were. */
  forgetAgents(ids: readonly string[]): void;
}

const TEN_MINUTES = 600_000;
const SIGN_UPS: RateRule = { name: "signup", max: 40, perMs: TEN_MINUTES };
/** Guesses at one account from one address; a right password is not counted. */
const GUESSES: RateRule = { name: "login.account", max: 10, perMs: TEN_MINUTES };
const LOGINS: RateRule = { name: "login.address", max: 100, perMs: TEN_MINUTES };
const PASSWORD_CHANGES: RateRule = { name: "password", max: 10, perMs: TEN_MINUTES };
const DAY_MS = 86_400_000;
const usageQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(USAGE_DAYS) });

const listQuery = pageQuery(PAGE_SIZE.users).extend({
  q: z.string().trim().max(USER_SEARCH_MAX).default(""),
  sort: z.enum(USER_SORTS).default("created"),
  order: z.enum(SORT_ORDERS).default("desc"),
  plan: z.coerce.number().int().min(1).optional(),
  status: z.enum(USER_STATUSES).optional(),
  ...dayRange,
});

const wrongCredentials = () => new DomainError("wrong_credentials", "Wrong email or password.");

/** Hashing takes long: the password that was right may have been changed, or the account suspended, meanwhile. */
async function requireUnchanged(tx: Tx, account: Account): Promise<void> {
  const now = await findAccount(tx, account.id);
  if (now?.passwordHash !== account.passwordHash || now.suspendedAt !== null) throw wrongCredentials();
}

export function accountRoutes(deps: Deps) {
  const { db, clock, http, rates, passwords } = deps;
  const administer = { ...deps, timeZone: deps.config.tz };

  const present = async (account: Account) => {
    const allowance = await findAllowance(db, account.id, clock.now());
    if (!allowance) throw unauthenticated();
    return presentUser(account, allowance.plan, clock.now());
  };

  /** One's own account, or any for the administrator. */
  const findVisible = async (viewer: Viewer, id: string | undefined): Promise<Account> => {
    const account = id !== undefined && (viewer.accountId === id || viewer.role === "admin") ? await findAccount(db, id) : undefined;
    if (!account || account.role === "system") throw notFound();
    return account;
  };
  const findSelf = async (viewer: Viewer, id: string | undefined): Promise<Account> => {
    if (viewer.accountId !== id) throw notFound();
    return findVisible(viewer, id);
  };

  /** A row for each of the last `count` days. */
  const readUsage = async (accountId: string, count: number): Promise<UsageDay[]> => {
    const now = clock.now();
    const days = Array.from({ length: count }, (_, i) => dayOf(now - (count - 1 - i) * DAY_MS, deps.config.tz));
    const agentsOf = new Map<string, Record<string, number>>();
    for (const { day, agentId, messages } of await listUsageDays(db, accountId, days[0] ?? "")) {
      agentsOf.set(day, { ...agentsOf.get(day), [agentId]: messages });
    }
    return days.map((day) => {
      const agents = agentsOf.get(day) ?? {};
      return { day, total: Object.values(agents).reduce((sum, n) => sum + n, 0), agents };
    });
  };

  const signIn = async (account: Account): Promise<SignedIn> => {
    const token = await db.transaction(async (tx) => {
      await requireUnchanged(tx, account);
      return startSession(tx, account.id, clock.now());
    });
    return { ...(await present(account)), token };
  };

  return new Elysia({ name: "accounts" })
    .post(
      "/api/users/signup",
      http.endpoint({ access: "anyone", limit: SIGN_UPS, body: z.unknown() }, async ({ viewer, body, address }) => {
        if (viewer?.role === "admin") {
          const made = await makeAccount(deps, { actor: viewer, address }, parseWith(newAccountInput, body), clock.now());
          return json(await present(made), { status: 201 });
        }
        // What else a stranger sends, a plan above all, is not read: everyone starts free.
        const account = await createAccount({ db, passwords }, parseWith(signUpInput, body), clock.now());
        return json(await signIn(account), { status: 201 });
      }),
    )
    .post(
      "/api/login",
      http.endpoint({ access: "anyone", limit: LOGINS, body: loginInput }, async ({ body, address }) => {
        rates.spend(GUESSES, `${addressKey(address)} ${keyOf(body.email)}`);
        const account = body.email.includes("@") ? await findByEmail(db, body.email) : await findByUsername(db, body.email);
        const isRight = await passwords.matches(body.password, account && account.role !== "system" ? account.passwordHash : null);
        if (!account || !isRight) throw wrongCredentials();
        if (account.suspendedAt !== null) throw new DomainError("suspended", "This account is suspended. Please contact the operator.");
        rates.refund(GUESSES, `${addressKey(address)} ${keyOf(body.email)}`);
        return json(await signIn(account));
      }),
    )
    .post(
      "/api/logout",
      http.endpoint({ access: "signed-in" }, async ({ viewer }) => {
        await endSession(db, viewer.tokenHash);
        deps.onSessionsEnded();
        return noContent();
      }),
    )
    .get(
      "/api/users",
      http.endpoint({ access: "admin", query: listQuery }, async ({ query }) => {
        const { page, limit, sort, order, q, plan, status } = query;
        const filter = { search: q, planId: plan, status, ...instantsOf(query, deps.config.tz) };
        const view = { sort, order, limit, offset: (page - 1) * limit, now: clock.now() };
        const { accounts, total } = await listAccounts(db, filter, view);
        const users = await presentForAdmin(db, accounts, view.now, monthOf(view.now, deps.config.tz));
        return json({ users, total, totalPages: pagesOf(total, limit) } satisfies UserPage);
      }),
    )
    .get(
      "/api/users/:id",
      http.endpoint({ access: "signed-in" }, async ({ viewer, params }) => {
        const account = await findVisible(viewer, params.id);
        const month = monthOf(clock.now(), deps.config.tz);
        const [user, agents, used, byAgent, usageDays, notices, paid] = await Promise.all([
          present(account),
          listAgents(db, account.id),
          usedInMonth(db, account.id, month),
          usedByAgent(db, account.id, month),
          readUsage(account.id, USAGE_DAYS),
          listNotices(db, account.id, month, MAX_NOTICES),
          listPaymentsOf(db, account.id, { limit: LATEST_PAYMENTS, offset: 0 }),
        ]);
        const { id: _id, name: _name, planName: _planName, ...planFields } = user.plan;
        const details: UserDetails = {
          ...planFields,
          ...user,
          chats: agents.map((agent) => presentAgentSummary(agent, byAgent.get(agent.id) ?? 0)),
          totalMessagesUsed: used,
          usageMonth: month,
          usageDays,
          notices: notices.map(presentNotice),
          payments: paid.payments.map(presentPayment),
          paymentsTotal: paid.total,
          publicUrl: deps.config.publicUrl,
        };
        // Clients ask for an hour's caching (spec.md §7); the answer is one person's and changes with every message.
        return json(details, { headers: { "cache-control": "private, no-store" } });
      }),
    )
    .get(
      "/api/users/:id/usage",
      http.endpoint({ access: "signed-in", query: usageQuery }, async ({ viewer, params, query }) => {
        const account = await findVisible(viewer, params.id);
        return json({ days: await readUsage(account.id, query.days) });
      }),
    )
    .put(
      "/api/users/:id",
      http.endpoint({ access: "signed-in", body: z.unknown() }, async ({ viewer, params, body: sent, address }) => {
        if (viewer.role === "admin") {
          const change = parseWith(adminAccountChange, sent);
          const { sessionsEnded } = await editAccount(administer, { actor: viewer, address }, params.id ?? "", change, clock.now());
          if (sessionsEnded) deps.onSessionsEnded();
          return json(await present(await findVisible(viewer, params.id)));
        }
        rates.spend(PASSWORD_CHANGES, viewer.accountId);
        const account = await findSelf(viewer, params.id);
        const body = parseWith(accountChange, sent);
        const username = body.username ?? account.username;
        const email = body.email ?? account.email;
        if (keyOf(username) !== keyOf(account.username)) await refuseTaken(db, { username, email: null });
        try {
          await db.transaction((tx) => renameAccount(tx, account.id, { username, email }, clock.now()));
        } catch (error) {
          throw asTaken(error);
        }
        return json(await present({ ...account, username, email }));
      }),
    )
    .delete(
      "/api/users/:id",
      http.endpoint({ access: "admin" }, async ({ viewer, params, address }) => {
        await deleteAccount(administer, { actor: viewer, address }, params.id ?? "", clock.now());
        deps.onSessionsEnded();
        return json({ message: "User deleted." });
      }),
    )
    .post(
      "/api/users/:id/restore",
      http.endpoint({ access: "admin" }, async ({ viewer, params, address }) => {
        await restoreAccount(administer, { actor: viewer, address }, params.id ?? "", clock.now());
        return json({ message: "User restored." });
      }),
    )
    .post(
      "/api/users/:id/suspend",
      http.endpoint({ access: "admin" }, async ({ viewer, params, address }) => {
        await suspendAccount(db, { actor: viewer, address }, params.id ?? "", true, clock.now());
        deps.onSessionsEnded();
        return json({ message: "User suspended." });
      }),
    )
    .post(
      "/api/users/:id/unsuspend",
      http.endpoint({ access: "admin" }, async ({ viewer, params, address }) => {
        await suspendAccount(db, { actor: viewer, address }, params.id ?? "", false, clock.now());
        return json({ message: "User unsuspended." });
      }),
    )
    .post(
      "/api/users/:id/password",
      http.endpoint({ access: "signed-in", limit: PASSWORD_CHANGES, body: passwordChange }, async ({ viewer, params, body }) => {
        const account = await findSelf(viewer, params.id);
        rates.spend(PASSWORD_CHANGES, account.id);
        if (!(await passwords.matches(body.currentPassword, account.passwordHash))) {
          throw invalid({ currentPassword: "The current password is not right." });
        }
        const passwordHash = await passwords.hash(body.newPassword);
        const token = await db.transaction(async (tx) => {
          await requireUnchanged(tx, account);
          await setPasswordHash(tx, account.id, passwordHash, clock.now());
          return replaceSessions(tx, account.id, clock.now());
        });
        deps.onSessionsEnded();
        return json({ token, message: "Password changed." });
      }),
    );
}
