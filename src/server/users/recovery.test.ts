/** A forgotten password: by mail, and by a link that the administrator hands over. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { appWithMail, PUBLIC_URL, tokenOf, type WithMail } from "../../../test/with-mail.ts";
import { makeLink } from "../accounts/links.ts";
import { findAccount } from "../accounts/store.ts";
import { sql } from "../platform/storage/db.ts";

let mail: WithMail;
let sapa: TestApp;
beforeEach(async () => {
  mail = await appWithMail({ env: { SAPA_TRUSTED_PROXY: "127.0.0.1" } });
  sapa = mail.sapa;
});
afterEach(() => sapa.close());

const forgot = (email: unknown, more: object = {}) => sapa.call("POST", "/api/password/forgot", { body: { email, ...more } });
const reset = (token: unknown, password: unknown = "a-new-secret-1") =>
  sapa.call("POST", "/api/password/reset", { body: { token, password } });
const check = async (token: string) => (await sapa.call("POST", "/api/password/check", { body: { token } })).body.state;
const logIn = async (password: string, email = "aminah@example.com") =>
  (await sapa.call("POST", "/api/login", { body: { email, password } })).status;
/** Signs up; the mail that asks for a confirmation is not what these tests are about. */
const signUp = async (name = "aminah") => {
  const owner = await sapa.signUp(name);
  await mail.arrivals();
  return owner;
};

test("an owner chooses a new password with the link of a mail, and every device is signed out", async () => {
  const owner = await signUp();
  const other = (await sapa.call("POST", "/api/login", { body: { email: "aminah", password: "secret-1" } })).body.token;
  expect((await forgot(" AMINAH@example.com ")).status).toBe(202);
  const [letter] = await mail.arrivals();
  expect(letter).toMatchObject({ to: "aminah@example.com", subject: "Choose a new password" });
  expect(letter?.text).toContain(`${PUBLIC_URL}/reset?token=`);
  const token = tokenOf(letter);
  expect(token).toHaveLength(43);
  expect(await sapa.stored()).not.toContain(token);
  expect(await check(token)).toBe("open");
  const { status, body } = await reset(token);
  expect([status, body.message]).toEqual([200, "Your password was changed. All devices were signed out."]);
  for (const ended of [owner.token, other]) expect((await sapa.call("GET", "/api/notices", { token: ended })).status).toBe(401);
  expect([await logIn("secret-1"), await logIn("a-new-secret-1")]).toEqual([401, 200]);
  expect(await mail.arrivals()).toMatchObject([{ to: "aminah@example.com", subject: "Your password was changed" }]);
});

test("known and unknown addresses get the same answer, and only the known one a message", async () => {
  await signUp();
  const answers = [
    await forgot("aminah@example.com"),
    await forgot("nobody@example.com"),
    await forgot("not an address"),
    await forgot(""),
  ];
  for (const { status, text, headers } of answers) {
    expect([status, text]).toEqual([202, answers[0]?.text ?? ""]);
    expect([...headers.keys()]).toEqual([...(answers[0]?.headers.keys() ?? [])]);
  }
  expect((await mail.arrivals()).map(({ to }) => to)).toEqual(["aminah@example.com"]);
  expect(await sapa.stored()).not.toContain("nobody@example.com");
});

test("the link never follows what a request claims about the host", async () => {
  await signUp();
  await sapa.call("POST", "/api/password/forgot", {
    body: { email: "aminah@example.com" },
    headers: { host: "evil.example", "x-forwarded-host": "evil.example", origin: "https://evil.example" },
  });
  const [letter] = await mail.arrivals();
  expect(`${letter?.text}${letter?.html}`).not.toContain("evil");
  expect(letter?.text).toContain(PUBLIC_URL);
});

test("the open sockets of the account close when a link is used", async () => {
  const { token: session } = await signUp();
  const { body } = await sapa.call("POST", "/api/previews", { token: session, body: { draft: { chatName: "Draft" } } });
  const page = await sapa.call("GET", `/embed/preview?preview=${body.previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
  const { ticket } = JSON.parse(/id="sapa-boot">(.*?)<\/script>/.exec(page.text)?.[1] ?? "{}");
  const socket = await connect(await sapa.listen(), "preview", { ticket });
  await forgot("aminah@example.com");
  expect((await reset(tokenOf((await mail.arrivals())[0]))).status).toBe(200);
  expect(await socket.closed).toBe(4404);
});

test("of fifty uses of one link at once, one changes the password", async () => {
  await signUp();
  await forgot("aminah@example.com");
  const token = tokenOf((await mail.arrivals())[0]);
  const statuses = await Promise.all(
    // From as many addresses, because the queue for hashing has few places for each.
    Array.from({ length: 50 }, (_, n) =>
      sapa.call("POST", "/api/password/reset", {
        body: { token, password: `another-secret-${n}` },
        headers: { "x-forwarded-for": `203.0.113.${n}` },
      }),
    ),
  );
  const changed = statuses.filter(({ status }) => status === 200);
  expect(changed).toHaveLength(1);
  for (const { status } of statuses) expect([200, 410]).toContain(status);
  expect(await sapa.db.get(sql`select count(*) as n from audit where action = 'user.reset_password'`)).toEqual({ n: 1 });
}, 60_000);

test("a message whose link was replaced or used before it was sent is not sent", async () => {
  const { id } = await signUp();
  const account = await findAccount(sapa.db, id);
  const post = await sapa.live.mailRoom.open();
  if (!account || !post) throw new Error("there is no account, or no mail");
  const ask = () =>
    sapa.db.transaction(async (tx) => {
      const { token } = await makeLink(tx, { userId: id, purpose: "reset", email: account.email, lifeMs: 60_000 });
      const letter = { kind: "reset", language: "en", name: "aminah", params: { username: "aminah" }, accountId: id } as const;
      post.send(tx, { ...letter, to: "aminah@example.com", link: post.linkTo(`/reset?token=${token}`), linkToken: token });
      return token;
    });
  await ask();
  const newer = await ask();
  expect((await mail.arrivals()).map(tokenOf)).toEqual([newer]);
  expect((await reset(await ask())).status).toBe(200);
  expect((await mail.arrivals()).map(({ subject }) => subject)).toEqual(["Your password was changed"]);
  const { body } = await sapa.call("GET", "/api/mail", { token: mail.admin });
  expect(body).toMatchObject({ waiting: 0, trouble: null });
});

test("a link works once, for half an hour, and a newer one ends it", async () => {
  await signUp();
  await forgot("aminah@example.com");
  const first = tokenOf((await mail.arrivals())[0]);
  await forgot("aminah@example.com");
  const second = tokenOf((await mail.arrivals())[0]);
  expect([await check(first), await check(second)]).toEqual(["expired", "open"]);
  expect((await reset(first)).body.error.code).toBe("link_expired");
  expect((await reset(second)).status).toBe(200);
  expect([await check(second), (await reset(second, "yet-another-1")).body.error.code]).toEqual(["used", "link_used"]);
  await forgot("aminah@example.com");
  const third = tokenOf((await mail.arrivals())[0]);
  sapa.clock.pass(30 * 60_000);
  expect([await check(third), (await reset(third)).body.error.code]).toEqual(["expired", "link_expired"]);
  expect(await logIn("a-new-secret-1")).toBe(200);
});

test("a token that was never made changes nothing, whatever it is", async () => {
  await signUp();
  await forgot("aminah@example.com");
  await mail.arrivals();
  for (const token of [null, [], {}, 5, "", "null", "x".repeat(300)]) expect([410, 422]).toContain((await reset(token)).status);
  expect(await logIn("secret-1")).toBe(200);
});

test("a refused password does not use up the link", async () => {
  await signUp();
  await forgot("aminah@example.com");
  const token = tokenOf((await mail.arrivals())[0]);
  for (const weak of ["123456", "short", "aminah@example.com"]) expect((await reset(token, weak)).status).toBe(422);
  expect((await reset(token)).status).toBe(200);
});

test("a link to an address that is not the account's any more changes nothing", async () => {
  const { id } = await signUp();
  await forgot("aminah@example.com");
  const token = tokenOf((await mail.arrivals())[0]);
  await sapa.call("PUT", `/api/users/${id}`, { token: mail.admin, body: { email: "new@example.com" } });
  expect((await reset(token)).body.error.code).toBe("link_expired");
  expect(await logIn("secret-1", "aminah")).toBe(200);
});

test("changing the password ends links that were sent before", async () => {
  const { id, token: session } = await signUp();
  await forgot("aminah@example.com");
  const token = tokenOf((await mail.arrivals())[0]);
  const body = { currentPassword: "secret-1", newPassword: "chosen-by-me-1" };
  expect((await sapa.call("POST", `/api/users/${id}/password`, { token: session, body })).status).toBe(200);
  expect((await reset(token)).body.error.code).toBe("link_expired");
  expect((await mail.arrivals()).map(({ subject }) => subject)).toEqual(["Your password was changed"]);
});

test("a suspended owner and a deleted account get no link, and the administrator is told to use the command line", async () => {
  const [suspended, deleted] = [await signUp("suspended"), await signUp("deleted")];
  await sapa.call("POST", `/api/users/${suspended.id}/suspend`, { token: mail.admin });
  await sapa.call("DELETE", `/api/users/${deleted.id}`, { token: mail.admin });
  for (const name of ["suspended", "deleted", "admin"]) await forgot(`${name}@example.com`);
  const letters = await mail.arrivals();
  expect(letters.map(({ to, subject }) => [to, subject])).toEqual([["admin@example.com", "Your administrator password"]]);
  expect(letters[0]?.text).toContain("sapa admin reset-password");
  expect(tokenOf(letters[0])).toBe("");
});

test("an account gets three messages an hour, and more requests are answered in the same way", async () => {
  await sapa.close();
  mail = await appWithMail({ rateScale: 1 });
  sapa = mail.sapa;
  await signUp();
  let sent = 0;
  for (let n = 0; n < 6; n++) {
    expect((await forgot("aminah@example.com")).status).toBe(202);
    sent += (await mail.arrivals()).length;
  }
  expect(sent).toBe(3);
});

describe("a stranger who asks for someone's link again and again", () => {
  const asked = async (from?: string) => {
    const headers: Record<string, string> = from === undefined ? {} : { "x-forwarded-for": from };
    expect((await sapa.call("POST", "/api/password/forgot", { body: { email: "aminah@example.com" }, headers })).status).toBe(202);
    return mail.arrivals();
  };

  test("sends a few letters an hour and a day, from however many addresses, and uses up nothing of the person's own", async () => {
    await sapa.close();
    mail = await appWithMail({ rateScale: 1, env: { SAPA_TRUSTED_PROXY: "127.0.0.1" } });
    sapa = mail.sapa;
    await signUp();
    const day: number[] = [];
    for (let hour = 0; hour < 24; hour++) {
      let letters = 0;
      for (let n = 0; n < 20; n++) {
        letters += (await asked(`198.51.100.${n}`)).length;
        sapa.clock.pass(175_000);
      }
      day.push(letters);
    }
    // A full bucket gives three, and one more each twenty minutes; on the whole day twelve, and as many become free meanwhile.
    expect(Math.max(...day)).toBeLessThanOrEqual(6);
    const all = day.reduce((sum, letters) => sum + letters, 0);
    expect(all).toBeGreaterThan(12);
    expect(all).toBeLessThanOrEqual(24);
    // The person asks where they have signed in before.
    const [letter] = await asked();
    expect(await check(tokenOf(letter))).toBe("open");
  });

  test("does not end the link that the person has just got, and gets no letter sent meanwhile", async () => {
    await signUp();
    const [letter] = await asked();
    expect(await asked("198.51.100.7")).toEqual([]);
    expect(await check(tokenOf(letter))).toBe("open");
    // The link has ended with a newer letter, which is in the same mailbox.
    sapa.clock.pass(300_000);
    const [newer] = await asked("198.51.100.7");
    expect([await check(tokenOf(letter)), await check(tokenOf(newer))]).toEqual(["expired", "open"]);
  });

  test("does not end a link that the administrator has handed over", async () => {
    const { id } = await signUp();
    const { token } = (await sapa.call("POST", `/api/users/${id}/reset-link`, { token: mail.admin })).body;
    expect(await asked("198.51.100.7")).toHaveLength(1);
    expect(await check(token)).toBe("open");
    expect((await reset(token)).status).toBe(200);
  });
});

test("an address may ask twenty times an hour", async () => {
  await sapa.close();
  mail = await appWithMail({ rateScale: 1 });
  sapa = mail.sapa;
  const statuses: number[] = [];
  for (let n = 0; n < 22; n++) statuses.push((await forgot(`nobody-${n}@example.com`)).status);
  expect(statuses).toEqual([...Array(20).fill(202), 429, 429]);
});

test("the message is in the person's language: the one that was chosen, otherwise the one on screen", async () => {
  const { token } = await signUp();
  await forgot("aminah@example.com", { language: "ms" });
  expect((await mail.arrivals())[0]?.subject).toBe("Pilih kata laluan baharu");
  await sapa.call("PUT", "/api/account/language", { token, body: { language: "en" } });
  await forgot("aminah@example.com", { language: "ms" });
  expect((await mail.arrivals())[0]?.subject).toBe("Choose a new password");
});

test("without mail, the same answer is given and nothing is sent", async () => {
  await signUp();
  await sapa.call("PUT", "/api/settings", { token: mail.admin, body: { smtpHost: "" } });
  expect((await forgot("aminah@example.com")).status).toBe(202);
  expect(await mail.arrivals()).toEqual([]);
  expect(await sapa.db.all(sql`select token_hash from account_links where purpose = 'reset'`)).toEqual([]);
});

test("the administrator hands over a link, which works once for a day and is in the owner's log", async () => {
  const { id } = await signUp();
  const make = () => sapa.call("POST", `/api/users/${id}/reset-link`, { token: mail.admin });
  const { status, body } = await make();
  expect([status, Date.parse(body.expiresAt) - sapa.clock.now()]).toEqual([201, 24 * 3_600_000]);
  expect(body.link).toBe(`${PUBLIC_URL}/reset?token=${body.token}`);
  expect(await sapa.stored()).not.toContain(body.token);
  const newer = (await make()).body.token;
  expect((await reset(body.token)).body.error.code).toBe("link_expired");
  expect((await reset(newer)).status).toBe(200);
  expect(await logIn("a-new-secret-1")).toBe(200);
  const lines = await sapa.db.all<{ action: string }>(sql`select action from audit where subject = ${id} order by action`);
  expect(lines.map(({ action }) => action)).toEqual(["user.reset_link", "user.reset_link", "user.reset_password"]);
  // Whoever was handed the link need not be the one who reads the address.
  expect(await sapa.db.get(sql`select verified_key from users where id = ${id}`)).toEqual({ verified_key: null });
});

test("no link is made for the administrator, or for an account that does not exist", async () => {
  const { body } = await sapa.call("GET", "/api/users", { token: mail.admin });
  const admin = body.users.find(({ role }: { role: string }) => role === "admin");
  const make = (id: string) => sapa.call("POST", `/api/users/${id}/reset-link`, { token: mail.admin });
  expect([(await make(admin.id)).status, (await make("nobody")).status]).toEqual([409, 404]);
});

test("a reset at one node signs out the sessions that another node knows", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sapa-reset-"));
  const clock = createFakeClock();
  const first = await appWithMail({ folder, clock });
  const second = await testApp({ folder, clock, env: { SAPA_PUBLIC_URL: PUBLIC_URL } });
  const owner = await first.sapa.signUp("aminah");
  expect((await second.call("GET", "/api/notices", { token: owner.token })).status).toBe(200);
  await first.arrivals();
  await first.sapa.call("POST", "/api/password/forgot", { body: { email: "aminah@example.com" } });
  const token = tokenOf((await first.arrivals())[0]);
  const body = { token, password: "a-new-secret-1" };
  expect((await first.sapa.call("POST", "/api/password/reset", { body })).status).toBe(200);
  expect((await second.call("GET", "/api/notices", { token: owner.token })).status).toBe(401);
  expect((await second.call("POST", "/api/password/reset", { body })).body.error.code).toBe("link_used");
  await second.close();
  await first.sapa.close();
  rmSync(folder, { recursive: true, force: true });
});
