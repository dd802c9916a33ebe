import { userApi } from "../../contract/calls/users.schema.ts";
import { pagesOf } from "../../contract/page.ts";
import { listAccounts } from "../accounts/list-store.ts";
import type { Passwords } from "../accounts/passwords.ts";
import { listPeople } from "../accounts/people-store.ts";
import { type Clock, dayOf, instantsOf, monthOf } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { CSV_TYPE, csvParts } from "../platform/csv.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Db } from "../platform/storage/db.ts";
import { deleteAccount, restoreAccount, suspendAccount, viewAccount } from "./administer.ts";
import { readUsers, USER_COLUMNS, userCells } from "./export.ts";
import { createInvitation, readInvitations, withdrawInvitation } from "./invitations.ts";
import { presentAccount, presentForAdmin, presentPerson } from "./present.ts";
import { handOverLink, signOutPerson } from "./recovery.ts";
import { findVisible } from "./visible.ts";

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  http: Http;
  passwords: Passwords;
}

/** Each reads the names of all people. */
const PEOPLE: RateRule = { name: "people.list", max: 120, perMs: 60_000 };
const EXPORTS: RateRule = { name: "users.export", max: 20, perMs: 60_000 };

/** Other people's accounts, for the administrator. Creating and changing them share their paths with the owners' calls (routes.ts). */
export function accountAdminRoutes(deps: Deps) {
  const { config, db, clock, http } = deps;
  const administer = { ...deps, timeZone: config.tz };
  return mount("account-admin", [
    http.endpoint(userApi.listUsers, async ({ query }) => {
      const { page, limit, sort, order, q, plan, status } = query;
      const filter = { search: q, planId: plan, status, ...instantsOf(query, config.tz) };
      const view = { sort, order, limit, offset: (page - 1) * limit };
      const { accounts, total } = await listAccounts(db, filter, view);
      const users = await presentForAdmin(db, accounts, monthOf(db.now, config.tz));
      return { users, total, totalPages: pagesOf(total, limit) };
    }),
    http.endpoint(userApi.exportUsers, { limit: EXPORTS }, async ({ query }) => {
      const { q, plan, status } = query;
      const filter = { search: q, planId: plan, status, ...instantsOf(query, config.tz) };
      const slices = readUsers(db, filter, monthOf(db.now, config.tz));
      const parts = csvParts(USER_COLUMNS, slices, userCells, () => clock.sleep(0));
      return http.download(`users-${dayOf(clock.now(), config.tz)}.csv`, CSV_TYPE, parts);
    }),
    http.endpoint(userApi.deleteUser, async ({ viewer, params, address }) => {
      await deleteAccount(administer, { actor: viewer, address }, params.id);
      return { message: "User deleted." };
    }),
    http.endpoint(userApi.restoreUser, async ({ viewer, params, address }) => {
      await restoreAccount(administer, { actor: viewer, address }, params.id);
      return { message: "User restored." };
    }),
    http.endpoint(userApi.suspendUser, async ({ viewer, params, address }) => {
      await suspendAccount(db, { actor: viewer, address }, params.id, true);
      return { message: "User suspended." };
    }),
    http.endpoint(userApi.viewUser, async ({ viewer, params, address }) => {
      const { token, expiresAt } = await viewAccount(db, viewer, address, params.id);
      return {
        ...(await presentAccount(deps, await findVisible(db, viewer, params.id))),
        token,
        expiresAt: new Date(expiresAt).toISOString(),
      };
    }),
    http.endpoint(userApi.createResetLink, async ({ viewer, params, address }) =>
      handOverLink(db, viewer, address, { id: params.id, of: "account" }, config.publicUrl),
    ),
    http.endpoint(userApi.signOutUser, async ({ viewer, params, address }) => {
      await signOutPerson(db, viewer, address, { id: params.id, of: "account" });
      return { message: "User signed out." };
    }),
    http.endpoint(userApi.listPeople, { limit: PEOPLE }, async ({ query }) => {
      const { page, limit, q } = query;
      const { people, total } = await listPeople(db, q, { limit, offset: (page - 1) * limit });
      return { people: people.map(presentPerson), total, totalPages: pagesOf(total, limit) };
    }),
    http.endpoint(userApi.createPersonLink, async ({ viewer, params, address }) =>
      handOverLink(db, viewer, address, { id: params.id, of: "person" }, config.publicUrl),
    ),
    http.endpoint(userApi.signOutPerson, async ({ viewer, params, address }) => {
      await signOutPerson(db, viewer, address, { id: params.id, of: "person" });
      return { message: "Person signed out." };
    }),
    http.endpoint(userApi.createInvitation, async ({ viewer, body, address }) =>
      createInvitation(db, viewer, address, { ...body, publicUrl: config.publicUrl }),
    ),
    http.endpoint(userApi.listInvitations, async ({ query }) => readInvitations(db, query)),
    http.endpoint(userApi.deleteInvitation, async ({ viewer, params, address }) => {
      await withdrawInvitation(db, { actor: viewer, address }, params.id);
    }),
    http.endpoint(userApi.unsuspendUser, async ({ viewer, params, address }) => {
      await suspendAccount(db, { actor: viewer, address }, params.id, false);
      return { message: "User unsuspended." };
    }),
  ]);
}
