/** Renders what is visible before any script is loaded: the whole landing page, and the other pages without their data. */
import i18next from "i18next";
import { renderToString } from "react-dom/server";
import { MARKS, TEMPLATE_BRAND } from "../src/contract/brand-page.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../src/contract/language.ts";
import { setBrand } from "../src/web/brand.ts";
import { LandingRoot } from "../src/web/pages/landing/LandingRoot.tsx";
import { createQueryClient } from "../src/web/queries.ts";
import { FOLDERS } from "../src/web/text/folders.ts";
import { addTexts, startWith } from "../src/web/text/i18n.ts";
import type { Section } from "../src/web/text/sections.ts";
import { Shell, type ShellName } from "../src/web/ui/page/Shell.tsx";
import { BuildError } from "./build-paths.ts";

setBrand(TEMPLATE_BRAND);

/** Renders what a page shows before its code has arrived, in each language; the style sheet shows the document's one. */
export async function drawShells(name: ShellName): Promise<string> {
  let all = "";
  for (const language of LANGUAGES) {
    await speak(language, "common", "dashboard", "editor", "entrance");
    all += `<div data-bones="${language}">${accept(renderToString(<Shell name={name} />))}</div>`;
  }
  return all;
}

async function speak(language: Language, ...sections: Section[]): Promise<void> {
  if (!i18next.isInitialized) startWith(DEFAULT_LANGUAGE);
  for (const section of sections) addTexts(language, section, await FOLDERS[language][section]());
  await i18next.changeLanguage(language);
}

/** React's wish to load the logo early. Its address is a mark that is replaced when the page is served, by nothing without a logo. */
const LOGO_PRELOAD = /<link rel="preload" as="image" href="[\ue000-\uf8ff]+"\/>/g;

/** @throws BuildError when the Content-Security-Policy of our pages would refuse a part. */
function accept(content: string): string {
  if (/\sstyle="/.test(content)) throw new BuildError("a rendered page has a style attribute, which its policy refuses");
  return content.replaceAll(LOGO_PRELOAD, "");
}

export interface DrawnLanding {
  content: string;
  title: string;
  description: string;
}

/** Renders the landing page in a language. */
export async function drawLanding(language: Language, isSignUpOpen: boolean): Promise<DrawnLanding> {
  await speak(language, "landing", "common");
  const content = accept(renderToString(<LandingRoot queryClient={createQueryClient()} isSignUpOpen={isSignUpOpen} />));
  const { title, description } = {
    title: i18next.t("landing.title", { ns: "landing" }),
    description: i18next.t("landing.description", { ns: "landing" }),
  };
  return { content, title: `${title} · ${MARKS.name}`, description };
}
