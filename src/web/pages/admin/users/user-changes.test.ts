import { expect, test } from "bun:test";
import type { AdminUser } from "../../../../contract/user.ts";
import { changesOf } from "./user-changes.ts";

const user = { username: "kedai", email: null, planId: 1 } as AdminUser;
const opened = { username: "kedai", email: "", password: "", planId: 1 };

test("only changed values are sent, so a plan that was bought in between stays", () => {
  expect(changesOf(user, opened)).toEqual({});
  expect(changesOf(user, { ...opened, email: "k@kedai.my" })).toEqual({ email: "k@kedai.my" });
  expect(changesOf({ ...user, email: "k@kedai.my" }, opened)).toEqual({ email: "" });
  expect(changesOf(user, { ...opened, username: "Kedai", password: "secret" })).toEqual({ username: "Kedai", password: "secret" });
  expect(changesOf(user, { ...opened, planId: 2, planMonths: 3 })).toEqual({ planId: 2, planMonths: 3 });
});
