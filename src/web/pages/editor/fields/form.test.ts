import { expect, test } from "bun:test";
import { problemsOf, tabWith } from "./form.ts";

test("a refused field opens its tab, and a field that the form does not know opens the first tab", () => {
  const tabs = ["chatName", "domain", "sendButtonColor", "knowledge", "body", "constructor"].map(tabWith);
  expect(tabs).toEqual(["basic", "basic", "appearance", "knowledge", "basic", "basic"]);
});

test("a refused item of a list is shown at the list", () => {
  expect(Object.entries(problemsOf({ "knowledge.2": "Too long.", domain: "No." }))).toEqual([
    ["knowledge", "Too long."],
    ["domain", "No."],
  ]);
});
