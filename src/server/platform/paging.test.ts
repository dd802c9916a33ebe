import { expect, test } from "bun:test";
import { fromNearerEnd } from "./paging.ts";

test("every page has the same rows from either end as from the front", () => {
  for (const total of [0, 1, 7, 20, 41]) {
    const rows = Array.from({ length: total }, (_, i) => i);
    for (const limit of [1, 3, 20]) {
      for (let offset = 0; offset <= total + limit; offset++) {
        const stretch = fromNearerEnd({ limit, offset }, total);
        const read = (stretch.isReversed ? rows.toReversed() : rows).slice(stretch.offset, stretch.offset + stretch.limit);
        expect([total, limit, offset, read.toSorted((a, b) => a - b)]).toEqual([total, limit, offset, rows.slice(offset, offset + limit)]);
        expect(stretch.offset).toBeLessThanOrEqual(Math.max(total / 2, 0));
      }
    }
  }
});
