import { expect, test } from "bun:test";
import { type DiffPart, diffWords, shortenSame } from "./words-diff.ts";

const write = (parts: readonly DiffPart[]) =>
  parts.map(({ text, kind }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind]).join("");
const diff = (before: string, after: string) => write(diffWords(before, after));

test("the words that differ are marked, and the others are not", () => {
  expect(diff("Kek pandan RM38", "Kek pandan RM42")).toBe("Kek pandan [-RM38-][+RM42+]");
  expect(diff("We open at nine.", "We open at nine every day.")).toBe("We open at nine[+ every day+].");
  expect(diff("Satu dua tiga", "")).toBe("[-Satu dua tiga-]");
  expect(diff("", "Satu")).toBe("[+Satu+]");
  expect(diff("same", "same")).toBe("same");
  expect(diff("红茶 RM5", "绿茶 RM5")).toBe("[-红茶-][+绿茶+] RM5");
});

test("what was removed and what was added give the two texts back", () => {
  const texts = ["a b c d e f", "a x c  y e", "b c\nd", "Harga: RM5, RM6 (besar)", "Harga RM5 / RM7 besar\n\nHalal"];
  for (const before of texts) {
    for (const after of texts) {
      const parts = diffWords(before, after);
      const without = (kind: DiffPart["kind"]) =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join("");
      expect([without("added"), without("removed")]).toEqual([before, after]);
    }
  }
});

test("texts too long to compare word by word are still shown, at once", () => {
  const [before, after] = ["one ".repeat(5_000), "two ".repeat(5_000)];
  expect(diffWords(`start ${before}end`, `start ${after}end`).map(({ kind }) => kind)).toEqual(["same", "removed", "added", "same"]);
});

test("long stretches without a change are shortened", () => {
  const same = "word ".repeat(200);
  const shown = shortenSame(diffWords(`${same}RM38 ${same}`, `${same}RM42 ${same}`));
  expect(write(shown)).toContain("[-RM38-][+RM42+]");
  expect(write(shown).length).toBeLessThan(300);
});
