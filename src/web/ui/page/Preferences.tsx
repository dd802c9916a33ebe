import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGE_ABBREVIATIONS, LANGUAGE_NAMES, LANGUAGES, type Language } from "../../../contract/language.ts";
import { failureText } from "../../text/failure.ts";
import { chooseLanguage, currentLanguage } from "../../text/i18n.ts";
import { chooseTheme, readTheme, THEME_CHOICES, type ThemeChoice } from "../../theme.ts";
import { Choice } from "../forms/Choice.tsx";
import { useToast } from "../Toast.tsx";

/** Language and theme, which are stored in this browser. */
export function Preferences() {
  const { t } = useTranslation();
  return (
    <div className="space-y-3">
      <LanguageChoice />
      <ThemeChoiceControl label={t("theme")} />
    </div>
  );
}

interface LanguageChoiceProps {
  /** In a header: without its legend, and with abbreviations on phones. */
  isInHeader?: boolean;
}

/** Switches the interface's language. */
export function LanguageChoice({ isInHeader = false }: LanguageChoiceProps) {
  const { t } = useTranslation();
  const showToast = useToast();
  const choose = (language: Language) => {
    chooseLanguage(language).catch((error: unknown) => showToast({ text: failureText(t("failed.language"), error), tone: "error" }));
  };
  const options = LANGUAGES.map((language) => ({
    value: language,
    label: LANGUAGE_NAMES[language],
    short: isInHeader ? LANGUAGE_ABBREVIATIONS[language] : undefined,
  }));
  return <Choice legend={t("language")} value={currentLanguage()} options={options} onChange={choose} quietLegend={isInHeader} />;
}

function ThemeChoiceControl({ label }: { label: string }) {
  const { t } = useTranslation();
  const [theme, setTheme] = useState<ThemeChoice>(readTheme);
  const names: Record<ThemeChoice, string> = { system: t("theme.system"), light: t("theme.light"), dark: t("theme.dark") };
  const choose = (choice: ThemeChoice) => {
    chooseTheme(choice);
    setTheme(choice);
  };
  return <Choice legend={label} value={theme} options={THEME_CHOICES.map((value) => ({ value, label: names[value] }))} onChange={choose} />;
}
