import { expect, test } from "bun:test";
import { canonicalHost, isHostAllowed, parseDomains } from "./domain.ts";

test("what people paste becomes the host name that browsers compare", () => {
  expect(canonicalHost("https://Shop.Example.com/a?b#c")).toBe("shop.example.com");
  expect(canonicalHost("shop.example.com.:8080")).toBe("shop.example.com");
  expect(canonicalHost("münchen.de")).toBe("xn--mnchen-3ya.de");
  expect(canonicalHost("localhost:3000")).toBe("localhost");
  expect(canonicalHost("[::1]:80")).toBe("[::1]");
  for (const bad of ["", "a b", "user@host", "-x.com", "a..b", "ex%41mple.com"]) expect(canonicalHost(bad)).toBeNull();
});

test("a list keeps each pattern once and names what it refuses", () => {
  expect(parseDomains("example.com, *.Example.com\n https://example.com/x, nope_!, two words, *.1.2.3.4")).toEqual({
    patterns: ["example.com", "*.example.com"],
    refused: ["nope_!", "two words", "*.1.2.3.4"],
  });
});

test("only listed hosts may embed; look-alikes may not", () => {
  const patterns = ["a.com", "*.b.com"];
  for (const host of ["a.com", "A.COM.", "a.com:8443", "x.b.com", "y.x.b.com"]) expect(isHostAllowed(host, patterns)).toBe(true);
  for (const host of ["b.com", "evil-a.com", "a.com.evil", "xb.com", "evilb.com", "", "null"])
    expect(isHostAllowed(host, patterns)).toBe(false);
  expect(isHostAllowed("anything.example", [])).toBe(true);
});
