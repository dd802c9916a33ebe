import { describe, expect, test } from "bun:test";
import { AGENT_DEFAULTS } from "../../../../contract/agent-fields.ts";
import type { Translated } from "../../../../contract/translated.ts";
import { bodyOf, checkDraft, type Draft, emptyDraft, isSameDraft, isStored, mergeStored, previewable } from "./draft.ts";

describe("bodyOf", () => {
  test("a new agent sends its name and its owner, and no default", () => {
    expect(bodyOf({ ...emptyDraft(), chatName: "  Kedai  " }, { userId: "u1" })).toEqual({ userId: "u1", chatName: "Kedai" });
  });

  test("a field that differs from its default is sent", () => {
    const body = bodyOf({ ...emptyDraft(), chatName: "K", mood: "mesra dan santai", knowledge: ["x"] }, { userId: "u1" });
    expect(body).toEqual({ userId: "u1", chatName: "K", mood: "mesra dan santai", knowledge: ["x"] });
  });

  test("a field that returns to its default is sent, so that the server does not keep the old value", () => {
    const saved = { ...emptyDraft(), chatName: "K", focus: "sell cakes" };
    const body = bodyOf({ ...emptyDraft(), chatName: "K" }, { userId: "u1", saved });
    expect(body).toEqual({ userId: "u1", chatName: "K", focus: "" });
  });
});

describe("mergeStored", () => {
  const sent = { ...emptyDraft(), chatName: " Kedai ", focus: "one", knowledge: ["a"] };
  const stored = { ...sent, chatName: "Kedai" };

  test("values that were typed during the save stay, and all other values are as stored", () => {
    const now = { ...sent, focus: "one and more", paused: true };
    expect(mergeStored(now, sent, stored)).toEqual({ ...stored, focus: "one and more", paused: true });
  });

  test("if nothing was typed during the save, all values are as stored", () => {
    expect(mergeStored(sent, sent, stored)).toEqual(stored);
  });

  test("the entries of a new agent that were sent are stored entries, also if they were sent as a list of their own", () => {
    expect(mergeStored({ ...sent, knowledge: ["a"] }, sent, { ...stored, knowledge: [] }).knowledge).toEqual([]);
    expect(mergeStored({ ...sent, knowledge: ["a", "b"] }, sent, { ...stored, knowledge: [] }).knowledge).toEqual(["a", "b"]);
  });
});

test("a save without an answer is recognised in the stored agent, and another person's save is not", () => {
  const sent = { ...emptyDraft(), chatName: " Kedai ", domain: "KEDAI.my" };
  expect(isStored({ ...sent, chatName: "Kedai", domain: "kedai.my" }, sent)).toBe(true);
  expect(isStored({ ...sent, chatName: "Kedai", focus: "theirs" }, sent)).toBe(false);
});

test("a draft equals itself and differs in any field or entry", () => {
  const draft = { ...emptyDraft(), knowledge: ["a"] };
  expect(isSameDraft(draft, { ...draft })).toBe(true);
  expect(isSameDraft(draft, { ...draft, typingText: "…" })).toBe(false);
  expect(isSameDraft(draft, { ...draft, knowledge: ["b"] })).toBe(false);
  expect(isSameDraft(draft, { ...draft, knowledge: ["a", "b"] })).toBe(false);
});

/** Returns a value that differs from the one of a new agent. */
const otherOf = (value: string | boolean | readonly string[] | Translated) => {
  if (typeof value === "string") return `${value}other`;
  if (typeof value === "boolean") return !value;
  return Array.isArray(value) ? ["other"] : { ...value, ms: "lain" };
};
const { knowledge: _, ...plainFields } = emptyDraft();
const everyField = Object.entries(plainFields).map(([field, value]) => [field, { [field]: otherOf(value) } as Partial<Draft>] as const);

test.each(everyField)("a change of only %s is noticed, is sent, and is kept during a save", (_field, patch) => {
  const saved = { ...emptyDraft(), chatName: "K" };
  const changed = { ...saved, ...patch };
  expect(isSameDraft(saved, changed)).toBe(false);
  expect(bodyOf(changed, { userId: "u1", saved })).toEqual({ userId: "u1", chatName: "K", ...patch });
  expect(bodyOf(changed, { userId: "u1" })).toEqual({ userId: "u1", chatName: "K", ...patch });
  expect(mergeStored(changed, saved, saved)).toEqual(changed);
});

test("an empty line of the starter questions does not count as a change and is not sent", () => {
  const saved = { ...emptyDraft(), chatName: "K", starterQuestions: ["When?"] };
  const changed = { ...saved, starterQuestions: ["When?", ""] };
  expect(isSameDraft(saved, changed)).toBe(true);
  expect(bodyOf(changed, { userId: "u1", saved })).toEqual({ userId: "u1", chatName: "K" });
  expect(previewable(changed, "").starterQuestions).toEqual(["When?"]);
});

test("the preview shows defaults for half-typed values", () => {
  const shown = previewable({ ...emptyDraft(), botBackgroundColor: "#12", profileImage: "https:/" }, "Unnamed Chat");
  expect(shown.botBackgroundColor).toBe(AGENT_DEFAULTS.botBackgroundColor);
  expect(shown.profileImage).toBe("");
  expect(shown.chatName).toBe("Unnamed Chat");
});

test("a missing name, an invalid colour and an invalid address prevent a save", () => {
  expect(checkDraft({ ...emptyDraft(), chatName: " ", sendButtonColor: "red", toggleIcon: "x.my/y.png" })).toEqual({
    chatName: "nameRequired",
    sendButtonColor: "colour",
    toggleIcon: "address",
  });
  expect(checkDraft({ ...emptyDraft(), chatName: "K" })).toEqual({});
});
