import { afterAll, beforeAll, expect, test } from "bun:test";
import { told } from "../../contract/messages/message.ts";
import { STORED } from "../../contract/messages/stored.ts";
import * as ms from "./ms/messages.ts";
import { serverText, setServerTexts, storedText } from "./server-text.ts";

beforeAll(() => setServerTexts({ language: "ms", texts: ms, english: STORED }));
afterAll(() => setServerTexts(null));

const inMalay = ({ text, ref }: ReturnType<typeof told>) => serverText(text, ref);

test("a message is translated into Malay with its parameters in place", () => {
  expect(inMalay(told("knowledge.tooLong", { words: "612", limit: "500" }))).toBe("Teks pengetahuan terlalu panjang: 612/500 perkataan");
  expect(inMalay(told("accounts.wrongCredentials"))).toBe("E-mel atau kata laluan salah.");
  expect(inMalay(told("agents.domain", { names: "exa mple, $& {{names}}" }))).toBe("Ini bukan nama domain: exa mple, $& {{names}}");
});

test("numbers are formatted for the language, however large or small they are", () => {
  expect(inMalay(told("number.tooSmall", { min: 1 }))).toBe("Masukkan 1 atau lebih.");
  expect(inMalay(told("number.tooSmall", { min: 0.01 }))).toBe("Masukkan 0.01 atau lebih.");
  expect(inMalay(told("number.tooLarge", { max: 10_000_000 }))).toBe("Masukkan 10,000,000 atau kurang.");
});

test("a text in the database is translated by its English words", () => {
  expect(storedText(STORED["flag.accountGone"])).toBe(ms.stored["flag.accountGone"]);
  expect(storedText("A word of a newer server.")).toBe("A word of a newer server.");
});

test("a message without an id, or with an id of a newer server, stays as the server sent it", () => {
  expect(serverText("A text of a newer server.")).toBe("A text of a newer server.");
  for (const id of ["newer.id", "constructor", "__proto__"])
    expect(serverText("As it was said.", JSON.parse(`{"id":"${id}"}`))).toBe("As it was said.");
});

test("in English, the server's own text is shown", () => {
  setServerTexts(null);
  expect(inMalay(told("signIn"))).toBe("Please sign in.");
  setServerTexts({ language: "ms", texts: ms, english: STORED });
});
