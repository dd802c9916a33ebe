import { expect, test } from "bun:test";
import { fillText, readRefusal, refusal, told } from "./message.ts";
import { STORED } from "./stored.ts";
import { MESSAGES } from "./table.ts";

test("a message has a text in English, and an id and parameters for other languages", () => {
  expect(told("signIn")).toEqual({ text: "Please sign in.", ref: { id: "signIn" } });
  expect(told("knowledge.tooManyEntries", { max: 100_000 })).toEqual({
    text: "An agent holds at most 100,000 knowledge entries.",
    ref: { id: "knowledge.tooManyEntries", params: { max: 100_000 } },
  });
});

test("a long parameter that quotes what was sent is cut, and the text is not", () => {
  const names = "x".repeat(5_000);
  const { text, ref } = told("agents.domain", { names });
  expect(text).toBe(`This is not a domain name: ${names}`);
  expect(ref?.params).toEqual({ names: `${"x".repeat(200)}…` });
});

test("what was sent is inserted as it is: it fills no other placeholder and reads no property of an object", () => {
  expect(fillText("{{a}} and {{b}} and {{constructor}}", { a: "{{b}} $& $1", b: 1_234.5 }, "en-MY")).toBe(
    "{{b}} $& $1 and 1,234.5 and {{constructor}}",
  );
});

test("a schema's refusal is decoded, and any other text has no id", () => {
  expect(readRefusal(refusal("number.tooSmall", { min: 0.01 }))).toEqual(told("number.tooSmall", { min: 0.01 }));
  expect(readRefusal("Invalid input")).toEqual({ text: "Invalid input" });
});

test("no two stored texts are equal, because translations are found by the text", () => {
  expect(new Set(Object.values(STORED)).size).toBe(Object.keys(STORED).length);
});

test("no message is empty", () => {
  for (const [id, text] of Object.entries({ ...MESSAGES, ...STORED })) expect([id, text.trim() !== ""]).toEqual([id, true]);
});
