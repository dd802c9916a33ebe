import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SourceView } from "../../../../contract/source.ts";
import { useReadEnds } from "../knowledge/use-read-ends.ts";
import { stateOf } from "./source-text.ts";

/** Notices when readings end. @returns what a screen reader is told about it */
export function useToldEnds(sources: readonly SourceView[] | undefined, onEnd: () => void): string {
  const { t } = useTranslation("reading");
  const [said, setSaid] = useState("");
  useReadEnds(sources, (ended) => {
    setSaid(ended.map((source) => t("state.done", { name: source.name, state: stateOf(t, source).text })).join(" "));
    onEnd();
  });
  return said;
}
