import { expect, test } from "bun:test";
import { viewsOf } from "./views.ts";

const OWNER = { edit: true, reply: true, own: true, member: true };
const VIEWER = { edit: false, reply: false, own: false, member: true };

test("an owner decides about everything, other members about themselves, and the administrator about the own login", () => {
  const person = { isAdministrator: false };
  expect(viewsOf(person, OWNER, false)).toEqual(["account", "security", "conversations", "members", "delete"]);
  expect(viewsOf(person, VIEWER, false)).toEqual(["account", "security", "delete"]);
  expect(viewsOf({ isAdministrator: true }, OWNER, false)).toEqual(["account", "security"]);
});

test("whoever looks at an account sees nothing of its owner's login, and no button that deletes it", () => {
  expect(viewsOf({ isAdministrator: false }, OWNER, true)).toEqual(["account", "conversations", "members"]);
});
