import { useTranslation } from "react-i18next";
import { MOODS } from "../../../../contract/agent.ts";

/** The moods with their labels. */
export function useMoods(): { value: string; label: string }[] {
  const { t } = useTranslation("editor");
  return MOODS.map((value) => ({ value, label: t(`mood.${value === "" ? "normal" : value}`) }));
}
