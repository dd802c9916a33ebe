/**
 * The application's documents and the brand. The build renders them with marks in place of everything that the brand decides;
 * `fillPage` puts the brand in. Marks are characters for private use, which no text of ours has, and which HTML does not escape.
 */
import { accentOf, type Brand, initialOf, isRenamed } from "./brand.ts";

/** A brand of marks, with which the build renders. */
export const MARKS = { name: "\uE000", initial: "\uE001", logo: "\uE002", logoDark: "\uE003" } as const;
export const TEMPLATE_BRAND: Brand = {
  ...MARKS,
  ...{ icon: "\uE007", colour: "", colourDark: "", terms: "\uE004", privacy: "\uE005", imprint: "\uE006", poweredBy: "", poweredByUrl: "" },
};
export const isTemplate = ({ name }: Pick<Brand, "name">): boolean => name === MARKS.name;

/** What differs in more than a text: two pieces of HTML between these marks, of which one stays. */
export const CHOICE = { begin: "\uE010", yes: "\uE011", no: "\uE012", end: "\uE013" } as const;
const CONDITIONS = {
  logo: ({ logo }: Brand) => logo !== "",
  icon: ({ icon }: Brand) => icon !== "",
  renamed: isRenamed,
  terms: ({ terms }: Brand) => terms !== "",
  privacy: ({ privacy }: Brand) => privacy !== "",
  imprint: ({ imprint }: Brand) => imprint !== "",
  legal: ({ terms, privacy, imprint }: Brand) => terms + privacy + imprint !== "",
} as const;
export type Condition = keyof typeof CONDITIONS;
export const holds = (condition: Condition, brand: Brand): boolean => CONDITIONS[condition](brand);

/** The places in index.html. */
export const BRAND_HEAD = "<!--brand-->";
export const BRAND_ICON = "<!--icon-->";
/** The element with the brand, for the application's scripts. Absent while the operator has changed nothing. */
export const BRAND_ELEMENT = "brand";

/** A choice without another one inside it. */
const CHOICES = /\uE010(\w{1,20})\uE011([^\uE010-\uE013]*)\uE012([^\uE010-\uE013]*)\uE013/g;

/** From the inside to the outside. */
function choose(template: string, brand: Brand): string {
  const chosen = template.replace(CHOICES, (_, condition: Condition, yes: string, no: string) => (holds(condition, brand) ? yes : no));
  return chosen === template ? chosen : choose(chosen, brand);
}

/** `isDefault`: the document needs no data and no style, because the scripts and the style sheet have the same. */
export function fillPage(template: string, brand: Brand, isDefault: boolean): string {
  const values: Record<string, string> = {
    [MARKS.name]: brand.name,
    [MARKS.initial]: initialOf(brand.name),
    [MARKS.logo]: brand.logo,
    [MARKS.logoDark]: brand.logoDark,
    [TEMPLATE_BRAND.icon]: brand.icon,
    [TEMPLATE_BRAND.terms]: brand.terms,
    [TEMPLATE_BRAND.privacy]: brand.privacy,
    [TEMPLATE_BRAND.imprint]: brand.imprint,
  };
  return choose(template, brand)
    .replace(/[\uE000-\uE007]/g, (mark) => escapeHtml(values[mark] ?? ""))
    .replace(BRAND_ICON, () => iconTag(brand))
    .replace(BRAND_HEAD, () => (isDefault ? "" : styleTag(brand) + dataTag(brand)));
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The address of the icon of tabs and bookmarks. */
export function iconOf(brand: Brand): string {
  if (brand.icon !== "") return brand.icon;
  return isRenamed(brand) ? letterIcon(brand) : "/favicon.svg";
}

const OWN_COLOUR = "#0b7a57";

/** The first letter of the name on the accent colour. */
function letterIcon(brand: Brand): string {
  const { colour, ink } = accentOf(brand.colour || OWN_COLOUR, "light");
  const letter = escapeHtml(initialOf(brand.name));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour}"/><text x="16" y="22.5" font-family="sans-serif" font-size="19" font-weight="700" text-anchor="middle" fill="${ink}">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const iconTag = (brand: Brand) => `<link rel="icon" href="${iconOf(brand)}">`;

/** A `<` could end the script element. */
const dataTag = (brand: Brand) =>
  `<script type="application/json" id="${BRAND_ELEMENT}">${JSON.stringify(brand).replaceAll("<", "\\u003c")}</script>`;

const styleTag = (brand: Brand) => {
  const rules = brandRules(brand);
  return rules === "" ? "" : `<style>${rules}</style>`;
};

/** The style of the accent colour, for both schemes; empty if the product's own colour is used. It is outside of all cascade layers, so it wins over the theme. */
export function brandRules(brand: Pick<Brand, "colour" | "colourDark">): string {
  if (brand.colour === "") return "";
  const light = themeRule(accentOf(brand.colour, "light"), "10%,#fbfaf7", "#14211c");
  const dark = themeRule(accentOf(brand.colourDark || brand.colour, "dark"), "22%,#0f1714", "#f0eee8");
  return `:root,[data-theme=light]{${light}}@media(prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}[data-theme=dark]{${dark}}`;
}

function themeRule({ colour, ink }: { colour: string; ink: string }, tint: string, tintInk: string): string {
  const [share, ground] = tint.split(",");
  return `--color-primary:${colour};--color-primary-content:${ink};--color-secondary:color-mix(in oklab,${colour} ${share},${ground});--color-secondary-content:${tintInk}`;
}
