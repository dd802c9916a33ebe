/** Turns a letter into the subject, the plain text and the simple HTML of a mail. Pure. */
import { accentOf, type Brand, isRenamed } from "../../contract/brand.ts";
import { type Language, LOCALES } from "../../contract/language.ts";
import { fillText, type Params } from "../../contract/messages/message.ts";
import type { LetterKind, LetterTexts } from "./letter-texts.ts";
import { en } from "./text/en.ts";
import { ms } from "./text/ms.ts";

const TEXTS: Record<Language, LetterTexts> = { en, ms };

/** Who sends the letter. */
export interface Sender {
  /** The operator's name, or the host of the installation if there is none. */
  operator: string;
  /** How to reach the operator; may be empty. */
  contact: string;
  /** The host of the installation's public address. */
  host: string;
  brand: Brand;
}

/** The logo is inside the mail: fetching it would tell that the mail was opened. */
export const LOGO_ID = "logo";

export interface Letter {
  kind: LetterKind;
  language: Language;
  /** How the letter addresses the reader. */
  name: string;
  params: Params;
  /** The reader may not know whose username this is, nor have an account here. */
  isStranger?: boolean;
  /** The address of the letter's button, if it has one. */
  link?: string;
}

export interface RenderedLetter {
  subject: string;
  text: string;
  html: string;
}

export function renderLetter({ kind, language, name, params, isStranger, link }: Letter, sender: Sender): RenderedLetter {
  const texts = TEXTS[language];
  const letter = texts.letters[kind];
  const { operator, contact, host, brand } = sender;
  // Operators may have given the program another name as well.
  const program = isRenamed(brand) ? "…" : "sapa";
  const { username = "" } = params;
  const called = params.business === "" ? { ...params, business: texts.yourBusiness } : params;
  const shown = isStranger ? { ...called, username: unlinked(`${username}`) } : called;
  const fill = (text: string) =>
    fillText(text, { ...shown, name, operator, contact, host, program, product: brand.name }, LOCALES[language]);
  const subject = fill(letter.subject);
  const before = [texts.greeting, ...letter.paragraphs].map(fill);
  const after = (letter.after ?? []).map(fill);
  const legal = LEGAL.filter((one) => brand[one] !== "").map((one) => `${texts.legal[one]}: ${brand[one]}`);
  const footer = [texts.footer, ...(contact === "" ? [] : [texts.footerContact])].map(fill).concat(legal);
  const linked = link === undefined ? [] : [link];
  return {
    subject,
    text: `${[...before, ...linked, ...after, `-- \n${footer.join("\n")}`].join("\n\n")}\n`,
    html: htmlOf({ language, subject, before, after, footer, link, button: letter.button ?? subject, linkHint: texts.linkHint, brand }),
  };
}

/**
 * A username may be the address of a website, which mail programs would make a link of: anyone may send it to a stranger, under the
 * operator's name. A word joiner, which cannot be seen, is in no address.
 */
export const unlinked = (username: string) =>
  username.replaceAll(".", ".\u2060").replace(/^www/i, (start) => `${start[0]}\u2060${start.slice(1)}`);

interface Parts {
  language: Language;
  subject: string;
  before: readonly string[];
  after: readonly string[];
  footer: readonly string[];
  link: string | undefined;
  button: string;
  linkHint: string;
  brand: Brand;
}

const LEGAL = ["terms", "privacy", "imprint"] as const;
const BODY = "margin:0;padding:24px;background:#f5f4f1;color:#1c1b19;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif";
const BOX = "max-width:34rem;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dedbd4;border-radius:12px";
const BUTTON = "display:inline-block;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600";
const LOGO = "max-height:40px;max-width:200px;width:auto;height:auto";
const QUIET = "color:#5d5a54;font-size:14px";

function buttonStyle({ colour }: Brand): string {
  const accent = colour === "" ? { colour: "#1c1b19", ink: "#ffffff" } : accentOf(colour, "light");
  return `${BUTTON};background:${accent.colour};color:${accent.ink}`;
}

/** No picture, style sheet or counted link is fetched: opening the mail sends no signal. */
function htmlOf({ language, subject, before, after, footer, link, button, linkHint, brand }: Parts): string {
  const paragraph = (text: string, style = "") => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const action = (to: string) =>
    `<p style="margin:0 0 16px"><a href="${escapeHtml(to)}" style="${buttonStyle(brand)}">${escapeHtml(button)}</a></p>` +
    `<p style="margin:0 0 16px;${QUIET}">${escapeHtml(linkHint)}<br><a href="${escapeHtml(to)}" style="color:inherit;word-break:break-all">${escapeHtml(to)}</a></p>`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${BODY}"><div style="${BOX}">`,
    ...(brand.logo === ""
      ? []
      : [`<p style="margin:0 0 24px"><img src="cid:${LOGO_ID}" alt="${escapeHtml(brand.name)}" style="${LOGO}"></p>`]),
    ...before.map((text) => paragraph(text)),
    ...(link === undefined ? [] : [action(link)]),
    ...after.map((text) => paragraph(text)),
    `<hr style="border:0;border-top:1px solid #dedbd4;margin:24px 0 16px">`,
    ...footer.map((text) => paragraph(text, `${QUIET};margin-bottom:4px`)),
    "</div></body></html>",
  ].join("\n");
}

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
