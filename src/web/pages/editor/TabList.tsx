import { useTranslation } from "react-i18next";
import type { OwnAgent } from "../../../contract/agent.ts";
import { Tabs } from "../../ui/Tabs.tsx";

const TABS = ["basic", "appearance", "knowledge", "golden", "history", "developers"] as const;
export type TabName = (typeof TABS)[number];

/**
 * The tab that was open before the page was mounted again, or that a link names with `&tab=`. Otherwise the first one; but an
 * agent that has a name and no knowledge needs knowledge next.
 */
export function tabOf(state: unknown, search: string, agent: Pick<OwnAgent, "chatName" | "knowledgeCount"> | null): TabName {
  const kept = typeof state === "object" && state !== null && "tab" in state ? state.tab : null;
  const wanted = kept ?? new URLSearchParams(search).get("tab");
  const first = agent && agent.chatName !== "" && agent.knowledgeCount === 0 ? "knowledge" : "basic";
  return TABS.find((name) => name === wanted) ?? first;
}

/** The unanswered question with which a conversation links to the knowledge tab. */
export function questionOf(state: unknown): string {
  const question = typeof state === "object" && state !== null && "question" in state ? state.question : "";
  return typeof question === "string" ? question : "";
}

/** The id of the entry that a link opens with `&entry=`; otherwise empty. */
export function entryIdOf(search: string): string {
  return new URLSearchParams(search).get("entry") ?? "";
}

/** The number of the version that a link opens with `&version=`; null for none. */
export function versionOf(search: string): number | null {
  const number = Number(new URLSearchParams(search).get("version"));
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** The tabs. They stay visible while the form scrolls. */
export function TabList({ tab, mayEdit, onChange }: { tab: TabName; mayEdit: boolean; onChange: (tab: TabName) => void }) {
  const { t } = useTranslation("editor");
  // Test questions and the pages for developers are only about changes.
  const forEditors = new Set<TabName>(["golden", "developers"]);
  return (
    <div className="sticky top-16 z-10 border-b border-base-300 bg-base-100 lg:top-0">
      <Tabs
        label={t("editor.title")}
        panelId="editor-panel"
        tab={tab}
        tabs={(
          [
            { name: "basic", label: t("tab.basic") },
            { name: "appearance", label: t("tab.appearance") },
            { name: "knowledge", label: t("tab.knowledge") },
            { name: "golden", label: t("tab.golden") },
            { name: "history", label: t("tab.history") },
            { name: "developers", label: t("tab.developers") },
          ] as const
        ).filter(({ name }) => mayEdit || !forEditors.has(name))}
        onChange={onChange}
        className="mx-auto max-w-2xl px-2 sm:gap-0 sm:ps-5 sm:pe-0"
      />
    </div>
  );
}
