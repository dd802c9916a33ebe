import { Code, MessagesSquare, SlidersHorizontal, Trash2 } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { type AgentSummary, UNANSWERED_COUNTED } from "../../../contract/agent.ts";
import { useMay } from "../../may.ts";
import { agentNameOf, formatDate, formatDateTime, formatNumber } from "../../text/format.ts";
import { AgentFace } from "../../ui/AgentFace.tsx";
import { Only } from "../../ui/Only.tsx";
import { AgentMenu } from "./AgentMenu.tsx";

interface AgentRowProps {
  agent: AgentSummary;
  /** The agent is being copied or exported. */
  isBusy: boolean;
  onExport: () => void;
  /** Null when the plan has no room for another agent. */
  onDuplicate: (() => void) | null;
  onDelete: () => void;
  /** Nothing can be changed. */
  isView: boolean;
}

/** One agent, with its colour and picture. */
export function AgentRow({ agent, isBusy, onExport, onDuplicate, onDelete, isView }: AgentRowProps) {
  const may = useMay();
  const { t } = useTranslation("dashboard");
  const nameId = useId();
  const name = agentNameOf(agent.chatName);
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 py-4 md:grid-cols-[auto_1fr_auto]">
      <AgentFace name={name} colour={agent.toggleIconColor} image={agent.profileImage} />
      <div className="min-w-0">
        <p id={nameId} className="line-clamp-2 text-lg leading-snug font-semibold">
          {name}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-quiet">
          {agent.paused && <span className="font-semibold text-base-content">{t("agents.paused")}</span>}
          <span>
            {t("agents.messages")}{" "}
            <span className="ms-0.5 font-semibold text-base-content tabular-nums">{formatNumber(agent.messageCount)}</span>
          </span>
          <span title={formatDateTime(agent.lastUpdate)}>
            {t("agents.updated")} <span className="ms-0.5 text-base-content tabular-nums">{formatDate(agent.lastUpdate)}</span>
          </span>
          {!!agent.unanswered && <Unanswered agent={agent} count={agent.unanswered} />}
        </p>
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 md:col-span-1 md:flex-nowrap">
        <Link
          to={`/editor?chatId=${encodeURIComponent(agent.id)}`}
          className="btn btn-line whitespace-nowrap max-md:flex-1 max-sm:px-2"
          aria-describedby={nameId}
        >
          <SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden" />
          {t("agents.configure")}
        </Link>
        <Link
          to={`/conversations/${encodeURIComponent(agent.id)}`}
          className="btn btn-ghost px-3"
          aria-describedby={nameId}
          title={t("conversations.title")}
        >
          <MessagesSquare size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-lg:sr-only">{t("conversations.title")}</span>
        </Link>
        <Link
          to={`/embed-code/${encodeURIComponent(agent.id)}`}
          className="btn btn-ghost px-3"
          aria-label={t("embed.get")}
          aria-describedby={nameId}
          title={t("embed.get")}
        >
          <Code size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-lg:hidden">{t("embed.title")}</span>
        </Link>
        <Only may="edit">
          <AgentMenu nameId={nameId} isBusy={isBusy} onDuplicate={onDuplicate} onExport={onExport} isView={isView} />
        </Only>
        {!isView && may.edit && (
          <button
            type="button"
            className="btn btn-ghost btn-square hover:text-error"
            aria-label={t("agents.delete")}
            aria-describedby={nameId}
            title={t("agents.delete")}
            onClick={onDelete}
          >
            <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
    </li>
  );
}

/** Leads to the conversations that have a question which the agent could not answer. */
function Unanswered({ agent, count }: { agent: AgentSummary; count: number }) {
  const { t } = useTranslation("dashboard");
  const number = count >= UNANSWERED_COUNTED ? `${formatNumber(UNANSWERED_COUNTED - 1)}+` : formatNumber(count);
  return (
    <Link
      to={`/conversations/${encodeURIComponent(agent.id)}?unanswered=1`}
      className="link-plain font-semibold text-base-content tabular-nums"
    >
      <span aria-hidden="true" className="me-1.5 inline-block size-2 rounded-full bg-accent" />
      {t("agents.unanswered", { count, number })}
    </Link>
  );
}
