import { expect, test } from "bun:test";
import { isPageLink, isSameSite, onOrigin, pageKey, shapeOf, Traps, toPageAddress } from "./page-address.ts";

test.each([
  ["shop.example", "https://shop.example/"],
  ["  shop.example:8080/a ", "https://shop.example:8080/a"],
  ["http://Shop.Example:80/a#part", "http://shop.example/a"],
  ["https://shop.example/a?utm_source=x&b=2&fbclid=y&a=1", "https://shop.example/a?a=1&b=2"],
  ["https://shop.example/index.php", "https://shop.example/"],
  ["https://shop.example/index.php?route=product&product_id=4", "https://shop.example/index.php?product_id=4&route=product"],
  ["https://shop.example/a;jsessionid=12AB?x=1", "https://shop.example/a?x=1"],
  ["https://kedai.example/menú", "https://kedai.example/men%C3%BA"],
])("%s is the page %s", (text, address) => {
  expect(toPageAddress(text)).toBe(address);
});

test.each([
  "",
  "ftp://shop.example/",
  "mailto:a@shop.example",
  "javascript:alert(1)",
  "http://user:pass@shop.example/",
  `https://shop.example/${"a".repeat(1_000)}`,
])("%s is no page", (text) => {
  expect(toPageAddress(text)).toBeNull();
});

test("a relative address belongs to its page", () => {
  expect(toPageAddress("../b?x=1#c", "https://shop.example/a/d/")).toBe("https://shop.example/a/b?x=1");
  expect(toPageAddress("//other.example/", "https://shop.example/")).toBe("https://other.example/");
  expect(toPageAddress("http://[", "https://shop.example/")).toBeNull();
});

test("spellings of a page that nearly always are the same have one key", () => {
  const keys = ["http://shop.example/a/", "https://www.shop.example/a", "https://shop.example/a"].map(pageKey);
  expect(new Set(keys).size).toBe(1);
  expect(pageKey("https://shop.example/A")).not.toBe(pageKey("https://shop.example/a"));
});

test("a site is one host, with and without www", () => {
  const isSame = (one: string, other: string) => isSameSite(new URL(one), new URL(other));
  expect(isSame("http://www.shop.example/", "https://shop.example/a")).toBe(true);
  expect(isSame("https://shop.example/", "https://blog.shop.example/")).toBe(false);
  expect(isSame("https://shop.example/", "https://shop.example:8443/")).toBe(false);
  expect(isSame("https://shop.example/", "https://shop.example.evil.example/")).toBe(false);
  expect(onOrigin("http://shop.example/a?b=1", "https://www.shop.example")).toBe("https://www.shop.example/a?b=1");
});

test.each([
  ["/a.jpg", false],
  ["/menu.pdf", false],
  ["/wp-admin/edit.php", false],
  ["/cart", false],
  ["/cartoon", true],
  ["/blog/login-problems", true],
  ["/menu.html", true],
])("%s is worth following: %p", (path, isWorth) => {
  expect(isPageLink(`https://shop.example${path}`)).toBe(isWorth);
});

test("paths that contain themselves and very deep ones are traps", () => {
  const isTrap = (path: string) => new Traps().isTrap(shapeOf(`https://shop.example${path}`));
  expect([isTrap("/a/b/a/b/a"), isTrap(`/${Array.from({ length: 13 }, (_, i) => i).join("/")}`), isTrap("/a/b/c")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("calendars are bounded, and products with numbers are not", () => {
  const traps = new Traps();
  const count = (make: (at: number) => string) =>
    Array.from({ length: 300 }, (_, at) => make(at)).filter((path) => !traps.isTrap(shapeOf(`https://shop.example${path}`))).length;
  expect(count((at) => `/events/${2000 + at}/05`)).toBe(12);
  expect(count((at) => `/events?month=${2000 + at}-05`)).toBe(12);
  expect(count((at) => `/blog/2026/05/post-number-${at}`)).toBe(300);
  expect(count((at) => `/product/${1000 + at}`)).toBe(300);
  expect(count((at) => `/shop?colour=${at}`)).toBe(60);
  expect(count((at) => `/shop?product_id=${at}`)).toBe(300);
});
