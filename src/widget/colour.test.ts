import { describe, expect, test } from "bun:test";
import { contrastOf, DARK_INK, inkOn, LIGHT_INK, luminanceOf } from "./colour.ts";

describe("colour", () => {
  test("black and white are the ends of the scale, in every notation", () => {
    for (const black of ["#000", "#000f", "#000000", "#000000FF"]) expect(luminanceOf(black)).toBe(0);
    for (const white of ["#FFF", "#ffff", "#FFFFFF", "#ffffffff"]) expect(luminanceOf(white)).toBeCloseTo(1, 10);
    expect(contrastOf("#000", "#fff")).toBeCloseTo(21, 5);
  });

  test("a transparent colour counts as what shows through it", () => {
    expect(luminanceOf("#0000")).toBeCloseTo(1, 10);
    expect(inkOn("#00000000")).toBe(DARK_INK);
  });

  test("light colours get dark ink and dark colours light ink", () => {
    for (const light of ["#DCF8C6", "#E5E5EA", "#aed581", "#ff0"]) expect(inkOn(light)).toBe(DARK_INK);
    for (const dark of ["#000", "#00f", "#128c7e55".slice(0, 7), "#6b21a8"]) expect(inkOn(dark)).toBe(LIGHT_INK);
  });

  test("the ink chosen reads at 4.2:1 or better on any colour", () => {
    for (let r = 0; r < 256; r += 15) {
      for (let g = 0; g < 256; g += 15) {
        for (let b = 0; b < 256; b += 15) {
          const hex = `#${[r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("")}`;
          expect(contrastOf(hex, inkOn(hex))).toBeGreaterThan(4);
        }
      }
    }
  });
});
