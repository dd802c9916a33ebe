import { expect, test } from "bun:test";
import { DEFAULT_BRAND } from "../../contract/brand.ts";
import { contrastOf } from "../../contract/colour.ts";
import { LANGUAGES } from "../../contract/language.ts";
import { renderLetter } from "./letter.ts";
import type { LetterKind } from "./letter-texts.ts";

const KINDS: LetterKind[] = [
  "test",
  "reset",
  "resetAdministrator",
  "passwordChanged",
  "verify",
  "changeEmail",
  "emailChanged",
  "handedOver",
  "handedOverByPartner",
  "planEnding",
];
const SENDER = { operator: "Kedai <b>Kopi</b>", contact: "+60 12-345 6789", host: "chat.example.com", brand: DEFAULT_BRAND };
const PARAMS = {
  username: "aminah",
  email: "new@example.com",
  time: "1 Dec 2026",
  plan: "Pro",
  date: "1 December 2026",
  newOwner: "badrul",
  business: "Kedai Bunga",
};
const letters = LANGUAGES.flatMap((language) => KINDS.map((kind) => ({ kind, language, name: "Aminah & Anak", params: PARAMS })));

test.each(letters)("the letter $kind in $language has every value, and says who sends it", (letter) => {
  const { subject, text, html } = renderLetter({ ...letter, link: "https://chat.example.com/reset?token=a&b=c" }, SENDER);
  for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined/);
  expect(text).toContain("Kedai <b>Kopi</b>");
  expect(text).toContain("+60 12-345 6789");
  expect(text).toContain("https://chat.example.com/reset?token=a&b=c");
  expect(text).toContain("Aminah & Anak");
  expect(html).toContain("Aminah &amp; Anak");
  expect(html).toContain("Kedai &lt;b&gt;Kopi&lt;/b&gt;");
  expect(html).toContain('href="https://chat.example.com/reset?token=a&amp;b=c"');
  expect(html).toContain(`lang="${letter.language}"`);
});

test.each(letters)("the letter $kind in $language fetches nothing when it is opened, and does not name the product", (letter) => {
  const { subject, text, html } = renderLetter(letter, SENDER);
  expect(html).not.toMatch(/<img|<link|<script|url\(|src=/i);
  const named = `${subject} ${text} ${html}`.replaceAll("sapa admin reset-password", "");
  expect(named).not.toMatch(/sapa/i);
});

test("a name cannot end the header or a tag", () => {
  const { text, html } = renderLetter({ kind: "reset", language: "en", name: '"><script>', params: { username: "<x>" } }, SENDER);
  expect(html).not.toContain("<script>");
  expect(text).toContain("<x>");
});

const BRAND = {
  ...DEFAULT_BRAND,
  name: "Kedai <Sembang>",
  ...{ logo: "/files/logo.png", colour: "#ffd400", terms: "https://kedai.example/terms", privacy: "https://kedai.example/privacy" },
};

test.each(letters)("the letter $kind in $language names nothing but the operator's own product, and shows its logo", (letter) => {
  const { subject, text, html } = renderLetter({ ...letter, link: "https://chat.example.com/reset" }, { ...SENDER, brand: BRAND });
  for (const part of [subject, text, html]) expect(part).not.toMatch(/sapa/i);
  expect(html).toContain('<img src="cid:logo" alt="Kedai &lt;Sembang&gt;"');
  expect(html).not.toMatch(/src="(?!cid:)/);
  for (const part of [text, html]) {
    expect(part).toContain("https://kedai.example/terms");
    expect(part).toContain("https://kedai.example/privacy");
  }
});

test("text on the button can be read, whatever colour the operator has chosen", () => {
  const { html } = renderLetter(
    { kind: "reset", language: "en", name: "Ali", params: { username: "ali" }, link: "https://chat.example.com/" },
    { ...SENDER, brand: BRAND },
  );
  const [, ground = "", ink = ""] = /background:(#\w+);color:(#\w+)">Choose a new password/.exec(html) ?? [];
  expect(contrastOf(ground, ink)).toBeGreaterThanOrEqual(4.5);
});
