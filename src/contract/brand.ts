/**
 * How the product looks and what it is called: the operator's settings (white label), resolved for everything that shows
 * them. Imports no schema, so that browsers can use it. Rules: product 9.12.
 */
import { contrastOf, inkOn, READABLE } from "./colour.ts";
import type { SettingsValues } from "./settings-fields.ts";

/** What the product is called until the operator gives it another name. */
export const PRODUCT_NAME = "Sapa";

/** The pictures must be small: mails contain them, and every page waits for them. */
export const BRAND_PICTURE_MAX_KILOBYTES = 200;
export const BRAND_PICTURE_MAX_BYTES = BRAND_PICTURE_MAX_KILOBYTES * 1_024;

/** The address of an uploaded picture that every mail program and the receipts' PDF files can show. */
export const BRAND_PICTURE = /^\/files\/([0-9a-f]{64})\.(png|jpg)$/;

export interface Brand {
  name: string;
  /** Paths of uploaded pictures; empty: none. `logoDark` is shown on dark grounds. */
  logo: string;
  logoDark: string;
  icon: string;
  /** `#rrggbb`; empty: the product's own green. */
  colour: string;
  colourDark: string;
  /** Addresses of the operator's pages; empty: no link. */
  terms: string;
  privacy: string;
  imprint: string;
  /** Empty: nothing is shown. The address may be empty. */
  poweredBy: string;
  poweredByUrl: string;
}

type BrandSettings = Pick<
  SettingsValues,
  | "productName"
  | "brandLogo"
  | "brandLogoDark"
  | "brandIcon"
  | "brandColour"
  | "brandColourDark"
  | "termsUrl"
  | "privacyUrl"
  | "imprintUrl"
  | "poweredByText"
  | "poweredByUrl"
>;

export function brandOf(settings: BrandSettings): Brand {
  return {
    name: nameOf(settings.productName),
    logo: settings.brandLogo,
    logoDark: settings.brandLogoDark || settings.brandLogo,
    icon: settings.brandIcon,
    colour: settings.brandColour,
    colourDark: settings.brandColourDark || settings.brandColour,
    terms: settings.termsUrl,
    privacy: settings.privacyUrl,
    imprint: settings.imprintUrl,
    poweredBy: settings.poweredByText,
    poweredByUrl: settings.poweredByUrl,
  };
}

/** The brand of an installation whose operator has changed nothing. */
export const DEFAULT_BRAND: Brand = {
  name: PRODUCT_NAME,
  ...{ logo: "", logoDark: "", icon: "", colour: "", colourDark: "", terms: "", privacy: "", imprint: "", poweredBy: "", poweredByUrl: "" },
};

export const nameOf = (productName: string): string => productName.trim() || PRODUCT_NAME;

/** Whether the operator has given the product a name of their own. */
export const isRenamed = ({ name }: Pick<Brand, "name">): boolean => name !== PRODUCT_NAME;

/** The letter that is shown where there is no logo and the mark of the product would be wrong. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return (first?.segment ?? "•").toUpperCase();
}

export type BrandScheme = "light" | "dark";

/** The grounds on which links and labels in the accent colour are read, the least favourable ones of app.css. */
const GROUND: Record<BrandScheme, string> = { light: "#e2e1da", dark: "#212b28" };

export interface Accent {
  /** The colour in use: the chosen one, or the nearest one that can be read. */
  colour: string;
  /** Text on it. */
  ink: string;
  isAdjusted: boolean;
}

/** Text in the accent colour, and text on it, have a contrast of at least 4.5. `colour`: `#rrggbb`. */
export function accentOf(colour: string, scheme: BrandScheme): Accent {
  for (let share = 0; ; share += 0.02) {
    const mixed = share === 0 ? colour.toLowerCase() : towards(colour, scheme === "light" ? 0 : 255, share);
    const ink = scheme === "light" ? "#ffffff" : inkOn(mixed);
    const isReadable = contrastOf(mixed, GROUND[scheme]) >= READABLE && contrastOf(mixed, ink) >= READABLE;
    if (isReadable || share >= 1) return { colour: mixed, ink, isAdjusted: share > 0 };
  }
}

function towards(colour: string, end: number, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `#${parts
    .map((part) =>
      Math.round(part + (end - part) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
