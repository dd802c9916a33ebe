/** What the administrator sees of mail, and the test message. */
import { mailApi } from "../../contract/calls/mail.schema.ts";
import { DEFAULT_LANGUAGE, pickLanguage } from "../../contract/language.ts";
import type { MailTestInput } from "../../contract/mail.schema.ts";
import type { MailState, MailTest } from "../../contract/mail.ts";
import { type Message, told } from "../../contract/messages/message.ts";
import { isMask } from "../../contract/settings.ts";
import { type Clock, DAY_MS } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { invalid } from "../platform/errors.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Db } from "../platform/storage/db.ts";
import { isMailReady } from "../settings/present.ts";
import type { Settings, SettingsSource } from "../settings/settings.ts";
import { serverOf } from "./deliver.ts";
import { composed, MAIL_KIND, senderOf } from "./mail.ts";
import { countOpenMessages, findTrouble, newMessageId } from "./outbox-store.ts";
import { type Mail, MailFailed, type ReadPicture, type SmtpServer, sendBySmtp } from "./smtp.ts";

interface Deps {
  config: Pick<Config, "publicUrl">;
  db: Db;
  clock: Clock;
  http: Http;
  settings: SettingsSource;
  /** Default: SMTP. */
  sendMail?: (server: SmtpServer, mail: Mail) => Promise<string>;
  readPicture: ReadPicture;
}

/** Each test is a connection to a machine that the administrator names. */
const TESTS: RateRule = { name: "mail.test", max: 30, perMs: 600_000 };
const TROUBLE_SHOWN_MS = 7 * DAY_MS;

export function mailRoutes({ config: { publicUrl }, db, clock, http, settings, readPicture, sendMail = sendBySmtp }: Deps) {
  return mount("mail", [
    http.endpoint(mailApi.fetchMail, async (): Promise<MailState> => {
      const trouble = await findTrouble(db, MAIL_KIND, clock.now() - TROUBLE_SHOWN_MS);
      return {
        isReady: isMailReady(await settings.read(), publicUrl),
        hasPublicUrl: publicUrl !== null,
        waiting: await countOpenMessages(db, MAIL_KIND),
        trouble: trouble
          ? {
              destination: trouble.destination,
              words: trouble.failure,
              isGivenUp: trouble.endedAt !== null,
              at: new Date(trouble.createdAt).toISOString(),
            }
          : null,
      };
    }),
    http.endpoint(mailApi.testMail, { limit: TESTS }, async ({ body, viewer, request }): Promise<MailTest> => {
      const current = withTyped(await settings.read(), body);
      if (current.smtpHost === "" || current.mailFrom === "") return answered(false, told("mail.enterBoth"));
      const language = pickLanguage(request.headers.get("accept-language"), DEFAULT_LANGUAGE);
      const sender = senderOf(current, publicUrl ?? new URL(request.url).origin);
      const letter = { kind: "test", language, name: viewer.username, params: {}, to: body.to } as const;
      try {
        const mail = composed(letter, sender, { id: newMessageId(), address: current.mailFrom, now: clock.now() });
        const picture = mail.logo === undefined ? null : await readPicture(mail.logo);
        return answered(true, told("mail.sent"), await sendMail(serverOf(current), picture ? { ...mail, picture } : mail));
      } catch (error) {
        if (!(error instanceof MailFailed)) throw error;
        return answered(false, told(`mail.failed.${error.phase}`), error.words);
      }
    }),
  ]);
}

const answered = (ok: boolean, { text, ref }: Message, answer = ""): MailTest => ({ ok, message: text, told: ref, answer });

const LOGIN = ["smtpHost", "smtpPort", "smtpSecurity", "smtpUser"] as const;

/**
 * The stored settings with the values of the form. The stored password goes only where it goes anyway: otherwise, whoever is
 * signed in as the administrator could send it to a machine of their own. @throws DomainError invalid.
 */
function withTyped(stored: Settings, { to: _to, ...typed }: MailTestInput): Settings {
  const given = Object.entries(typed).filter(([, value]) => value !== undefined && !(typeof value === "string" && isMask(value)));
  const tried: Settings = { ...stored, ...Object.fromEntries(given) };
  const isTyped = given.some(([name]) => name === "smtpPassword");
  if (isTyped || stored.smtpPassword === "" || LOGIN.every((name) => tried[name] === stored[name])) return tried;
  throw invalid({ smtpPassword: told("mail.passwordAgain") });
}
