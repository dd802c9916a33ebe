/** The brand of this installation. The server writes it into the document, so it is there before anything is drawn. */
import { type Brand, DEFAULT_BRAND, isRenamed } from "../contract/brand.ts";
import { BRAND_ELEMENT } from "../contract/brand-page.ts";

let brand: Brand = readBrand();

function readBrand(): Brand {
  const text = typeof document === "undefined" ? undefined : document.getElementById(BRAND_ELEMENT)?.textContent;
  return text ? (JSON.parse(text) as Brand) : DEFAULT_BRAND;
}

export const currentBrand = (): Brand => brand;

/** A command of the executable. A renamed product's operator may have renamed the executable as well, so only its arguments are shown. */
export const commandOf = (args: string): string => (isRenamed(brand) ? args : `sapa ${args}`);

/** For the build, which renders with marks in place of the brand. */
export function setBrand(next: Brand): void {
  brand = next;
}
