import { describe, expect, test } from "bun:test";
import { listBehind, readView, type View, writeView } from "./view.ts";

const read = (query: string) => readView(new URLSearchParams(query));
const PLAIN: View = { page: 1, search: "", unansweredOnly: false, openId: null };

describe("the conversations' address", () => {
  test("a bare address is the first page of everything", () => {
    expect(read("")).toEqual(PLAIN);
    expect(writeView(PLAIN)).toBe("?");
  });

  test("what is written is read again", () => {
    const views: View[] = [
      { page: 7, search: "kaya & 100% roti?", unansweredOnly: true, openId: "a/b c" },
      { ...PLAIN, openId: "x" },
      { ...PLAIN, search: "é 你好" },
    ];
    for (const view of views) expect(read(writeView(view))).toEqual(view);
  });

  test("what a person mistyped counts as absent", () => {
    for (const page of ["0", "-1", "1e9", "abc", "", "1.5", "99999999"]) expect(read(`page=${page}`).page).toBe(1);
    expect(read("unanswered=yes&id=&q=+++")).toEqual(PLAIN);
    expect(read(`q=${"x".repeat(500)}`).search).toHaveLength(100);
  });

  test("a router state of somebody else's names no list", () => {
    for (const state of [null, undefined, 7, "x", {}, { list: 7 }]) expect(listBehind(state)).toBeNull();
    expect(listBehind({ list: "?page=2" })).toBe("?page=2");
  });
});
