import { expect, test } from "bun:test";
import { WORKS } from "./works.ts";

/** The constants of wyhash, which is Bun.hash. It has three lanes, each of which takes 16 bytes of every 48. */
const SECRET = [0xa0761d6478bd642fn, 0xe7037ed1a0b428dbn, 0x8ebc6af09c88c6e3n, 0x589965cc75374cc3n] as const;
const LANES = [SECRET[1], SECRET[2], SECRET[3]] as const;
const ROUND = 48;
const mix = (one: bigint, other: bigint) => BigInt.asUintN(64, (one * other) ^ ((one * other) >> 64n));

/** What the lanes hold after so many bytes. */
function lanesAfter(bytes: Buffer, length: number): bigint[] {
  const lanes = LANES.map(() => mix(SECRET[0], SECRET[1]));
  for (let from = 0; from < length; from += ROUND) {
    for (const [lane, secret] of LANES.entries()) {
      const [first, second] = [bytes.readBigUInt64LE(from + 16 * lane), bytes.readBigUInt64LE(from + 16 * lane + 8)];
      lanes[lane] = mix(first ^ secret, second ^ (lanes[lane] ?? 0n));
    }
  }
  return lanes;
}

/** Bytes with the beginning `head` that have the same length and the same Bun.hash as `page`. */
function forge(page: Buffer, head: string): Buffer {
  const forged = Buffer.alloc(page.length, " ");
  forged.write(head);
  const at = Math.ceil(head.length / ROUND) * ROUND;
  const [wanted, had] = [lanesAfter(page, at + ROUND), lanesAfter(forged, at)];
  for (const [lane, secret] of LANES.entries()) {
    forged.writeBigUInt64LE(secret ^ 1n, at + 16 * lane);
    forged.writeBigUInt64LE((wanted[lane] ?? 0n) ^ (had[lane] ?? 0n), at + 16 * lane + 8);
  }
  page.copy(forged, at + ROUND, at + ROUND);
  return forged;
}

test("a page that is made to have the hash of another one is not taken for it", () => {
  const rest = "<p>More about our cakes and our bread, every day.</p>".repeat(8);
  const real = Buffer.from(`<title>Kedai Ali</title><h1>Kedai Ali</h1><p>Pay to account 1111111111 of Kedai Ali.</p>${rest}`);
  const forged = forge(real, "<title>Kedai Ali</title><h1>Kedai Ali</h1><p>Pay to account 9999999999 of the thief.</p><!--");
  expect(Bun.hash(forged)).toBe(Bun.hash(real));
  const page = { type: "text/html", contentType: "text/html; charset=utf-8" };
  const lines = WORKS.view(forged, { ...page, url: "https://thief.example/", origin: "https://thief.example" });
  expect(lines).not.toBeNull();
  const read = JSON.stringify(WORKS.read(real, { ...page, url: "https://ali.example/", common: [], keepsFacts: true }));
  expect(read).toContain("1111111111");
  expect(read).not.toContain("9999999999");
});
