/** Draws the landing page into its HTML: the shop window is there before any script is. */
import { renderToString } from "react-dom/server";
import { LandingRoot } from "../src/web/pages/landing/LandingRoot.tsx";
import { createQueryClient } from "../src/web/queries.ts";
import { startEnglish } from "../src/web/text/i18n.ts";
import { addLandingTexts } from "../src/web/text/landing.ts";
import { BuildError } from "./build-paths.ts";

/** The page in English. @throws BuildError when it holds what its own content policy would refuse. */
export async function drawLanding(isSignUpOpen: boolean): Promise<string> {
  await startEnglish();
  addLandingTexts();
  const html = renderToString(<LandingRoot queryClient={createQueryClient()} isSignUpOpen={isSignUpOpen} />);
  if (/\sstyle="/.test(html)) throw new BuildError("the landing page has a style attribute, which its policy refuses");
  return html;
}
