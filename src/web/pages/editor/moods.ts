import { useTranslation } from "react-i18next";
import { MOODS } from "../../../contract/agent.ts";

/** The moods with their labels. The stored values are Malay words already, so the Malay interface shows them. */
export function useMoods(): { value: string; label: string }[] {
  const { t, i18n } = useTranslation();
  return MOODS.map((mood) => {
    if (mood.value === "") return { value: "", label: t("mood.normal") };
    const isMalay = i18n.language === "ms";
    return { value: mood.value, label: isMalay ? mood.value.charAt(0).toUpperCase() + mood.value.slice(1) : mood.label };
  });
}
