import { describe, expect, test } from "bun:test";
import { listBehind, readView, type View, writeView } from "./view.ts";

const read = (query: string) => readView(new URLSearchParams(query));
const PLAIN: View = { page: 1, search: "", after: "", unansweredOnly: false, openId: null };

describe("the conversations' address", () => {
  test("an address without parameters shows the first page of all conversations", () => {
    expect(read("")).toEqual(PLAIN);
    expect(writeView(PLAIN)).toBe("?");
  });

  test("a written address is read back", () => {
    const views: View[] = [
      { page: 7, search: "kaya & 100% roti?", after: "1763700000000.c-1_x", unansweredOnly: true, openId: "a/b c" },
      { ...PLAIN, openId: "x" },
      { ...PLAIN, search: "é 你好" },
    ];
    for (const view of views) expect(read(writeView(view))).toEqual(view);
  });

  test("mistyped values count as absent", () => {
    for (const page of ["0", "-1", "1e9", "abc", "", "1.5", "99999999"]) expect(read(`page=${page}`).page).toBe(1);
    expect(read("unanswered=yes&id=&q=+++")).toEqual(PLAIN);
    for (const after of ["yesterday", "1", "-1.a", "1.a b", `1.${"a".repeat(65)}`]) expect(read(`q=x&after=${after}`).after).toBe("");
    expect(read("after=1.a")).toEqual(PLAIN);
    expect(read(`q=${"x".repeat(500)}`).search).toHaveLength(100);
  });

  test("an unknown router state names no list", () => {
    for (const state of [null, undefined, 7, "x", {}, { list: 7 }]) expect(listBehind(state)).toBeNull();
    expect(listBehind({ list: "?page=2" })).toBe("?page=2");
  });
});
