/**
 * The interface's language. The common texts of the default language are in the first bundle; all others are fetched
 * before they are shown.
 */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../contract/language.ts";
import { currentBrand } from "../brand.ts";
import { keepLanguage, LANGUAGE_KEY, readLanguage } from "./chosen-language.ts";
import { common } from "./en/common.ts";
import { FOLDERS } from "./folders.ts";
import type { English, Section, TextsOf } from "./sections.ts";
import { setServerTexts } from "./server-text.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    fallbackNS: "common";
    keySeparator: false;
    nsSeparator: false;
    returnNull: false;
    resources: English;
  }
}

/** The sections of all pages that were opened. A change of language fetches them again. */
const opened = new Set<Section>(["common"]);
/** The language on screen, or the one that is loading. */
let wanted: Language = DEFAULT_LANGUAGE;

/** Initialises i18next synchronously, with the common texts of the default language. */
export function startWith(language: Language): void {
  wanted = language;
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    defaultNS: "common",
    // A page has its own sections; texts that are not in them are in the common section.
    fallbackNS: "common",
    ns: ["common"],
    keySeparator: false,
    nsSeparator: false,
    resources: { [DEFAULT_LANGUAGE]: { common: named(common) } },
    initAsync: false,
    // React escapes values already.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}

/** The first render waits for this promise, so that no text changes afterwards. */
export async function startLanguage(): Promise<void> {
  startWith(readLanguage());
  await switchTo(wanted).catch((error: unknown) => {
    console.debug("language: not there, the default is shown", error);
    return switchTo(DEFAULT_LANGUAGE);
  });
}

/**
 * The texts with the product's name in place of `{product}`. It is not a parameter, because every text may have it and it
 * stays the same as long as the document is shown.
 */
function named<Texts extends Readonly<Record<string, string>>>(texts: Texts): Texts {
  const { name } = currentBrand();
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.replaceAll("{product}", () => name)])) as Texts;
}

/** Adds texts that need not be fetched. */
export function addTexts<Name extends Section>(language: Language, section: Name, texts: TextsOf<English[Name]>): void {
  i18next.addResourceBundle(language, section, named(texts));
}

/** Fetches the sections of a page before it is shown. A section that cannot be fetched is shown in the default language. */
export async function openSections(...sections: Section[]): Promise<void> {
  for (const section of sections) opened.add(section);
  // While the language is changing, the page may be shown in the old or in the new one.
  const languages = [...new Set([wanted, currentLanguage()])];
  try {
    await Promise.all(languages.map((language) => fetchTexts(language, sections)));
  } catch (error) {
    if (wanted === DEFAULT_LANGUAGE) throw error;
    console.debug("language: a section is not there, the default is shown", error);
    await fetchTexts(DEFAULT_LANGUAGE, sections);
  }
}

/** Fetches the code of a page and its sections at the same time. */
export async function withTexts<Code>(code: () => Promise<Code>, ...sections: Section[]): Promise<Code> {
  const [loaded] = await Promise.all([code(), openSections(...sections)]);
  return loaded;
}

async function fetchTexts(language: Language, sections: Iterable<Section>): Promise<void> {
  await Promise.all(
    [...sections].map(async (section) => {
      if (!i18next.hasResourceBundle(language, section)) addTexts(language, section, await FOLDERS[language][section]());
    }),
  );
}

async function switchTo(language: Language): Promise<void> {
  const before = wanted;
  wanted = language;
  try {
    const [texts] = await Promise.all([FOLDERS[language].messages(), fetchTexts(language, opened)]);
    setServerTexts(texts && { language, texts, english: (await import("../../contract/messages/stored.ts")).STORED });
  } catch (error) {
    wanted = before;
    throw error;
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Follows a change of language in another tab, and, until a language is chosen, in the browser's own settings. */
export function followLanguage(): void {
  const follow = () => {
    const now = readLanguage();
    if (now !== wanted) switchTo(now).catch((error: unknown) => console.debug("language: not followed", error));
  };
  window.addEventListener("storage", ({ key }) => {
    if (key === LANGUAGE_KEY || key === null) follow();
  });
  window.addEventListener("languagechange", follow);
}

/** Switches to a language and stores the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchTo(language);
  keepLanguage(language);
}

/** The language on screen. */
export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : wanted;
}
