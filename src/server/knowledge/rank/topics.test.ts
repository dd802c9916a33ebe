import { expect, test } from "bun:test";
import { SIZE } from "./encoder.ts";
import { packTopics, Topics, topicsShared } from "./topics.ts";

/** A direction along some axes. */
const along = (...axes: number[]) => Float32Array.from({ length: SIZE }, (_, at) => (axes.includes(at) ? 1 / Math.sqrt(axes.length) : 0));
const topics = new Topics(packTopics([[along(0), along(0, 1)], [along(2), along(2, 3)], [along(4)]]));

test("questions of one topic share it, and others do not", () => {
  const [one, other, far] = [along(0, 5), along(0, 1), along(2, 5)].map((vector) => topics.profileOf(vector)) as [
    Map<number, number>,
    Map<number, number>,
    Map<number, number>,
  ];
  expect(topicsShared(one, other)).toBeGreaterThan(0.9);
  expect(topicsShared(one, far)).toBeLessThan(0.2);
  expect(topicsShared(one, far)).toBe(topicsShared(far, one));
});

test("a question of which nothing is known has no topics", () => {
  const none = topics.profileOf(new Float32Array(SIZE));
  expect([none.size, topicsShared(none, topics.profileOf(along(0)))]).toEqual([0, 0]);
});
