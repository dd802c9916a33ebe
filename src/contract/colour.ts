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

/**
 * Relative luminance, 0 (black) to 1 (white), of #RGB, #RGBA, #RRGGBB or #RRGGBBAA on a white background. Uses the
 * exponent 2.2, which stays within 0.01 of the standard's two-part curve.
 */
export function luminanceOf(hex: string): number {
  const digits = hex.length < 6 ? hex.replace(/\w/g, "$&$&") : hex;
  const [r = 0, g = 0, b = 0, alpha = 1] = [1, 3, 5, 7].map((at) => Number.parseInt(digits.slice(at, at + 2) || "ff", 16) / 255);
  const light = (value: number) => (value * alpha + 1 - alpha) ** 2.2;
  return 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
}

/** The text colour with the higher contrast on `background`. */
export function inkOn(background: string): string {
  return luminanceOf(background) > TURN ? DARK_INK : LIGHT_INK;
}
