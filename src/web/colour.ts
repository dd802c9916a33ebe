/** Contrast of the colours that owners choose, also while they are half typed. */
import { contrastOf } from "../contract/colour.ts";

/** Expands #RGB, #RGBA, #RRGGBB and #RRGGBBAA to #rrggbb, the only form a colour input takes; null for anything else. */
export function toSixDigits(colour: string): string | null {
  const digits = /^#([0-9a-f]{3,8})$/i.exec(colour)?.[1];
  if (!digits || digits.length === 5 || digits.length === 7) return null;
  const long = digits.length <= 4 ? Array.from(digits, (digit) => digit + digit).join("") : digits;
  return `#${long.slice(0, 6).toLowerCase()}`;
}

/** The contrast ratio, from 1 (the same colour) to 21 (black on white). A colour that cannot be parsed counts as 1. */
export function contrast(one: string, other: string): number {
  const a = toSixDigits(one);
  const b = toSixDigits(other);
  return a === null || b === null ? 1 : contrastOf(a, b);
}

/** The widget's dark text colour or white, whichever has the higher contrast on `background`; the widget uses the same rule. */
export function readableOn(background: string): "#16211d" | "#ffffff" {
  return contrast(background, "#ffffff") >= contrast(background, "#16211d") ? "#ffffff" : "#16211d";
}

const WHITE = 255;

/** The colour with so much white in it, from 0 (none) to 1 (only white). A colour that cannot be parsed becomes white. */
export function mixWithWhite(colour: string, share: number): string {
  const digits = toSixDigits(colour)?.slice(1) ?? "ffffff";
  const mixed = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16);
    return Math.round(part + (WHITE - part) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}
