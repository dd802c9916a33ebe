import { expect, test } from "bun:test";
import { parseStoredUser, sessionOf } from "./session.ts";

test("a stored user is read back", () => {
  expect(parseStoredUser('{"id":"u1","username":"aisyah"}')?.username).toBe("aisyah");
});

test("a stored user without a name of its own is called by the username", () => {
  expect(parseStoredUser('{"id":"u1","username":"rotan-meru"}')?.displayName).toBe("rotan-meru");
  expect(parseStoredUser('{"id":"u1","username":"rotan-meru","displayName":"Rotan Meru"}')?.displayName).toBe("Rotan Meru");
});

test("no text, a broken text and a user without an id count as signed out", () => {
  for (const raw of [null, "", "null", "[]", "{", '"u1"', '{"username":"x"}', '{"id":"","username":"x"}', '{"id":7,"username":"x"}']) {
    expect([raw, parseStoredUser(raw)]).toEqual([raw, null]);
  }
});

test("a stored user without a token counts as signed out, and so does a token without a user", () => {
  const user = '{"id":"u1","username":"aisyah"}';
  expect(sessionOf(user, null)).toEqual({ user: null, token: null });
  expect(sessionOf(null, "t")).toEqual({ user: null, token: null });
  expect(sessionOf(user, "t")).toMatchObject({ user: { id: "u1" }, token: "t" });
});
