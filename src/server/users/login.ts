/** Logins: the password, the second step, and a passkey alone. A session begins in the transaction that uses the factor. */
import type { LoginAnswer, PasskeyAnswer, PasskeyChallenge } from "../../contract/factor.ts";
import { told } from "../../contract/messages/message.ts";
import type { SignedIn } from "../../contract/user.ts";
import { listPasskeys } from "../accounts/factors-store.ts";
import { optionsForUse } from "../accounts/passkeys.ts";
import { deviceOf, startSession } from "../accounts/sessions.ts";
import { noteFamiliarAddress } from "../accounts/sessions-store.ts";
import { beginStep, type Held, keyOf, requireStep, stepExpired } from "../accounts/steps.ts";
import { countTry, putChallenge, spendStepToken } from "../accounts/steps-store.ts";
import { findPerson, type Person } from "../accounts/store.ts";
import { recordAudit } from "../audit/store.ts";
import type { MailRoom } from "../mail/mail.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { DomainError } from "../platform/errors.ts";
import { addressKey } from "../platform/http/address.ts";
import { Reply } from "../platform/http/answer.ts";
import { browserOf, keepBrowser } from "../platform/http/browser-cookie.ts";
import type { Keys } from "../platform/keys.ts";
import type { Tx } from "../platform/storage/db.ts";
import { isFactorRequired } from "../settings/required-factor.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { sendFactorLetter } from "./factor-letters.ts";
import { requireUnchanged } from "./own-password.ts";
import { presentSelf } from "./present.ts";
import {
  countCode,
  type FactorDeps,
  findFactorKinds,
  passkeyWrong,
  readPasskey,
  requireParty,
  spendTyped,
  type TypedFactor,
  uncountCode,
} from "./second-factor.ts";

/** How many addresses that an owner has signed in from are remembered. */
const MAX_FAMILIAR = 20;
/** Codes that are tried after one password. */
const MAX_TRIES = 5;

export interface LoginDeps extends FactorDeps {
  config: Config;
  clock: Clock;
  settings: Pick<SettingsSource, "read">;
  mailRoom: MailRoom;
}

/** The request of a login, and the client's address. */
export interface From {
  request: Request;
  address: string;
}

export const suspended = () => new DomainError("suspended", told("accounts.suspended"));

/** Under which hash an address is stored from which a person has signed in. `from`: its key for rate limits. */
export const familiarHash = (keys: Pick<Keys, "digest">, from: string): string => keys.digest(from, "address");

export function createLogin(deps: LoginDeps) {
  const { config, db, keys, mailRoom, settings } = deps;
  const hashOf = (from: string) => familiarHash(keys, from);

  /** Begins the session. Password attempts at this account from this address are not slowed down from now on. */
  const begin = async (tx: Tx, account: Person, { request, address }: From): Promise<string> => {
    await noteFamiliarAddress(tx, account.id, hashOf(addressKey(address)), MAX_FAMILIAR);
    return startSession(tx, account.id, deviceOf(request, address));
  };

  const signedIn = async (account: Person, token: string): Promise<SignedIn> => {
    const self = await presentSelf(deps, account, null);
    const isRequired = isFactorRequired({ role: account.role, staff: self.staffRole ?? null }, await settings.read());
    const { app, passkey } = await findFactorKinds(db, account.id);
    return { ...self, token, ...(isRequired && !app && !passkey && { needsFactor: true }) };
  };

  const held = (request: Request, token: string, purpose: "login" | "passkey"): Held => {
    const bound = browserOf(request);
    if (bound === null) throw stepExpired();
    return { token, purpose, bound };
  };

  /** The account of a step, if it may still sign in. @throws DomainError step_expired, suspended. */
  const accountOf = async (tx: Tx, userId: string | null): Promise<Person> => {
    const account = userId === null ? undefined : await findPerson(tx, userId);
    if (!account || account.role === "system") throw stepExpired();
    if (account.suspendedAt !== null) throw suspended();
    return account;
  };

  return {
    isFamiliarHash: hashOf,

    /** The first session of a new account. */
    async ofNewAccount(account: Person, from: From): Promise<SignedIn> {
      return signedIn(account, await db.transaction((tx) => begin(tx, account, from)));
    },

    /** Signs in a person whose password was right, or asks for the second factor. */
    async afterPassword(account: Person, from: From): Promise<LoginAnswer | Reply<LoginAnswer>> {
      const { browser, headers } = keepBrowser(from.request, config.publicUrl);
      // One transaction: a factor that is added meanwhile is either asked for here, or ends the session that began before it.
      const begun = await db.transaction(async (tx) => {
        await requireUnchanged(tx, account);
        const kinds = await findFactorKinds(tx, account.id);
        if (!kinds.app && !kinds.passkey) return begin(tx, account, from);
        return { ...(await beginStep(tx, { userId: account.id, purpose: "login", bound: browser })), kinds };
      });
      if (typeof begun === "string") return signedIn(account, begun);
      const { token, expiresAt, kinds } = begun;
      return new Reply({ secondStep: { token, expiresAt: new Date(expiresAt).toISOString(), ...kinds } }, { headers });
    },

    /** @throws DomainError step_expired; wrong_credentials, whatever is wrong with the code; too_many; suspended. */
    async takeSecondStep({ token, ...typed }: TypedFactor & { token: string }, from: From): Promise<SignedIn> {
      const step = held(from.request, token, "login");
      const { userId } = await requireStep(db, step);
      if (userId === null) throw stepExpired();
      await countCode(deps, userId, typed);
      const post = await mailRoom.open();
      const done = await db.transaction(async (tx) => {
        if (!(await countTry(tx, keyOf(step), MAX_TRIES))) throw stepExpired();
        const used = await spendTyped(tx, deps, userId, typed);
        if (!used) return null;
        if (!(await spendStepToken(tx, keyOf(step)))) throw stepExpired();
        const account = await accountOf(tx, userId);
        if (used === "recovery") {
          const actor = { userId: account.id, username: account.username };
          await recordAudit(tx, {
            actor,
            address: from.address,
            action: "user.use_recovery_code",
            subject: account.id,
            personId: account.id,
          });
          await sendFactorLetter(tx, post, account, "recoveryCodeUsed", config.tz);
        }
        return { account, token: await begin(tx, account, from) };
      });
      if (!done) throw new DomainError("wrong_credentials", told("factors.wrong"));
      await uncountCode(deps, userId, typed);
      return signedIn(done.account, done.token);
    },

    /** A challenge for a passkey: of the account whose password was right, or, without a token, of any account. */
    async startPasskey(token: string | undefined, request: Request): Promise<PasskeyChallenge | Reply<PasskeyChallenge>> {
      const party = requireParty(deps, request);
      if (token === undefined) {
        const { browser, headers } = keepBrowser(request, config.publicUrl);
        const options = await optionsForUse(party, null);
        const challenge = String(options.challenge);
        const step = await db.transaction((tx) => beginStep(tx, { userId: null, purpose: "passkey", bound: browser, challenge }));
        return new Reply({ token: step.token, options }, { headers });
      }
      const step = held(request, token, "login");
      const { userId } = await requireStep(db, step);
      const options = await optionsForUse(party, await listPasskeys(db, userId ?? ""));
      const isKept = await db.transaction((tx) => putChallenge(tx, keyOf(step), String(options.challenge)));
      if (!isKept) throw stepExpired();
      return { token, options };
    },

    /** `isAlone`: there was no password, so the authenticator must have checked the person. */
    async logInWithPasskey(
      { token, isAlone, answer }: { token: string; isAlone: boolean; answer: PasskeyAnswer },
      from: From,
    ): Promise<SignedIn> {
      const step = held(from.request, token, isAlone ? "passkey" : "login");
      const passkey = await readPasskey(deps, from.request, step, { answer, isAlone });
      const done = await db.transaction(async (tx) => {
        await passkey.spend(tx);
        if (!(await spendStepToken(tx, keyOf(step)))) throw stepExpired();
        const account = await findPerson(tx, passkey.userId);
        if (!account) throw passkeyWrong();
        await accountOf(tx, account.id);
        return { account, token: await begin(tx, account, from) };
      });
      return signedIn(done.account, done.token);
    },
  };
}
