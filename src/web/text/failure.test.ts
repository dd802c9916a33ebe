import { afterAll, beforeAll, expect, test } from "bun:test";
import i18next from "i18next";
import { ApiError } from "../api.ts";
import { common } from "./en/common.ts";
import { failureText, whyOf } from "./failure.ts";

beforeAll(() => i18next.init({ lng: "en", defaultNS: "common", keySeparator: false, nsSeparator: false, resources: { en: { common } } }));
afterAll(() => i18next.init({ lng: "en", resources: {} }));

test("a call that failed says what was not done, why, and what to do next", () => {
  expect(failureText("The email was not sent.", new ApiError("network"))).toBe(
    "The email was not sent. There is no connection to the server. Check your connection and try again.",
  );
  expect(whyOf(new ApiError("timeout"))).toBe("The server took too long to answer. Try again in a moment.");
  expect(whyOf(new ApiError("unreadable", 200))).toBe("The server did not answer. Try again in a moment.");
});

test("the server's own message is shown, and never the words of an error in our code", () => {
  const message = "The mail server refused the login.";
  expect(whyOf(new ApiError("server", 502, { message, error: { code: "provider_failed", message } }))).toBe(message);
  expect(whyOf(new TypeError("undefined is not a function"))).toBe("The server did not answer. Try again in a moment.");
});
