import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { accountCalls } from "../../../contract/calls/accounts.ts";
import { NOTICE_FOR, type Notice, type NoticeKind } from "../../../contract/notice.ts";
import type { UserDetails } from "../../../contract/user.ts";
import { call } from "../../api.ts";
import { useMay } from "../../may.ts";
import { userQuery } from "../../queries.ts";
import { formatDate, formatNumber } from "../../text/format.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useSession } from "../../use-session.ts";
import { isNews } from "./news.ts";

/** Notices for the owner, newest first. Each is shown until it is dismissed, and that of a payment for a day at most. */
export function Notices({ notices, userId }: { notices: Notice[]; userId: string }) {
  const { t } = useTranslation("billing");
  const dismiss = useDismiss(userId);
  const { isView } = useSession();
  const may = useMay();
  const mayDismiss = ({ kind }: Notice) => !isView && { person: true, owner: may.own, editor: may.edit }[NOTICE_FOR[kind]];
  const shown = notices.filter((notice) => isNews(notice, Date.now()));
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t("notice.label")} className="mt-6 space-y-3">
      {shown.map((notice) => (
        <li key={notice.id}>
          <NoticeLine notice={notice} onDismiss={mayDismiss(notice) ? () => dismiss(notice.id) : null} />
        </li>
      ))}
    </ul>
  );
}

/** Hides a notice immediately. If the call fails, the notice is shown again after the next load. */
function useDismiss(userId: string): (id: string) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: string) => call(accountCalls.dismissNotice, { params: { id } }),
    onMutate: (id) =>
      queryClient.setQueryData(
        userQuery(userId).queryKey,
        (now: UserDetails | undefined) => now && { ...now, notices: now.notices.filter((notice) => notice.id !== id) },
      ),
    onError: () => queryClient.invalidateQueries({ queryKey: userQuery(userId).queryKey }),
  });
  return mutate;
}

/** Notices that link to the plans page. */
const ABOUT_PLAN: readonly NoticeKind[] = ["limit", "ending", "ended"];
/** The source that a notice is about, or the agent's entries. */
function knowledgeAddress({ agentId, sourceId }: Notice): string {
  const place = sourceId === "" ? "" : `&source=${encodeURIComponent(sourceId)}`;
  return `/editor?chatId=${encodeURIComponent(agentId)}&tab=knowledge${place}`;
}

/** Notices that link to the agent's knowledge. */
const ABOUT_KNOWLEDGE: readonly NoticeKind[] = ["entries_ending", "source_failed", "pages_retired", "source_conflicts"];

function NoticeLine({ notice, onDismiss }: { notice: Notice; onDismiss: (() => void) | null }) {
  const { t } = useTranslation("billing");
  const may = useMay();
  const isGood = notice.kind === "payment";
  const isAboutPlan = ABOUT_PLAN.includes(notice.kind);
  return (
    <Alert
      tone={isGood ? "success" : "warning"}
      actions={
        <>
          {isAboutPlan && may.own && (
            <Link to="/plans" className="btn btn-line btn-sm">
              {t("notice.seePlans")}
            </Link>
          )}
          {notice.kind === "sign_ups_used" && (
            <Link to="/awc?tab=settings&view=limits" className="btn btn-line btn-sm">
              {t("notice.changeLimit")}
            </Link>
          )}
          {ABOUT_KNOWLEDGE.includes(notice.kind) && (
            <Link to={knowledgeAddress(notice)} className="btn btn-line btn-sm">
              {t(notice.sourceId === "" ? "notice.seeEntries" : "notice.seeSource")}
            </Link>
          )}
          {notice.kind === "tests_failing" && (
            <Link to={`/editor?chatId=${encodeURIComponent(notice.agentId)}&tab=golden`} className="btn btn-line btn-sm">
              {t("notice.seeTests")}
            </Link>
          )}
          {onDismiss && may.edit && (
            <button type="button" className="btn btn-ghost btn-square btn-sm" aria-label={t("notice.dismiss")} onClick={onDismiss}>
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </button>
          )}
        </>
      }
    >
      {useNoticeText(notice)}
    </Alert>
  );
}

function useNoticeText(notice: Notice): string {
  const { t } = useTranslation("billing");
  const {
    kind,
    at,
    planName: plan,
    validUntil,
    days,
    pausedAgents,
    attempts,
    addresses,
    signUps,
    agentName: agent,
    sourceName: source,
  } = notice;
  const date = formatDate(validUntil ?? "");
  switch (kind) {
    case "limit":
      return t("notice.limit");
    case "ending":
      return t("notice.ending", { plan, date, count: days ?? 0 });
    case "ended":
      return pausedAgents > 0 ? t("notice.endedPaused", { plan, count: pausedAgents }) : t("notice.ended", { plan });
    case "payment":
      return t("notice.payment", { plan, date });
    case "budget_near":
      return t("notice.budgetNear");
    case "budget_used":
      return t("notice.budgetUsed");
    case "box_budget_used":
      return t("notice.boxBudgetUsed");
    case "failed_sign_ins":
      return t("notice.failedSignIns", { attempts, count: addresses });
    case "sign_ups_used":
      return t("notice.signUpsUsed", { count: signUps, number: formatNumber(signUps), date: formatDate(at) });
    case "tests_failing":
      return t("notice.testsFailing", { count: notice.questions, number: formatNumber(notice.questions), agent: notice.agentName });
    case "entries_ending":
      return t("notice.entriesEnding", { count: notice.entries, number: formatNumber(notice.entries), agent, date });
    case "source_failed":
      return t("notice.sourceFailed", { source, agent });
    case "pages_retired":
      return t("notice.pagesRetired", { count: notice.pages, number: formatNumber(notice.pages), source, agent });
    case "source_conflicts":
      return t("notice.sourceConflicts", { count: notice.entries, number: formatNumber(notice.entries), source, agent });
  }
}
