/** Readable text on any colour an owner may choose (WCAG 2.2, relative luminance). */

/**
 * The launcher's default colour. It is here and not in the table of fields, because the loader is part of every page
 * and must stay small.
 */
export const LAUNCHER_COLOUR = "#6366F1";

/** Near-black green; together with white, the widget's two text colours. */
export const DARK_INK = "#16211d";
export const LIGHT_INK = "#fff";
/** The luminance on which both text colours have the same contrast: (L + 0.05)² = (1 + 0.05)(0.0135 + 0.05). */
const TURN = 0.208;

/** Relative luminance, 0 (black) to 1 (white), of #RGB, #RGBA, #RRGGBB or #RRGGBBAA on a white background. */
export function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0, alpha = 1] = channelsOf(hex);
  const light = (value: number) => {
    const share = value * alpha + 1 - alpha;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
}

/** The contrast of two colours, from 1 (the same colour) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The contrast that text needs (WCAG 2.2, 1.4.3). */
export const READABLE = 4.5;

/**
 * The colour, opaque and as little darker or lighter as text on it needs to be readable. No text colour is readable on a
 * colour of middle lightness.
 */
export function readableGround(colour: string): string {
  const ink = inkOn(colour) === LIGHT_INK ? 0 : 1;
  for (let share = 0; ; share += 0.02) {
    const mixed = mixOf(colour, ink, share);
    if (share >= 1 || contrastOf(mixed, ink ? DARK_INK : LIGHT_INK) >= READABLE) return mixed;
  }
}

/** The colour on white, with a share of black (0) or white (1). */
function mixOf(colour: string, other: number, share: number): string {
  const [r = 0, g = 0, b = 0, alpha = 1] = channelsOf(colour);
  const mixed = [r, g, b].map((value) => (value * alpha + 1 - alpha) * (1 - share) + other * share);
  return `#${mixed
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** Red, green, blue and opacity, each from 0 to 1. */
function channelsOf(hex: string): number[] {
  const digits = hex.length < 6 ? hex.replace(/\w/g, "$&$&") : hex;
  return [1, 3, 5, 7].map((at) => Number.parseInt(digits.slice(at, at + 2) || "ff", 16) / 255);
}

/** The text colour with the higher contrast on `background`. */
export function inkOn(background: string): string {
  return luminanceOf(background) > TURN ? DARK_INK : LIGHT_INK;
}
