import { describe, expect, test } from "bun:test";
import type { RecordedItem } from "../../../contract/conversation.ts";
import { noteWords, readLines } from "./transcript.ts";

const START = Date.parse("2026-11-21T02:00:00Z");
const LATER = START + 86_400_000;

/** Makes messages from letters: "u" is a visitor's message, "b" a reply. They are one minute apart. */
function record(senders: string): RecordedItem[] {
  return [...senders].map((letter, at) => ({
    sequence: at + 1,
    sender: letter === "u" ? "user" : "bot",
    text: `${letter}${at + 1}`,
    at: new Date(START + at * 60_000).toISOString(),
    kind: "reply",
    model: null,
    note: null,
    unanswered: false,
    interrupted: false,
    sources: [],
    version: null,
  }));
}
const questions = (senders: string) =>
  readLines(record(senders), true, LATER)
    .filter((line) => line.item.sender === "bot")
    .map((line) => line.question);

describe("a transcript's lines", () => {
  test("a reply belongs to the question before it", () => {
    expect(questions("ubub")).toEqual(["u1", "u3"]);
  });

  test("several questions at once are answered in their order", () => {
    expect(questions("uubb")).toEqual(["u1", "u2"]);
  });

  test("after a failed turn the reply belongs to the later question", () => {
    expect(questions("uub")).toEqual(["u2"]);
    expect(questions("ubuuub")).toEqual(["u1", "u5"]);
  });

  test("a reply whose question is missing has no question", () => {
    expect(questions("bub")).toEqual(["", "u2"]);
  });

  test("a question without a reply is distinguished from a new question", () => {
    const silent = (senders: string, isWhole: boolean, now: number) =>
      readLines(record(senders), isWhole, now).map((line) => line.isSilent);
    expect(silent("ubu", true, LATER)).toEqual([false, false, true]);
    expect(silent("ubu", true, START + 3 * 60_000)).toEqual([false, false, false]);
    expect(silent("ubu", false, LATER)).toEqual([false, false, false]);
    expect(silent("ub", true, LATER)).toEqual([false, false]);
  });

  test("each day has one first message", () => {
    const items = record("ubub").map((item, at) => ({ ...item, at: `2026-11-2${at < 2 ? 1 : 3}T04:00:00Z` }));
    expect(readLines(items, true, LATER).map((line) => line.isNewDay)).toEqual([true, false, true, false]);
  });
});

test("why a backup answered is for the operator alone; what was stopped and why a reply ended are for the owner, too", () => {
  const owner = { isInterrupted: false, isOperator: false };
  const operator = { isInterrupted: false, isOperator: true };
  const absent = "gemini-pro (Google): no key is stored";
  const stopped = "stopped: RM45 is not in your knowledge";
  expect(noteWords(absent, owner)).toBeNull();
  expect(noteWords(absent, operator)).toEqual({ key: "conversations.backup", note: absent });
  expect(noteWords(`${absent}; ${stopped}`, owner)).toEqual({ key: "conversations.brokeOff", note: stopped });
  expect(noteWords(stopped, operator)).toEqual({ key: "conversations.brokeOff", note: stopped });
  expect(noteWords(absent, { ...owner, isInterrupted: true })).toEqual({ key: "conversations.brokeOff", note: absent });
});
