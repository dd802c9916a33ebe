import { describe, expect, test } from "bun:test";
import type { SessionUser } from "../contract/user.ts";
import { pageAfterLogin, readReturnTo, redirectFor } from "./navigation.ts";
import type { Session } from "./session.ts";

const nobody: Session = { user: null, token: null };
const sessionOf = (username: string, token: string | null = "t"): Session => ({ user: { id: "u1", username } as SessionUser, token });

describe("redirectFor", () => {
  test("a visitor stays on the open pages", () => {
    for (const path of ["/", "/signup", "/login", "/login/", "/embed/x", "/embed-code/x", "/demo", "/payment/callback"]) {
      expect([path, redirectFor(path, nobody)]).toEqual([path, null]);
    }
  });

  test("a visitor is sent to the login from everything else", () => {
    for (const path of ["/dashboard", "/editor", "/plans", "/awc", "/payment/redirect", "/nowhere"]) {
      expect([path, redirectFor(path, nobody)]).toEqual([path, "/login"]);
    }
  });

  test("a signed-in person is sent to the dashboard from the entrances", () => {
    for (const path of ["/", "/signup", "/login"]) expect([path, redirectFor(path, sessionOf("aisyah"))]).toEqual([path, "/dashboard"]);
  });

  test("only the administrator with a token sees /awc", () => {
    expect(redirectFor("/awc", sessionOf("aisyah"))).toBe("/dashboard");
    expect(redirectFor("/awc", sessionOf("Admin"))).toBe("/dashboard");
    expect(redirectFor("/awc", sessionOf("admin", null))).toBe("/dashboard");
    expect(redirectFor("/awc", sessionOf("admin"))).toBeNull();
  });
});

describe("the way back after a login", () => {
  test("the same person returns to where they were, query included", () => {
    const returnTo = readReturnTo({ from: "/payment/redirect?billplz%5Bid%5D=x", userId: "u1" });
    expect(pageAfterLogin(returnTo, "u1")).toBe("/payment/redirect?billplz%5Bid%5D=x");
  });

  test("another person starts at the dashboard", () => {
    expect(pageAfterLogin(readReturnTo({ from: "/editor?chatId=a", userId: "u1" }), "u2")).toBe("/dashboard");
  });

  test("an address that leaves the site is ignored", () => {
    for (const from of ["//evil.example", "https://evil.example", 7, null]) expect(readReturnTo({ from })).toBeNull();
    expect(readReturnTo("x")).toBeNull();
  });
});
