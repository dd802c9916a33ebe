/** Contrast of the colours that owners choose. Source: WCAG 2.2 "relative luminance" and "contrast ratio". */

/** Expands #RGB, #RGBA, #RRGGBB and #RRGGBBAA to #rrggbb, the only form a colour input takes; null for anything else. */
export function toSixDigits(colour: string): string | null {
  const digits = /^#([0-9a-f]{3,8})$/i.exec(colour)?.[1];
  if (!digits || digits.length === 5 || digits.length === 7) return null;
  const long = digits.length <= 4 ? Array.from(digits, (digit) => digit + digit).join("") : digits;
  return `#${long.slice(0, 6).toLowerCase()}`;
}

function luminance(sixDigits: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(sixDigits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio, from 1 (the same colour) to 21 (black on white). A colour that cannot be parsed counts as 1. */
export function contrast(one: string, other: string): number {
  const a = toSixDigits(one);
  const b = toSixDigits(other);
  if (a === null || b === null) return 1;
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** The widget's dark text colour or white, whichever has the higher contrast on `background`; the widget uses the same rule. */
export function readableOn(background: string): "#16211d" | "#ffffff" {
  return contrast(background, "#ffffff") >= contrast(background, "#16211d") ? "#ffffff" : "#16211d";
}
