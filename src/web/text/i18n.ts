/** The interface's languages. English is in the first bundle; Malay is fetched when it is wanted. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { adminEn } from "./admin/catalogue.ts";
import type { billingEn } from "./billing.ts";
import { en } from "./en.ts";
import type { knownEn } from "./known-visitors.ts";
import type { landingEn } from "./landing.ts";
import { type ServerTexts, setServerTexts } from "./server-text.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "app";
    fallbackNS: "app";
    keySeparator: false;
    nsSeparator: false;
    returnNull: false;
    resources: { app: typeof en; admin: typeof adminEn; billing: typeof billingEn; known: typeof knownEn; landing: typeof landingEn };
  }
}

export const LANGUAGES = ["en", "ms"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", ms: "Bahasa Melayu" };

const STORAGE_KEY = "sapa:language";

function isLanguage(value: string | null | undefined): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The remembered language, else English: a described text is English until somebody chooses otherwise. */
export function readLanguage(): Language {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isLanguage(stored) ? stored : "en";
  } catch (error) {
    console.debug("language: storage refused", error);
    return "en";
  }
}

/** Resolves with the language's table for the server's texts. */
async function loadCatalogue(language: Language): Promise<ServerTexts | null> {
  if (language === "en") return null;
  const [{ ms }, { serverMs }] = await Promise.all([import("./ms.ts"), import("./server-ms.ts")]);
  if (!i18next.hasResourceBundle("ms", "app")) i18next.addResourceBundle("ms", "app", ms);
  return serverMs;
}

/** English alone: what the build draws pages in. */
export async function startEnglish(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    defaultNS: "app",
    // A page with texts of its own adds them under another name; what is not there is common to all.
    fallbackNS: "app",
    ns: ["app"],
    keySeparator: false,
    nsSeparator: false,
    resources: { en: { app: en } },
    // React escapes.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}

/** Makes ready before the first render, so that no text changes under the reader. */
export async function startLanguages(): Promise<void> {
  const language = readLanguage();
  await startEnglish();
  if (language !== "en") await switchTo(language).catch((error: unknown) => console.debug("language: staying with English", error));
}

async function switchTo(language: Language): Promise<void> {
  setServerTexts(await loadCatalogue(language));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** A choice in another tab is followed here. */
export function followLanguage(): void {
  window.addEventListener("storage", ({ key }) => {
    if (key !== STORAGE_KEY) return;
    switchTo(readLanguage()).catch((error: unknown) => console.debug("language: not followed", error));
  });
}

/** Switches and remembers. */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchTo(language);
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch (error) {
    console.debug("language: not remembered, storage refused", error);
  }
}

/** The language on screen. */
export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : "en";
}
