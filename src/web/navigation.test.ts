import { describe, expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { matchRoutes } from "react-router-dom";
import { PAGES } from "../contract/page.ts";
import type { SessionUser } from "../contract/user.ts";
import { pageAfterLogin, readReturnTo, redirectFor } from "./navigation.ts";
import { accessOf, createRoutes } from "./routes.tsx";
import type { Session } from "./session.ts";

const nobody: Session = { user: null, token: null };
const sessionOf = (username: string, token: string | null = "t"): Session => ({ user: { id: "u1", username } as SessionUser, token });

const table = createRoutes(new QueryClient());
/** Where a person with this session is sent from an address. */
const sentTo = (path: string, session: Session) => {
  const matches = matchRoutes(table, path)?.map(({ route }) => route) ?? [];
  return redirectFor(accessOf(matches, path), session);
};

describe("the navigation rules", () => {
  test("a visitor stays on the open pages", () => {
    for (const path of ["/", "/signup", "/login", "/login/", "/embed/x", "/embed-code/x", "/demo", "/payment/callback"]) {
      expect([path, sentTo(path, nobody)]).toEqual([path, null]);
    }
  });

  test("a visitor is sent to the login from all other pages", () => {
    for (const path of [
      "/start",
      "/dashboard",
      "/editor",
      "/conversations/x",
      "/plans",
      "/receipt/x",
      "/awc",
      "/payment/redirect",
      "/nowhere",
    ]) {
      expect([path, sentTo(path, nobody)]).toEqual([path, "/login"]);
    }
  });

  test("a signed-in person is sent from sign-up and login to the dashboard", () => {
    for (const path of ["/", "/signup", "/login"]) expect([path, sentTo(path, sessionOf("aisyah"))]).toEqual([path, "/dashboard"]);
  });

  test("the administrator is sent from sign-up and login to the overview", () => {
    for (const path of ["/", "/signup", "/login"]) expect([path, sentTo(path, sessionOf("admin"))]).toEqual([path, "/awc"]);
  });

  test("only the administrator with a token sees /awc", () => {
    expect(sentTo("/awc", sessionOf("aisyah"))).toBe("/dashboard");
    expect(sentTo("/awc", sessionOf("Admin"))).toBe("/dashboard");
    expect(sentTo("/awc", sessionOf("admin", null))).toBe("/dashboard");
    expect(sentTo("/awc", sessionOf("admin"))).toBeNull();
  });

  test("the rules apply to a page however its address is written", () => {
    for (const path of ["/AWC", "/%61wc", "/awc/", "/Awc/", "/LOGIN", "/%6Cogin", "/SignUp"])
      expect([path, sentTo(path, sessionOf("aisyah"))]).toEqual([path, "/dashboard"]);
    for (const path of ["/Demo", "/%64emo", "/LOGIN", "/Embed-Code/x", "/EMBED/x"])
      expect([path, sentTo(path, nobody)]).toEqual([path, null]);
    for (const path of ["/AWC", "/DASHBOARD", "/%65ditor"]) expect([path, sentTo(path, nobody)]).toEqual([path, "/login"]);
  });

  test("each page of the table states who may see it", () => {
    for (const page of PAGES)
      expect([page, matchRoutes(table, page)?.at(-1)?.route.handle]).toEqual([page, { access: expect.any(String) }]);
  });
});

describe("the way back after a login", () => {
  test("the same person returns to where they were, query included", () => {
    const returnTo = readReturnTo({ from: "/payment/redirect?billplz%5Bid%5D=x", userId: "u1" });
    expect(pageAfterLogin(returnTo, "u1", "/dashboard")).toBe("/payment/redirect?billplz%5Bid%5D=x");
  });

  test("another person starts at their first page", () => {
    expect(pageAfterLogin(readReturnTo({ from: "/editor?chatId=a", userId: "u1" }), "u2", "/dashboard")).toBe("/dashboard");
  });

  test("an address that leaves the site is ignored", () => {
    for (const from of ["//evil.example", "https://evil.example", 7, null]) expect(readReturnTo({ from })).toBeNull();
    expect(readReturnTo("x")).toBeNull();
  });
});
