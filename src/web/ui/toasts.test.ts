import { expect, test } from "bun:test";
import { type ToastItem, type ToastOptions, withToast } from "./toasts.ts";

const after = (...toasts: ToastOptions[]) => toasts.reduce<ToastItem[]>((items, toast, at) => withToast(items, toast, at), []);
const texts = (items: readonly ToastItem[]) => items.map(({ text }) => text);
const added = { text: "Added", group: "added", textOfMany: (count: number) => `${count} added` };

test("successes of a group are one toast that counts them", () => {
  expect(texts(after(added, { text: "Saved" }, added, added))).toEqual(["Saved", "3 added"]);
});

test("one action takes back everything that a counting toast tells of", () => {
  const undone: string[] = [];
  const deleted = (name: string) => ({
    text: "Deleted",
    group: "deleted",
    textOfMany: (count: number) => `${count} deleted`,
    action: { label: "Undo", run: () => undone.push(name) },
  });
  after(deleted("one"), deleted("two"), deleted("three"))[0]?.action?.run();
  expect(undone).toEqual(["three", "two", "one"]);
});

test("a success takes the place of its group's failure, and is not counted with it", () => {
  const failed = { text: "Not added", group: "added", tone: "error" } as const;
  expect(texts(after(added, failed, added))).toEqual(["Added"]);
});

test("at most three are kept, and those with an action longest", () => {
  const withAction = { text: "Deleted", action: { label: "Undo", run: () => undefined } };
  expect(texts(after(withAction, { text: "1" }, { text: "2" }, { text: "3" }, { text: "4" }))).toEqual(["Deleted", "3", "4"]);
});
