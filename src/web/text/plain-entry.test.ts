/** How entries look in lists. */
import { expect, test } from "bun:test";
import { toPlainEntry } from "./plain-entry.ts";

test("a heading at the beginning is the title, and others lose their marks", () => {
  expect(toPlainEntry("# Price list › Drinks\n\nLatte: RM11\n\n## Food\nRoti: RM2")).toEqual({
    title: "Price list › Drinks",
    text: "Latte: RM11\n\nFood\nRoti: RM2",
  });
  expect(toPlainEntry("\n### **Hours**\nNine to five")).toEqual({ title: "Hours", text: "Nine to five" });
  expect(toPlainEntry("# Only a heading")).toEqual({ title: "Only a heading", text: "" });
});

test("bold text and tables lose their marks", () => {
  expect(toPlainEntry("**Latte** costs **RM11**")).toEqual({ title: null, text: "Latte costs RM11" });
  expect(toPlainEntry("| Item | Price |\n|:---|---:|\n| **Latte** | RM11 |").text).toBe("Item · Price\nLatte · RM11");
});

test.each([
  "Parking is free.",
  "Call us at #1 Jalan Ampang, or use #hashtag",
  "RM5** with a note",
  "a | b",
  "5 * 3 = 15",
  "- one\n- two",
  "--",
  "",
])("%j stays as it is", (text) => {
  expect(toPlainEntry(text)).toEqual({ title: null, text });
});

test("hostile texts are shown in linear time", () => {
  for (const text of ["|".repeat(100_000), "**".repeat(100_000), `${"# ".repeat(50_000)}`, `${" ".repeat(100_000)}|`, "|-".repeat(50_000)])
    toPlainEntry(text);
});
