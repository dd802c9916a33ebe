/**
 * Entry point of the landing page. It does not use the router, so that visitors do not wait for the code of the
 * application. The page arrives rendered in a language that the browser asked for, and this script hydrates it.
 */
import { createRoot, hydrateRoot } from "react-dom/client";
import { DEFAULT_LANGUAGE, isLanguage } from "../contract/language.ts";
import { redirectFor } from "./navigation.ts";
import { LandingRoot } from "./pages/landing/LandingRoot.tsx";
import { createQueryClient } from "./queries.ts";
import { readSession, watchSession } from "./session.ts";
import { wasSignUpOpen } from "./sign-up-open.ts";
import { landing } from "./text/en/landing.ts";
import { addTexts, chooseLanguage, currentLanguage, followLanguage, openSections, startLanguage } from "./text/i18n.ts";
import { applyTheme, followTheme, readTheme } from "./theme.ts";

/** Sends a signed-in user to the dashboard, also after a login in another tab. */
function leaveIfSignedIn(): boolean {
  const to = redirectFor("entrance", readSession());
  if (to !== null) location.replace(to);
  return to !== null;
}

/** The language whose button is pressed in the page as it arrived: it can be pressed before this script is there. */
function pressedBefore(): string | undefined {
  return document.querySelector<HTMLInputElement>("header input[type=radio]:checked")?.value;
}

async function start(): Promise<void> {
  applyTheme(readTheme());
  followTheme();
  followLanguage();
  if (leaveIfSignedIn()) return;
  watchSession(leaveIfSignedIn);
  const drawn = document.documentElement.lang;
  const texts = startLanguage();
  addTexts(DEFAULT_LANGUAGE, "landing", landing);
  await Promise.all([texts, openSections("landing")]);
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  const pressed = pressedBefore();
  if (pressed !== drawn && isLanguage(pressed)) await chooseLanguage(pressed);
  const page = <LandingRoot queryClient={createQueryClient()} isSignUpOpen={wasSignUpOpen()} />;
  if (currentLanguage() === drawn) hydrateRoot(root, page);
  else createRoot(root).render(page);
}

void start();
