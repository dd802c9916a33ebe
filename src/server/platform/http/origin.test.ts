import { expect, test } from "bun:test";
import { isOwn, transportHeaders } from "./origin.ts";

test("with a public URL, only that origin and the loopback address are ours, whatever the Host header says", () => {
  const site = "https://chat.example.com";
  expect(isOwn(site, "chat.example.com", site)).toBe(true);
  expect(isOwn(site, "127.0.0.1:3000", site)).toBe(true);
  for (const [origin, host] of [
    ["http://127.0.0.1:3000", "127.0.0.1:3000"],
    ["http://localhost:3000", "LOCALHOST:3000"],
    ["http://[::1]:3000", "[::1]:3000"],
  ] as const) {
    expect([origin, isOwn(origin, host, site)]).toEqual([origin, true]);
  }
  for (const [origin, host] of [
    ["http://evil.example", "evil.example"],
    ["http://chat.example.com", "chat.example.com"],
    ["ftp://chat.example.com", "chat.example.com"],
    ["https://chat.example.com:444", "chat.example.com:444"],
    ["https://chat.example.com.evil.example", "chat.example.com"],
    ["http://127.0.0.1:4000", "127.0.0.1:3000"],
    ["http://127.0.0.1.evil.example", "127.0.0.1.evil.example"],
    ["http://192.168.1.5:3000", "192.168.1.5:3000"],
    ["null", "null"],
    ["", ""],
  ] as const) {
    expect([origin, isOwn(origin, host, site)]).toEqual([origin, false]);
  }
});

test("without a public URL, the origin that the request was sent to is ours, and only with http or https", () => {
  expect(isOwn("http://nas.local:3000", "nas.local:3000", null)).toBe(true);
  expect(isOwn("https://chat.example.com", "chat.example.com", null)).toBe(true);
  for (const origin of ["ftp://nas.local:3000", "http://nas.local", "http://evil.example"]) {
    expect([origin, isOwn(origin, "nas.local:3000", null)]).toEqual([origin, false]);
  }
  expect(isOwn("http://nas.local", null, null)).toBe(false);
});

test("browsers are told to keep using https if, and only if, the public URL is https", () => {
  expect(transportHeaders("https://chat.example.com")).toEqual({ "strict-transport-security": "max-age=31536000" });
  expect([transportHeaders("http://chat.example.com"), transportHeaders(null)]).toEqual([{}, {}]);
});
