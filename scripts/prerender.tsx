/** Renders the landing page into its HTML, so that it is visible before any script is loaded. */
import i18next from "i18next";
import { renderToString } from "react-dom/server";
import { DEFAULT_LANGUAGE, type Language } from "../src/contract/language.ts";
import { LandingRoot } from "../src/web/pages/landing/LandingRoot.tsx";
import { createQueryClient } from "../src/web/queries.ts";
import { FOLDERS } from "../src/web/text/folders.ts";
import { addTexts, startWith } from "../src/web/text/i18n.ts";
import { Shell, type ShellName } from "../src/web/ui/page/Shell.tsx";
import { BuildError } from "./build-paths.ts";

/** Renders what a page shows before its code has arrived. */
export const drawShell = (name: ShellName): string => renderToString(<Shell name={name} />);

export interface DrawnLanding {
  content: string;
  title: string;
  description: string;
}

/** Renders the page in a language. @throws BuildError when its Content-Security-Policy would refuse a part of it. */
export async function drawLanding(language: Language, isSignUpOpen: boolean): Promise<DrawnLanding> {
  if (!i18next.isInitialized) startWith(DEFAULT_LANGUAGE);
  const [landing, common] = await Promise.all([FOLDERS[language].landing(), FOLDERS[language].common()]);
  addTexts(language, "landing", landing);
  addTexts(language, "common", common);
  await i18next.changeLanguage(language);
  const content = renderToString(<LandingRoot queryClient={createQueryClient()} isSignUpOpen={isSignUpOpen} />);
  if (/\sstyle="/.test(content)) throw new BuildError("the landing page has a style attribute, which its policy refuses");
  return { content, title: `${landing["landing.title"]} · Sapa`, description: landing["landing.description"] };
}
