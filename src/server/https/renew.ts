/**
 * Keeps the certificates of the installation's domains: orders them, renews them in time, and reports when that fails. One process
 * of the installation does this (tasks.ts); all of them serve what is stored. A certificate stays in use until it is replaced.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { CERTIFICATE_PROBLEM_TEXT } from "../../contract/https-text.ts";
import type { MailRoom } from "../mail/mail.ts";
import type { Clock } from "../platform/clock.ts";
import type { HttpsConfig } from "../platform/config-https.ts";
import type { Keys } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import { renewalId } from "./acme/certificate.ts";
import { AcmeFailed } from "./acme/failure.ts";
import { orderCertificate } from "./acme/order.ts";
import { findRenewalWindow } from "./acme/renewal-window.ts";
import { AcmeSession } from "./acme/session.ts";
import type { Wire } from "./acme/wire.ts";
import { firstRenewal, isDue, nextLook, pauseAfter, renewalIn, renewalWithoutWord } from "./schedule.ts";
import { accountContext, keyContext, openKey, openSealed } from "./sealed-keys.ts";
import {
  deleteOldChallenges,
  findAccountKey,
  listCertificates,
  putAccountKey,
  putAttempt,
  putCertificate,
  putChallenge,
  putFailure,
  putRenewal,
  type StoredCertificate,
} from "./store.ts";
import { tellOperator } from "./tell.ts";

export interface RenewalDeps {
  db: Db;
  clock: Clock;
  log: Log;
  keys: Pick<Keys, "seal" | "open">;
  mailRoom: MailRoom;
  https: HttpsConfig;
  timeZone: string;
  wire: Wire;
  /** 0 to 1. */
  random?: () => number;
}

/** A certificate with what every stored one has. */
type Held = StoredCertificate & { chain: string; beginsAt: number; expiresAt: number; renewsAt: number };

/** Longer than any order takes. */
const CHALLENGE_MS = 600_000;

/** @returns one round over all domains. */
export function createRenewal(deps: RenewalDeps): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const { domains } = deps.https;
    const stored = new Map((await listCertificates(deps.db, domains)).map((one) => [one.domain, one]));
    await deps.db.transaction((tx) => deleteOldChallenges(tx));
    const faults: unknown[] = [];
    for (const domain of domains) {
      if (signal.aborted) return;
      // A fault with one domain keeps no other one from its certificate.
      await new Look(deps, domain, stored.get(domain), signal).run().catch((error) => faults.push(error));
    }
    for (const one of await listCertificates(deps.db, domains)) await tellOperator(deps, one);
    if (faults.length > 0) throw faults[0];
  };
}

/** What one round does about one domain. */
class Look {
  private session: AcmeSession | null = null;
  private readonly held: Held | null;

  constructor(
    private readonly deps: RenewalDeps,
    private readonly domain: string,
    private readonly stored: StoredCertificate | undefined,
    private readonly signal: AbortSignal,
  ) {
    this.held = heldOf(deps, stored);
  }

  async run(): Promise<void> {
    const { db, https } = this.deps;
    const { stored, held } = this;
    // A certificate of another authority, or one that cannot be opened, is replaced at once, but its failures count.
    const isSettled = held !== null || (stored !== undefined && stored.failures > 0);
    if (stored && isSettled && !isDue(stored.dueAt, db.now)) return;
    try {
      if (held && stored?.failures === 0 && !(await this.isToRenew(held))) return;
      await this.order(held);
    } catch (error) {
      if (this.signal.aborted) return this.withdraw();
      if (!(error instanceof AcmeFailed)) throw error;
      await this.fail(error, https.directory);
    }
  }

  /** Asks the authority for its window, which a failure to answer does not change. */
  private async isToRenew(held: Held): Promise<boolean> {
    const { db, random = Math.random } = this.deps;
    const { chain, renewsAt } = held;
    if (renewsAt <= db.now) return true;
    const window = await this.askForWindow(chain);
    const at = window === null ? renewalWithoutWord(held) : renewalIn(window, held, renewsAt, random());
    const dueAt = nextLook(db.now, at, window?.askAgainMs ?? 0);
    if (at <= db.now) return true;
    await db.transaction((tx) => putRenewal(tx, this.domain, { renewsAt: window === null ? renewsAt : at, dueAt }));
    return false;
  }

  private async askForWindow(chain: string) {
    try {
      return await findRenewalWindow(await this.open(), chain);
    } catch (error) {
      if (!(error instanceof AcmeFailed)) throw error;
      this.deps.log.info("the certificate authority did not say when to renew", { domain: this.domain, reason: error.detail });
      return null;
    }
  }

  private async order(held: Held | null): Promise<void> {
    const { db, clock, log, keys, https } = this.deps;
    const { domain, signal } = this;
    const session = await this.open();
    const publish = (token: string, answer: string) =>
      db.transaction((tx) => putChallenge(tx, { token, answer, expiresAt: tx.now + CHALLENGE_MS }));
    // Before anything at the authority is used up: a database that is full, or a process that ends each time, must not order on and on.
    await this.note(db.now + pauseAfter(this.failures, 0), this.failures);
    const wanted = { domain, email: https.email, replaces: held && renewalId(held.chain), now: db.now };
    const { key, ...issued } = await orderCertificate({ session, clock, publish, signal }, wanted);
    await db.transaction(async (tx) => {
      const renewsAt = firstRenewal(issued, tx.now);
      const dueAt = nextLook(tx.now, renewsAt, 0);
      await putCertificate(tx, {
        ...issued,
        domain,
        directory: https.directory,
        sealedKey: keys.seal(key, keyContext(domain)),
        renewsAt,
        dueAt,
      });
    });
    log.info("got a certificate", { domain, validUntil: new Date(issued.expiresAt).toISOString() });
  }

  /** With the order that runs now, if it fails. */
  private get failures(): number {
    return (this.stored?.failures ?? 0) + 1;
  }

  private async note(dueAt: number, failures: number): Promise<void> {
    const { db, https } = this.deps;
    await db.transaction((tx) => putAttempt(tx, { domain: this.domain, directory: https.directory, failures, dueAt }));
  }

  /** The order was stopped, which is no failure: it may begin anew at once. */
  private async withdraw(): Promise<void> {
    await this.note(this.stored?.dueAt ?? 0, this.stored?.failures ?? 0);
  }

  private async fail({ problem, detail, waitMs }: AcmeFailed, directory: string): Promise<void> {
    const { db, log } = this.deps;
    const { failures } = this;
    const dueAt = await db.transaction(async (tx) => {
      const at = tx.now + pauseAfter(failures, waitMs);
      await putFailure(tx, { domain: this.domain, directory, problem, detail, failures, dueAt: at });
      return at;
    });
    const nextTry = new Date(dueAt).toISOString();
    log.warn("no certificate could be got", {
      domain: this.domain,
      problem: CERTIFICATE_PROBLEM_TEXT.en[problem],
      detail,
      failures,
      nextTry,
    });
  }

  private async open(): Promise<AcmeSession> {
    const { db, wire, https } = this.deps;
    const { signal } = this;
    this.session ??= new AcmeSession({ wire, directory: https.directory, key: await loadAccountKey(this.deps), now: () => db.now, signal });
    return this.session;
  }
}

/** Null if there is no certificate that can be renewed: none, one of another authority, or one whose key cannot be opened. */
function heldOf({ keys, https }: RenewalDeps, stored: StoredCertificate | undefined): Held | null {
  if (!stored || stored.directory !== https.directory) return null;
  const { chain, beginsAt, expiresAt, renewsAt } = stored;
  if (chain === null || beginsAt === null || expiresAt === null || renewsAt === null) return null;
  return openKey(keys, stored) === null ? null : { ...stored, chain, beginsAt, expiresAt, renewsAt };
}

/** The first call makes it. */
async function loadAccountKey({ db, keys, https: { directory } }: RenewalDeps): Promise<KeyObject> {
  const sealed = await findAccountKey(db, directory);
  const known = sealed === undefined ? null : openSealed(keys, sealed, accountContext(directory));
  if (known !== null) return createPrivateKey(known);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await db.transaction((tx) => putAccountKey(tx, directory, keys.seal(pem, accountContext(directory))));
  return privateKey;
}
