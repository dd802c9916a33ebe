import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ErrorCode } from "../contract/error.ts";
import { STORED } from "../contract/messages/stored.ts";
import { ApiError, fieldsOf, messageOf } from "./api.ts";
import * as ms from "./text/ms/messages.ts";
import { setServerTexts } from "./text/server-text.ts";

beforeAll(() => setServerTexts({ language: "ms", texts: ms, english: STORED }));
afterAll(() => setServerTexts(null));

const refused = (code: ErrorCode, message: string) => new ApiError("server", 500, { message, error: { code, message } });

test("a failure of the server itself without an id is shown in the language on screen", () => {
  const fallback = "tiada";
  expect(messageOf(refused("internal", "The database is on fire."), fallback)).toBe(ms.messages.internal);
  expect(messageOf(refused("shutting_down", "The server is restarting."), fallback)).toBe(ms.messages.busy);
});

test("a text that is not Sapa's own, such as a vendor's, stays as it is", () => {
  expect(messageOf(refused("provider_failed", "Card declined"), "tiada")).toBe("Card declined");
  expect(messageOf(refused("constructor" as ErrorCode, "As it was said."), "tiada")).toBe("As it was said.");
});

test("without a message, and for errors of the browser, the fallback is shown", () => {
  expect(messageOf(new ApiError("network"), "tiada")).toBe("tiada");
  expect(messageOf(new Error("x"), "tiada")).toBe("tiada");
});

test("the words of the server's schema library are never shown, neither for the whole nor for a field", () => {
  const words = "Invalid input: expected number, received undefined";
  const error = new ApiError("server", 422, { message: words, error: { code: "invalid", message: words, fields: { version: words } } });
  expect([messageOf(error, "tiada"), fieldsOf(error)]).toEqual(["tiada", {}]);
});

test("a field that is missing is named in the language on screen, and the whole has the words of the screen", () => {
  const fields = { fields: { version: "This is missing." }, fieldsTold: { version: { id: "field.missing" as const } } };
  const error = new ApiError("server", 422, {
    message: "Please check the form.",
    error: { code: "invalid", message: "Please check the form.", told: { id: "checkForm" }, ...fields },
  });
  expect([messageOf(error, "tiada"), fieldsOf(error)]).toEqual(["tiada", { version: ms.messages["field.missing"] }]);
});

test("in English, the server's own text is shown", () => {
  setServerTexts(null);
  expect(messageOf(refused("internal", "The database is on fire."), "")).toBe("The database is on fire.");
  setServerTexts({ language: "ms", texts: ms, english: STORED });
});
