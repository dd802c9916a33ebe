import { expect, test } from "bun:test";
import fc from "fast-check";
import { accentOf, type BrandScheme, brandOf, DEFAULT_BRAND, initialOf, isRenamed } from "./brand.ts";
import { brandRules, fillPage, iconOf, MARKS } from "./brand-page.ts";
import { contrastOf } from "./colour.ts";
import { SETTINGS_DEFAULTS } from "./settings-fields.ts";

/** The grounds of app.css: pages, tinted areas and raised ones. */
const GROUNDS: Record<BrandScheme, string[]> = { light: ["#fbfaf7", "#f4f3ee", "#ffffff"], dark: ["#0f1714", "#171f1c"] };

test("an installation whose operator has changed nothing has the product's own name and looks", () => {
  expect(brandOf(SETTINGS_DEFAULTS)).toEqual(DEFAULT_BRAND);
  expect(DEFAULT_BRAND.name).toBe("Sapa");
  expect(isRenamed(brandOf({ ...SETTINGS_DEFAULTS, productName: "  " }))).toBe(false);
  expect(brandRules(DEFAULT_BRAND)).toBe("");
  expect(iconOf(DEFAULT_BRAND)).toBe("/favicon.svg");
});

test("text on any accent colour, and text in it on any ground, has a contrast of at least 4.5", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colour, fc.constantFrom<BrandScheme>("light", "dark"), (chosen, scheme) => {
      const accent = accentOf(chosen, scheme);
      expect(contrastOf(accent.colour, accent.ink)).toBeGreaterThanOrEqual(4.5);
      for (const ground of GROUNDS[scheme]) expect(contrastOf(accent.colour, ground)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("a colour that can be read stays as it was chosen", () => {
  expect(accentOf("#8A3A1F", "light")).toEqual({ colour: "#8a3a1f", ink: "#ffffff", isAdjusted: false });
  expect(accentOf("#ffd400", "light").isAdjusted).toBe(true);
  expect(accentOf("#ffd400", "dark").isAdjusted).toBe(false);
});

test("the letter in place of a logo is a whole one", () => {
  expect(initialOf("kedai")).toBe("K");
  expect(initialOf("  éclair")).toBe("É");
  expect(initialOf("👩‍🍳 Dapur")).toBe("👩‍🍳");
});

const TEMPLATE = `<title>Prices · ${MARKS.name}</title><!--icon--><!--brand--><a aria-label="${MARKS.name}">\uE010logo\uE011<img src="${MARKS.logo}" alt="${MARKS.name}">\uE012<b>${MARKS.initial}</b>${MARKS.name}\uE013</a>`;

test("a document without a brand of its own has no data and no style, and no mark is left", () => {
  expect(fillPage(TEMPLATE, DEFAULT_BRAND, true)).toBe(
    '<title>Prices · Sapa</title><link rel="icon" href="/favicon.svg"><a aria-label="Sapa"><b>S</b>Sapa</a>',
  );
});

test("a name cannot leave the text, the attribute or the data that it is written into", () => {
  const name = `"><script>alert(1)</script>$&`;
  const html = fillPage(TEMPLATE, { ...DEFAULT_BRAND, name, colour: "#8a3a1f" }, false);
  expect(html).not.toContain("<script>");
  expect(html).not.toMatch(/[\uE000-\uE0FF]/);
  const data = /<script type="application\/json" id="brand">(.*?)<\/script>/.exec(html)?.[1] ?? "";
  expect(JSON.parse(data)).toMatchObject({ name, colour: "#8a3a1f" });
  expect(html).toContain('<a aria-label="&quot;&gt;&lt;script&gt;');
});

test("a logo takes the place of the letter and the name", () => {
  const html = fillPage(TEMPLATE, { ...DEFAULT_BRAND, name: "Kedai", logo: "/files/a.png", icon: "/files/b.png" }, false);
  expect(html).toContain('<a aria-label="Kedai"><img src="/files/a.png" alt="Kedai"></a>');
  expect(html).toContain('<link rel="icon" href="/files/b.png">');
});

test("a choice may be inside another one", () => {
  const nested = "\uE010logo\uE011picture\uE012\uE010renamed\uE011letter\uE012mark\uE013 name\uE013";
  expect(fillPage(nested, DEFAULT_BRAND, true)).toBe("mark name");
  expect(fillPage(nested, { ...DEFAULT_BRAND, name: "Kedai" }, true)).toBe("letter name");
  expect(fillPage(nested, { ...DEFAULT_BRAND, logo: "/files/a.png" }, true)).toBe("picture");
});
