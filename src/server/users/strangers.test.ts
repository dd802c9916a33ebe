/** Letters to people who do not know the sender: how many, what is in them, and which are not sent any more. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { TestApp } from "../../../test/app.ts";
import { appWithMail, tokenOf, type WithMail } from "../../../test/with-mail.ts";
import { unlinked } from "../mail/letter.ts";
import { DAY_MS } from "../platform/clock.ts";

const STRANGER = "stranger@example.org";

let mail: WithMail;
let sapa: TestApp;
beforeEach(async () => {
  mail = await appWithMail({ rateScale: 1 });
  sapa = mail.sapa;
});
afterEach(() => sapa.close());

const post = (path: string, body: object, token?: string) => sapa.call("POST", path, { token, body });
const invite = (token: string, email = STRANGER) => post("/api/members/invitations", { role: "editor", email }, token);
const stateOf = async (token: string): Promise<string> => (await post("/api/join/check", { token })).body.state;
const lettersTo = async (email = STRANGER) => (await mail.arrivals()).filter(({ to }) => to === email);

test("one address gets at most three invitations a day from all businesses, and whoever invites cannot tell", async () => {
  const [first, second] = [await mail.signUpConfirmed("aminah"), await mail.signUpConfirmed("badrul")];
  const answers = [await invite(first.token), await invite(first.token), await invite(second.token), await invite(second.token)];
  const resent = await post(`/api/members/invitations/${answers[3]?.body.invitation.id}/resend`, {}, second.token);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(Object.keys(resent.body)).toEqual(["invitation"]);
  expect(Object.keys(answers[3]?.body)).toEqual(Object.keys(answers[0]?.body));
  const letters = await lettersTo();
  // The second invitation of the first business has replaced the first one, whose letter was still waiting.
  expect(letters).toHaveLength(2);
  // What was sent stays good, although it was asked for again.
  for (const letter of letters) expect(await stateOf(tokenOf(letter))).toBe("open");
  expect((await invite(second.token, "other@example.org")).status).toBe(201);
  expect(await lettersTo("other@example.org")).toHaveLength(1);
  sapa.clock.pass(DAY_MS);
  await invite(second.token);
  expect(await lettersTo()).toHaveLength(1);
});

/** The wish to use this address from now on. @returns how many letters that has sent there. */
async function wish(token: string): Promise<number> {
  expect((await post("/api/account/email", { email: STRANGER, currentPassword: "secret-1" }, token)).status).toBe(200);
  // One account may send a link every twelve minutes.
  sapa.clock.pass(900_000);
  return (await lettersTo()).length;
}

test("a letter about the wish for an address of someone else is not repeated without end", async () => {
  const { token } = await mail.signUpConfirmed("aminah");
  let letters = 0;
  for (let n = 0; n < 5; n++) letters += await wish(token);
  expect(letters).toBe(3);
});

test("people without a confirmed address send three such letters to one address together, whoever they are", async () => {
  let letters = 0;
  for (let n = 0; n < 4; n++) {
    const { token } = await mail.signUp(`nobody-${n}`);
    letters += await wish(token);
    sapa.clock.pass(900_000);
  }
  expect(letters).toBe(3);
});

test("what strangers have sent to an address does not keep its own person from using it", async () => {
  const [first, second, own] = [
    await mail.signUpConfirmed("aminah"),
    await mail.signUpConfirmed("badrul"),
    await mail.signUpConfirmed("citra"),
  ];
  for (const { token } of [first, second, first, second, first]) {
    await invite(token);
    await mail.arrivals();
  }
  for (let n = 0; n < 5; n++) await wish(first.token);
  for (let n = 0; n < 4; n++) {
    sapa.clock.pass(900_000);
    await wish((await mail.signUp(`nobody-${n}`)).token);
  }
  await post("/api/account/email", { email: STRANGER, currentPassword: "secret-1" }, own.token);
  const [letter, ...more] = await lettersTo();
  expect(more).toEqual([]);
  expect((await post("/api/email/confirm", { token: tokenOf(letter) }, own.token)).body.email).toBe(STRANGER);
});

test("one's own address gets about ten links a day, and the answer says so", async () => {
  const { token } = await mail.signUp("aminah");
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    statuses.push((await post("/api/account/verify", {}, token)).status);
    sapa.clock.pass(1_200_000);
  }
  // One more becomes free during these four hours.
  expect(statuses.filter((status) => status === 204)).toHaveLength(11);
  expect(statuses.at(-1)).toBe(429);
});

test("an invitation that was withdrawn or sent again before its letter left is not sent", async () => {
  const { token } = await mail.signUpConfirmed("aminah");
  const { body } = await invite(token);
  await post(`/api/members/invitations/${body.invitation.id}/resend`, {}, token);
  const [letter, ...more] = await lettersTo();
  expect(more).toEqual([]);
  expect(await stateOf(tokenOf(letter))).toBe("open");
  const other = (await invite(token, "other@example.org")).body.invitation;
  expect((await sapa.call("DELETE", `/api/members/invitations/${other.id}`, { token })).status).toBe(204);
  expect(await mail.arrivals()).toEqual([]);
});

test("a username that is the address of a website is no link in a letter to a stranger, and stays as it is for its person", async () => {
  const name = "www.win-a-phone.com";
  const signedUp = await post("/api/users/signup", { username: name, email: "own@example.org", password: "secret-1" });
  expect(signedUp.status).toBe(201);
  const [verify] = await mail.arrivals();
  expect(verify?.text).toContain("w\u2060ww.\u2060win-a-phone.\u2060com");
  expect((await post("/api/email/confirm", { token: tokenOf(verify) })).status).toBe(200);
  await invite(signedUp.body.token);
  await post("/api/account/email", { email: "third@example.org", currentPassword: "secret-1" }, signedUp.body.token);
  const strangers = await mail.arrivals();
  expect(strangers.map(({ to }) => to).toSorted()).toEqual([STRANGER, "third@example.org"]);
  for (const { subject, text, html } of [verify, ...strangers].filter((one) => one !== undefined)) {
    expect(`${subject} ${text} ${html}`).not.toContain("win-a-phone.com");
    expect(`${subject} ${text} ${html}`).not.toContain(name);
  }
  await post("/api/password/forgot", { email: "own@example.org" });
  expect((await mail.arrivals())[0]?.text).toContain(name);
});

test.each(["aminah", "kedai.siti-2", "www.a.b", "WWW.A", "w", "."])("the unlinked form of %p reads the same", (name) => {
  expect(unlinked(name).replaceAll("\u2060", "")).toBe(name);
  expect(unlinked(name)).not.toMatch(/\.[a-z0-9]|^www/i);
});
