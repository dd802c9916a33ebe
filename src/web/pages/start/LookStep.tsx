import { useTranslation } from "react-i18next";
import { isColour } from "../../../contract/agent.ts";
import { readableOn } from "../../colour.ts";
import { agentNameOf } from "../../text/format.ts";
import { AgentFace } from "../../ui/AgentFace.tsx";
import { Palettes } from "../editor/fields/Appearance.tsx";
import type { Draft } from "../editor/fields/draft.ts";
import type { Guide } from "./use-guide.ts";

/** Step 3: a palette. The editor has every colour by itself, and pictures. */
export function LookStep({ guide: { draft, change } }: { guide: Guide }) {
  return (
    <>
      <Look draft={draft} />
      <Palettes draft={draft} change={change} />
    </>
  );
}

/** What the colours make of the agent, where the living widget is not beside them. */
function Look({ draft }: { draft: Draft }) {
  const { t } = useTranslation("start");
  const ink = (colour: string) => ({ background: colour, color: isColour(colour) ? readableOn(colour) : undefined });
  return (
    <div aria-hidden="true" className="max-w-sm overflow-hidden rounded-surface border border-base-300 lg:hidden">
      <div className="flex items-center gap-3 px-4 py-3" style={ink(draft.toggleIconColor)}>
        <AgentFace name={agentNameOf(draft.chatName)} colour={draft.userBackgroundColor} image={draft.profileImage} size={32} />
        <span className="min-w-0 truncate font-semibold">{agentNameOf(draft.chatName)}</span>
      </div>
      <div className="flex flex-col gap-2 p-4 text-sm" style={ink(draft.userBackgroundColor)}>
        <span className="line-clamp-2 max-w-4/5 self-start rounded-2xl rounded-es-md px-3.5 py-2" style={ink(draft.botBackgroundColor)}>
          {draft.defaultMessage || t("guide.namelessGreeting")}
        </span>
        <span className="line-clamp-2 max-w-4/5 self-end rounded-2xl rounded-ee-md px-3.5 py-2" style={ink(draft.userChatboxColor)}>
          {draft.starterQuestions[0] || t("ask.hours")}
        </span>
      </div>
    </div>
  );
}
