/** The test application with working mail: a fake server takes every message. */
import { Runner } from "../src/server/jobs/runner.ts";
import { createDelivery } from "../src/server/mail/deliver.ts";
import type { Mail } from "../src/server/mail/smtp.ts";
import { createLiftedLetter } from "../src/server/users/lift-factors.ts";
import { createForgotten } from "../src/server/users/recovery.ts";
import { type TestApp, testApp } from "./app.ts";

export const PUBLIC_URL = "https://chat.example.com";

export interface WithMail {
  sapa: TestApp;
  admin: string;
  /** Runs what waits, and delivers. @returns the mails that left since the last call. */
  arrivals(): Promise<Mail[]>;
  /** Signs up and lets the mails of that leave; the address is not confirmed. */
  signUp(name: string): Promise<Person>;
  /** Signs up, and confirms the address with the link that was sent to it. */
  signUpConfirmed(name: string): Promise<Person>;
}

type Person = Awaited<ReturnType<TestApp["signUp"]>>;

type Options = NonNullable<Parameters<typeof testApp>[0]>;

export async function appWithMail(options: Options = {}, settings: Record<string, unknown> = {}): Promise<WithMail> {
  const sapa = await testApp({ ...options, env: { SAPA_PUBLIC_URL: PUBLIC_URL, ...options.env } });
  const admin = await sapa.adminToken();
  const body = { smtpHost: "127.0.0.1", mailFrom: "hello@kedai.example", operatorName: "Kedai", ...settings };
  const { status } = await sapa.call("PUT", "/api/settings", { token: admin, body });
  if (status !== 200) throw new Error(`the settings were refused: ${status}`);
  let taken: Mail[] = [];
  const send = async (_server: unknown, mail: Mail) => {
    taken.push(mail);
    return "250 Taken";
  };
  const deliver = createDelivery({ ...sapa, settings: sapa.live.settings, send });
  const runner = new Runner({
    ...sapa,
    kinds: [createForgotten({ ...sapa, ...sapa.live }), createLiftedLetter({ ...sapa.live, timeZone: sapa.config.tz })],
    tasks: [],
  });
  const arrivals = async () => {
    taken = [];
    // Longer than the random moment for which a forgotten password waits.
    sapa.clock.pass(5_000);
    // The installation's jobs run two at a time.
    for (let round = 0; round < 5; round++) {
      await runner.look();
      await runner.idle();
    }
    await deliver();
    return taken;
  };
  const signUp = async (name: string) => {
    const person = await sapa.signUp(name);
    await arrivals();
    return person;
  };
  return {
    sapa,
    admin,
    arrivals,
    signUp,
    async signUpConfirmed(name) {
      const person = await signUp(name);
      await sapa.call("POST", "/api/account/verify", { token: person.token });
      const { status } = await sapa.call("POST", "/api/email/confirm", { body: { token: tokenOf((await arrivals())[0]) } });
      if (status !== 200) throw new Error(`the address was not confirmed: ${status}`);
      return person;
    },
  };
}

/** The token of the link in a mail. */
export const tokenOf = (mail: Mail | undefined): string => /\?token=([A-Za-z0-9_-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
