import { useTranslation } from "react-i18next";
import type { OwnAgent } from "../../../../contract/agent.ts";
import { SaveFirst } from "../SaveFirst.tsx";
import { KnownVisitors } from "./KnownVisitors.tsx";

/** The fourth tab: what only people who write code need. */
export function Developers({ agent }: { agent: OwnAgent | null }) {
  const { t } = useTranslation("editor");
  if (!agent) return <SaveFirst text={t("developers.saveFirst")} rows={[]} />;
  // The first group of its parent has no line above it.
  return (
    <div>
      <KnownVisitors chatId={agent.id} hasSecret={agent.hasIdentifySecret} />
    </div>
  );
}
