/** A request whose body arrives slowly has the rights of the moment at which the body has arrived. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { BUSINESS_HEADER } from "../../src/contract/member.ts";
import type { TestApp } from "../app.ts";
import { appWithMail, type WithMail } from "../with-mail.ts";

let mail: WithMail;
let sapa: TestApp;
beforeEach(async () => {
  mail = await appWithMail();
  sapa = mail.sapa;
});
afterEach(() => sapa.close());

/** Sends a request, of which the server has read nothing but the head when this resolves. @returns a function that sends the body. */
async function begin(path: string, token: string, body: object, business?: string): Promise<() => Promise<Response>> {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    asked.resolve();
    await released.promise;
    controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
    controller.close();
  };
  const stream = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    ...(business && { [BUSINESS_HEADER]: business }),
  };
  const answer = sapa.app.handle(new Request(`http://localhost${path}`, { method: "POST", headers, body: stream }));
  await asked.promise;
  return () => {
    released.resolve();
    return answer;
  };
}

test("a handover that a thief has begun is not made once the owner has a new password", async () => {
  const owner = await mail.signUpConfirmed("aminah");
  const finish = await begin("/api/members/handover", owner.token, { handover: "leave" });
  const body = { currentPassword: "secret-1", newPassword: "mine-alone-1" };
  const changed = await sapa.call("POST", `/api/users/${owner.id}/password`, { token: owner.token, body });
  expect([changed.status, (await finish()).status]).toEqual([200, 401]);
  const { token } = changed.body;
  expect((await sapa.call("GET", "/api/members/invitations", { token })).body.total).toBe(0);
});

test("an editor who was removed makes no agent", async () => {
  const owner = await mail.signUpConfirmed("aminah");
  const editor = await mail.signUpConfirmed("badrul");
  const { body } = await sapa.call("POST", "/api/members/invitations", { token: owner.token, body: { role: "editor" } });
  expect((await sapa.call("POST", "/api/join", { token: editor.token, body: { token: body.token } })).status).toBe(200);
  const finish = await begin("/api/chats", editor.token, { chatName: "Mine" }, owner.id);
  expect((await sapa.call("DELETE", `/api/members/${editor.id}`, { token: owner.token })).status).toBe(204);
  expect((await finish()).status).toBe(403);
});

test("a request whose session goes on is done", async () => {
  const owner = await mail.signUpConfirmed("aminah");
  const finish = await begin("/api/chats", owner.token, { chatName: "Kedai" });
  expect((await finish()).status).toBe(201);
});
