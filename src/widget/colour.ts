/** Readable text on any colour an owner may choose (WCAG 2.2, relative luminance and contrast). */

/** Near-black green and warm white: the two inks of the widget. */
export const DARK_INK = "#16211d";
export const LIGHT_INK = "#ffffff";

/** Red, green, blue in 0…255 of #RGB, #RGBA, #RRGGBB or #RRGGBBAA, laid over white where it is transparent. */
function readChannels(hex: string): number[] {
  const digits = hex.length < 6 ? hex.slice(1).replace(/./g, "$&$&") : hex.slice(1);
  const values = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const alpha = (values[3] ?? 255) / 255;
  return values.slice(0, 3).map((value) => value * alpha + 255 * (1 - alpha));
}

/** Relative luminance, 0 (black) to 1 (white). */
export function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = readChannels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const x = luminanceOf(a) + 0.05;
  const y = luminanceOf(b) + 0.05;
  return x > y ? x / y : y / x;
}

/** The ink that reads better on `background`. */
export function inkOn(background: string): string {
  return contrastOf(background, DARK_INK) >= contrastOf(background, LIGHT_INK) ? DARK_INK : LIGHT_INK;
}
