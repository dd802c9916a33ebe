/** A handover to an address, in a business whose plan has no further place. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { TestApp } from "../../../test/app.ts";
import { appWithMail, tokenOf, type WithMail } from "../../../test/with-mail.ts";
import { BUSINESS_HEADER } from "../../contract/member.ts";
import { sql } from "../platform/storage/db.ts";

let mail: WithMail;
let sapa: TestApp;
let owner: { id: string; token: string };
let editor: { id: string; token: string };
/** A business with two members, which is as many as its plan allows. */
beforeEach(async () => {
  mail = await appWithMail();
  sapa = mail.sapa;
  [owner, editor] = [await mail.signUpConfirmed("aminah"), await mail.signUpConfirmed("badrul")];
  const { token } = (await post("/api/members/invitations", { role: "editor" })).body;
  await sapa.call("POST", "/api/join", { token: editor.token, body: { token } });
  await sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = 2`));
});
afterEach(() => sapa.close());

const post = (path: string, body: object) => sapa.call("POST", path, { token: owner.token, body });
const handOver = (email: string, handover: string) => post("/api/members/handover", { email, handover });
const used = async () => (await sapa.call("GET", "/api/members", { token: owner.token })).body.used;
const roles = () => sapa.db.all(sql`select user_id as id, role from members where account_id = ${owner.id} order by role`);

test("a member can be the next owner of a full business, whether the present one stays or leaves", async () => {
  for (const handover of ["leave", "editor"]) {
    expect([handover, (await handOver("badrul@example.com", handover)).status]).toEqual([handover, 201]);
    expect(await used()).toBe(2);
  }
  const [letter] = (await mail.arrivals()).filter(({ to }) => to === "badrul@example.com");
  const { invitations } = (await sapa.call("GET", "/api/members/invitations", { token: owner.token })).body;
  expect((await post(`/api/members/invitations/${invitations[0].id}/resend`, {})).status).toBe(200);
  const [again] = (await mail.arrivals()).filter(({ to }) => to === "badrul@example.com");
  expect(tokenOf(again)).not.toBe(tokenOf(letter));
  expect((await sapa.call("POST", "/api/join", { token: editor.token, body: { token: tokenOf(again) } })).status).toBe(200);
  expect(await roles()).toEqual([
    { id: owner.id, role: "editor" },
    { id: editor.id, role: "owner" },
  ]);
});

test("whoever has handed a business over gets a letter about it, once it is accepted", async () => {
  await sapa.call("PUT", `/api/users/${owner.id}`, { token: owner.token, body: { displayName: "Kedai Bunga" } });
  await mail.arrivals();
  await handOver("badrul@example.com", "leave");
  const offered = await mail.arrivals();
  expect(offered.map(({ to }) => to)).toEqual(["badrul@example.com"]);
  expect((await sapa.call("POST", "/api/join", { token: editor.token, body: { token: tokenOf(offered[0]) } })).status).toBe(200);
  const [letter, ...more] = await mail.arrivals();
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ to: "aminah@example.com", subject: "badrul has taken over a business from you" });
  expect(letter?.text).toContain("badrul has accepted your offer and is the owner of Kedai Bunga now.");
});

test("someone who is no member finds no place in a full business unless the present owner leaves", async () => {
  expect((await handOver("citra@example.com", "viewer")).body.error.code).toBe("plan_limit");
  expect((await handOver("citra@example.com", "leave")).status).toBe(201);
  expect(await used()).toBe(2);
  // An offer to a member who has left meanwhile needs a place again.
  await handOver("badrul@example.com", "viewer");
  await sapa.call("DELETE", `/api/members/${editor.id}`, { token: owner.token });
  expect(await used()).toBe(2);
  expect((await post("/api/members/invitations", { role: "viewer" })).body.error.code).toBe("plan_limit");
});

test("the letter calls a business without a name the reader's business, and does not say that anything was removed when the contact stays", async () => {
  await sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = 4`));
  const { token } = (await post("/api/members/invitations", { role: "owner" })).body;
  const partner = await mail.signUpConfirmed("citra");
  await sapa.call("POST", "/api/join", { token: partner.token, body: { token } });
  await mail.arrivals();
  const offer = await sapa.call("POST", "/api/members/handover", {
    token: partner.token,
    body: { email: "badrul@example.com", handover: "leave" },
    headers: { [BUSINESS_HEADER]: owner.id },
  });
  expect(offer.status).toBe(201);
  const [offered] = await mail.arrivals();
  expect((await sapa.call("POST", "/api/join", { token: editor.token, body: { token: tokenOf(offered) } })).status).toBe(200);
  const [letter] = (await mail.arrivals()).filter(({ to }) => to === "citra@example.com");
  expect(letter?.text).toContain("badrul has accepted your offer and is an owner of your business now.");
  expect(letter?.text).not.toContain("removed");
});
