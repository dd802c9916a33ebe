import { expect, test } from "bun:test";
import type { OwnAgent } from "../../../contract/agent.ts";
import { type EditorEvent, type EditorState, initialState, reduceEditor } from "./editor-state.ts";
import { emptyDraft } from "./fields/draft.ts";
import { problemsOf } from "./fields/form.ts";

const start = () => initialState({ tab: "basic", question: "", shelved: null, agent: null });
const after = (...events: EditorEvent[]): EditorState => events.reduce(reduceEditor, start());
const stored = (more: object) => ({ ...emptyDraft(), id: "a1", ...more }) as unknown as OwnAgent;

test("a change takes away the problem of its field and of no other", () => {
  const problems = { chatName: "Needed", focus: "Too long" };
  const state = after({ type: "refused", problems }, { type: "changed", patch: { chatName: "Kedai" } });
  expect(state.draft.chatName).toBe("Kedai");
  expect(state.problems).toEqual({ focus: "Too long" });
});

test("a refusal opens the tab of its first field, and one without fields leaves the tab", () => {
  expect(after({ type: "refused", problems: problemsOf({ "knowledge.2": "Too long" }) }).tab).toBe("knowledge");
  expect(after({ type: "tab", tab: "appearance" }, { type: "refused", problems: {} }).tab).toBe("appearance");
});

test("what was typed while a save was on its way stays, and the rest is what the server stored", () => {
  const sent = { ...emptyDraft(), chatName: "  Kedai ", focus: "food" };
  const state = after(
    { type: "changed", patch: sent },
    { type: "changed", patch: { focus: "breakfast" } },
    { type: "saved", sent, stored: stored({ chatName: "Kedai", focus: "food" }), isNew: true },
  );
  expect(state.draft).toMatchObject({ chatName: "  Kedai ".trim(), focus: "breakfast" });
  expect(state.createdId).toBe("a1");
});

test("a later save opens no other page", () => {
  const { draft } = start();
  expect(after({ type: "saved", sent: draft, stored: stored({}), isNew: false }).createdId).toBeNull();
});

test("a new save shows none of the problems of the last one", () => {
  expect(after({ type: "refused", problems: { chatName: "Needed" } }, { type: "saving" }).problems).toEqual({});
});

test("the entries of an agent that was deleted elsewhere become entries of the draft", () => {
  expect(after({ type: "deletedElsewhere", knowledge: ["Open at seven."] }).draft.knowledge).toEqual(["Open at seven."]);
});

test("a shelved draft is restored", () => {
  const draft = { ...emptyDraft(), chatName: "Kept" };
  expect(initialState({ tab: "basic", question: "", shelved: { draft, entry: null }, agent: null }).draft).toEqual(draft);
});
