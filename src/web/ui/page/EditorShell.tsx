import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AGENT_FIELDS } from "../../../contract/agent-fields.ts";
import { BONE, FieldBones, HEADING } from "./ContentBones.tsx";

/** As the editor's header, tabs and first tab. */
export function EditorShell() {
  const { t } = useTranslation("editor");
  const tabs = [t("tab.basic"), t("tab.appearance"), t("tab.knowledge"), t("tab.golden"), t("tab.history"), t("tab.developers")];
  return (
    <div className="flex h-screen flex-col overflow-hidden">
      <div className="flex h-16 shrink-0 items-center gap-3 border-b border-base-300 px-3 sm:px-6">
        <span className="flex items-center gap-2 px-2 font-semibold sm:px-3">
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-lg:sr-only">{t("editor.back")}</span>
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate text-base leading-tight font-bold lg:text-lg">{t("editor.title")}</p>
          <span className={`${BONE} mt-1.5 h-3 w-24 opacity-60 lg:hidden`} />
        </div>
        <span className={`${BONE} h-9 w-32 max-lg:hidden`} />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1">
          <div className="border-b border-base-300">
            <div className="mx-auto flex max-w-2xl gap-1 overflow-hidden px-2 sm:gap-0 sm:ps-5 sm:pe-0">
              {tabs.map((tab) => (
                <span key={tab} className="flex h-12 shrink-0 items-center px-3 font-medium text-quiet">
                  {tab}
                </span>
              ))}
            </div>
          </div>
          <div className="mx-auto max-w-2xl px-4 pt-8 sm:px-8">
            <p className={`${HEADING} text-lg`}>{t("basic.who")}</p>
            <div className="mt-5 space-y-5">
              <FieldBones label={t("basic.name")} hint={t("basic.nameHint")} />
              <FieldBones label={t("basic.tagline")} aside={t("optional")} hint={t("basic.taglineHint")} />
              <FieldBones label={t("basic.greeting")} hint={t("basic.greetingHint")} size="h-[5.625rem]" />
              <FieldBones
                label={t("basic.starters")}
                aside={t("optional")}
                hint={t("basic.startersHint", { most: AGENT_FIELDS.starterQuestions.most })}
                size="h-9 w-40"
              />
            </div>
          </div>
        </div>
        <div className="w-[27rem] shrink-0 border-s border-base-300 bg-base-200 max-lg:hidden xl:w-[32rem]" />
      </div>
    </div>
  );
}
