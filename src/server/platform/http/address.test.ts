import { expect, test } from "bun:test";
import { addressKey, networkKey, plainAddress } from "./address.ts";

test("every spelling of an IPv4 address inside IPv6 counts as the IPv4 address", () => {
  for (const spelling of [
    "203.0.113.77",
    "::ffff:203.0.113.77",
    "::FFFF:203.0.113.77",
    "::ffff:cb00:714d",
    "::FFFF:CB00:714D",
    "0:0:0:0:0:ffff:cb00:714d",
    "0000:0000:0000:0000:0000:ffff:203.0.113.77",
    "0:0::0:ffff:cb00:714d",
  ]) {
    expect([spelling, addressKey(spelling), plainAddress(spelling)]).toEqual([spelling, "203.0.113.77", "203.0.113.77"]);
  }
});

test("an address that only resembles an IPv4-mapped one stays IPv6", () => {
  expect(plainAddress("::fffe:203.0.113.77")).toBe("::fffe:203.0.113.77");
  expect(plainAddress("2001:db8::ffff:203.0.113.77")).toBe("2001:db8::ffff:203.0.113.77");
  expect(addressKey("::203.0.113.77")).toBe("0:0:0:0");
});

test("all addresses of an IPv6 /64 share one key, in every spelling, and the next /64 has another", () => {
  for (const spelling of ["2001:db8:1:2::9", "2001:0DB8:0001:0002:0:0:0:1", "2001:db8:1:2:ffff::", "2001:db8:1:2::1%eth0"]) {
    expect([spelling, addressKey(spelling)]).toEqual([spelling, "2001:db8:1:2"]);
  }
  expect(addressKey("2001:db8:1:3::9")).toBe("2001:db8:1:3");
  expect(addressKey("fe80::1")).toBe("fe80:0:0:0");
});

test("a text that is not an address is its own key", () => {
  for (const word of ["", "localhost", "999.1.1.1", "1:2:3"]) expect(addressKey(word)).toBe(word);
});

test("only keys with an IPv6 address have a network key, which keeps the text after the address", () => {
  expect(networkKey("2001:db8:1:2")).toBe("2001:db8:1::/48");
  expect(networkKey("2001:db8:1:2 ali@example.com")).toBe("2001:db8:1::/48 ali@example.com");
  for (const key of ["203.0.113.77", "203.0.113.77 a:b:c:d", "preview:abc", "0197b2c0-0000-7000-8000-000000000000", ""]) {
    expect([key, networkKey(key)]).toEqual([key, null]);
  }
});
