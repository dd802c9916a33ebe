import { expect, test } from "bun:test";
import type { SourceView, UnreadPart } from "../../../../contract/source.ts";
import { canReadAgain, linkOf, looksLikeSite, rangesOf, shortAddress, unreadTexts } from "./source-text.ts";

const t = ((key: string, { pages, why }: { pages?: string; why?: string } = {}) => [key, pages, why].filter(Boolean).join(" ")) as never;

test("page numbers that follow each other become ranges", () => {
  expect(rangesOf([1, 2, 3, 7])).toBe("1–3, 7");
  expect(rangesOf([4])).toBe("4");
  expect(rangesOf([2, 2, 3])).toBe("2–3");
  expect(rangesOf([])).toBe("");
});

test("what was not read is told once for each reason, and from where on a text was too long", () => {
  const parts: UnreadPart[] = [
    { page: 3, why: "no_text" },
    { page: 2, why: "no_text" },
    { page: null, why: "broken" },
    { page: 40, why: "too_long" },
    { page: 9, why: "encrypted" },
  ];
  expect(unreadTexts(t, parts)).toEqual([
    "unread.pages 2–3 why.no_text",
    "unread.whole why.broken",
    "unread.from 40 why.too_long",
    "unread.page 9 why.encrypted",
  ]);
});

test("an address without a path means the whole website", () => {
  for (const address of ["kedai.my", "https://kedai.my/", " https://www.kedai.my "]) expect(looksLikeSite(address)).toBe(true);
  for (const address of ["kedai.my/menu", "https://kedai.my/?p=7", "https://kedai.my/a/b"]) expect(looksLikeSite(address)).toBe(false);
});

test("only addresses of the web become links, and are shown without what every address has", () => {
  expect(linkOf("javascript:alert(1)")).toBeNull();
  expect(linkOf("data:text/html,x")).toBeNull();
  expect(linkOf(null)).toBeNull();
  expect(linkOf("HTTPS://kedai.my/")).toBe("HTTPS://kedai.my/");
  expect(shortAddress("https://www.kedai.my/")).toBe("kedai.my");
  expect(shortAddress("http://kedai.my/menu?x=1")).toBe("kedai.my/menu?x=1");
});

test("a file is read again only if that can give something else than before", () => {
  const can = (source: Partial<SourceView>) => canReadAgain({ kind: "file", state: "failed", failure: null, ...source } as SourceView);
  for (const failure of ["word_limit", "agent_full", "draft_full", "busy", "internal"] as const) expect(can({ failure })).toBe(true);
  for (const failure of ["encrypted", "no_text", "broken", "unsupported"] as const) expect(can({ failure })).toBe(false);
  expect(can({ state: "waiting" })).toBe(true);
  expect(can({ state: "ready" })).toBe(false);
  expect(can({ kind: "site", state: "ready" })).toBe(true);
});
