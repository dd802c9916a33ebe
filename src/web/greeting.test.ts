import { expect, test } from "bun:test";
import type { SessionUser } from "../contract/user.ts";
import { greetedName } from "./greeting.ts";

const user = (more: Partial<SessionUser>) =>
  ({ id: "1", personId: "1", memberRole: "owner", username: "rotan-meru", ...more }) as SessionUser;

test("an owner is greeted by the name typed at sign-up, and without one by the username", () => {
  expect(greetedName(user({ displayName: "Rotan Méru" }))).toBe("Rotan Méru");
  expect(greetedName(user({ displayName: "rotan-meru" }))).toBe("rotan-meru");
});

test("no one is greeted by the name of a business that is not of their own sign-up, or that someone else owns by now", () => {
  expect(greetedName(user({ id: "2", displayName: "Kedai Kopi" }))).toBe("rotan-meru");
  expect(greetedName(user({ memberRole: "editor", displayName: "Kedai Kopi" }))).toBe("rotan-meru");
});

test("a session that was stored before accounts had names is greeted by its username", () => {
  expect(greetedName(user({ displayName: undefined }))).toBe("rotan-meru");
});
