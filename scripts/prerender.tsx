/** Renders the landing page into its HTML, so that it is visible before any script is loaded. */
import { renderToString } from "react-dom/server";
import { DEFAULT_LANGUAGE } from "../src/contract/language.ts";
import { LandingRoot } from "../src/web/pages/landing/LandingRoot.tsx";
import { createQueryClient } from "../src/web/queries.ts";
import { landing } from "../src/web/text/en/landing.ts";
import { addTexts, startWith } from "../src/web/text/i18n.ts";
import { BuildError } from "./build-paths.ts";

/** Renders the page in the default language. @throws BuildError when its Content-Security-Policy would refuse a part of it. */
export async function drawLanding(isSignUpOpen: boolean): Promise<string> {
  startWith(DEFAULT_LANGUAGE);
  addTexts(DEFAULT_LANGUAGE, "landing", landing);
  const html = renderToString(<LandingRoot queryClient={createQueryClient()} isSignUpOpen={isSignUpOpen} />);
  if (/\sstyle="/.test(html)) throw new BuildError("the landing page has a style attribute, which its policy refuses");
  return html;
}
