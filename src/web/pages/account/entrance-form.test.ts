import { expect, test } from "bun:test";
import { USERNAME, USERNAME_MAX, usernameFrom } from "../../../contract/user.ts";
import { checkSignUp, EMPTY_SIGN_UP, namesOf } from "./entrance-form.ts";

test("a business's name becomes a username", () => {
  for (const [typed, username] of [
    ["Rotan Meru", "rotan-meru"],
    ["  Kedai Kek & Roti Haji Mohd. ", "kedai-kek-roti-haji-mohd."],
    ["Crème Brûlée", "creme-brulee"],
    ["Mak's Kitchen", "maks-kitchen"],
    ["Siti_99", "Siti_99"],
    ["fresh.face", "fresh.face"],
    ["老陈茶室 Kopi", "kopi"],
    ["Ádmin", "admin"],
  ] as const)
    expect(usernameFrom(typed), typed).toBe(username);
});

test("a name without any letter or digit for a username, and an email address, become none", () => {
  for (const typed of ["", "  ", "老陈茶室", "!!!", "siti@example.com", "аdmin".replace(/[a-z]/g, "")])
    expect(usernameFrom(typed), typed).toBe("");
});

test("a username is always one that the server accepts", () => {
  for (const typed of ["x".repeat(200), "Syarikat ".repeat(20), `${"a".repeat(39)} b`, "a - b", "-- hello --"]) {
    expect(usernameFrom(typed)).toMatch(USERNAME);
    expect(usernameFrom(typed).length).toBeLessThanOrEqual(USERNAME_MAX);
  }
});

test("the name of the business is kept only if the username is another one", () => {
  expect(namesOf("Rotan Meru ")).toEqual({ username: "rotan-meru", displayName: "Rotan Meru" });
  expect(namesOf(" siti ")).toEqual({ username: "siti" });
});

test("all fields are checked at once", () => {
  expect(checkSignUp(EMPTY_SIGN_UP)).toEqual({
    username: "signup.needUsername",
    email: "entrance.needEmail",
    password: "entrance.needPassword",
    confirmed: "entrance.repeatPassword",
  });
  expect(checkSignUp({ username: "老陈", email: "nowhere", password: "12345", confirmed: "1" })).toEqual({
    username: "signup.needLetters",
    email: "signup.wrongEmail",
    password: "password.tooShort",
    confirmed: "password.mismatch",
  });
  expect(checkSignUp({ username: "Rotan Meru", email: " a@b.my ", password: "kopi-o", confirmed: "kopi-o" })).toEqual({});
});
