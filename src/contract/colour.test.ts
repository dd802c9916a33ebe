import { describe, expect, test } from "bun:test";
import { DARK_INK, inkOn, LIGHT_INK, luminanceOf, readableGround } from "./colour.ts";

/** The exact formula of WCAG, to compare the short one with. */
function contrastOf(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, bl = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl + 0.05;
  };
  const [x, y] = [luminance(a), luminance(b)];
  return Math.max(x, y) / Math.min(x, y);
}

describe("colour", () => {
  test("black and white are the ends of the scale, in every notation", () => {
    for (const black of ["#000", "#000f", "#000000", "#000000FF"]) expect(luminanceOf(black)).toBe(0);
    for (const white of ["#FFF", "#ffff", "#FFFFFF", "#ffffffff"]) expect(luminanceOf(white)).toBeCloseTo(1, 10);
  });

  test("a transparent colour counts as the colour that results on white", () => {
    expect(luminanceOf("#0000")).toBeCloseTo(1, 10);
    expect(inkOn("#00000000")).toBe(DARK_INK);
  });

  test("light colours get dark text and dark colours get light text", () => {
    for (const light of ["#DCF8C6", "#E5E5EA", "#aed581", "#ff0"]) expect(inkOn(light)).toBe(DARK_INK);
    for (const dark of ["#000", "#00f", "#128c7e".replace("8c", "2c"), "#6b21a8", "#6366F1"]) expect(inkOn(dark)).toBe(LIGHT_INK);
  });

  test("text is readable on a ground that was made for it, which is the given colour where that is enough", () => {
    for (let r = 0; r < 256; r += 15) {
      for (let g = 0; g < 256; g += 15) {
        for (let b = 0; b < 256; b += 15) {
          const hex = `#${[r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("")}`;
          const ground = readableGround(hex);
          const contrast = (on: string) => contrastOf(on, inkOn(hex) === LIGHT_INK ? "#ffffff" : DARK_INK);
          expect(contrast(ground)).toBeGreaterThan(4.5);
          expect(inkOn(ground)).toBe(inkOn(hex));
          if (contrast(hex) > 5) expect(ground).toBe(hex);
        }
      }
    }
  });

  test("the chosen text colour has a contrast of at least 4:1 on any colour", () => {
    for (let r = 0; r < 256; r += 15) {
      for (let g = 0; g < 256; g += 15) {
        for (let b = 0; b < 256; b += 15) {
          const hex = `#${[r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("")}`;
          expect(contrastOf(hex, inkOn(hex) === LIGHT_INK ? "#ffffff" : DARK_INK)).toBeGreaterThan(4);
        }
      }
    }
  });
});
