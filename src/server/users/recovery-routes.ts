/** A forgotten password, and links that are opened once. Anyone may make these calls: the link is what counts. */
import { ownAccountApi } from "../../contract/calls/own-account.schema.ts";
import { told } from "../../contract/messages/message.ts";
import type { Passwords } from "../accounts/passwords.ts";
import type { MailRoom } from "../mail/mail.ts";
import type { Config } from "../platform/config.ts";
import { addressKey } from "../platform/http/address.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import { rateLock, type SharedRates } from "../platform/http/shared-rates.ts";
import type { Keys } from "../platform/keys.ts";
import type { Db } from "../platform/storage/db.ts";
import { familiarHash } from "./login.ts";
import { confirmEmail } from "./own-email.ts";
import { checkReset, noteForgotten, resetPassword } from "./recovery.ts";

interface Deps {
  config: Config;
  db: Db;
  keys: Keys;
  http: Http;
  passwords: Passwords;
  sharedRates: SharedRates;
  mailRoom: MailRoom;
}

const HOUR_MS = 3_600_000;
/** Requests of one address; those of all nodes count together. */
const FORGOTTEN: RateRule = { name: "password.forgot", max: 20, perMs: HOUR_MS };
/** Uses of links from one address: a token cannot be guessed, but each use may cost a hash. */
const USES: RateRule = { name: "links.use", max: 30, perMs: 600_000 };

export function recoveryRoutes({ config, db, keys, http, passwords, sharedRates, mailRoom }: Deps) {
  return mount("recovery", [
    http.endpoint(ownAccountApi.forgotPassword, async ({ body, address }) => {
      const from = addressKey(address);
      await db.transaction((tx) => sharedRates.spend(tx, FORGOTTEN, from), { lock: rateLock(FORGOTTEN, from) });
      await noteForgotten({ db, keys }, { ...body, from: familiarHash(keys, from) });
      return { message: told("accounts.forgotten").text };
    }),
    http.endpoint(ownAccountApi.checkReset, { limit: USES }, async ({ body }) => checkReset(db, body.token)),
    http.endpoint(ownAccountApi.resetPassword, { limit: USES }, async ({ body, address, request }) => {
      const asker = { from: addressKey(address), signal: request.signal };
      await resetPassword({ db, passwords, mailRoom, timeZone: config.tz }, body, asker);
      return { message: told("accounts.passwordReset").text };
    }),
    http.endpoint(ownAccountApi.confirmEmail, { limit: USES, isForSetUp: true }, async ({ viewer, body, address }) =>
      confirmEmail({ db, mailRoom }, body.token, { opened: viewer, address }),
    ),
  ]);
}
