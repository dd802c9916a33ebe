import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";
import { ApiError } from "../../api.ts";
import { conversationsQuery, userQuery } from "../../queries.ts";
import { agentNameOf } from "../../text/format.ts";
import { AgentFace } from "../../ui/AgentFace.tsx";
import { AppHeader } from "../../ui/page/AppHeader.tsx";
import { LoadFailed } from "../../ui/page/LoadFailed.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useSession } from "../../use-session.ts";
import { Browse } from "./Browse.tsx";
import { rowId } from "./ConversationList.tsx";
import { NoConversations } from "./NoConversations.tsx";
import { QuestionGroups } from "./QuestionGroups.tsx";
import { Transcript } from "./Transcript.tsx";
import { TRANSCRIPT_ID } from "./TranscriptHead.tsx";
import { useGroups } from "./use-groups.ts";
import { useView } from "./use-view.ts";

/** As the variant `panes` of app.css. */
const PANES = "(min-width: 48rem) and (min-height: 34rem)";

/** An agent's conversations: the list on the left and the open conversation on the right; small screens show one of them. */
export function Conversations() {
  const { t } = useTranslation("conversations");
  const { chatId = "" } = useParams();
  const { isView } = useSession();
  const address = useView();
  const { view, close } = address;
  const query = useQuery(conversationsQuery(chatId, view));
  useFocusOn(view.openId);
  const hasPanes = useMediaQuery(PANES);
  const isFiltered = view.search !== "" || view.unansweredOnly;
  const groups = useGroups({ chatId, view, total: query.data?.total });
  const isGroupsPane = hasPanes && groups.isShown && view.openId === null;
  // Beside the list, the newest conversation is read until another one is chosen.
  const newest = hasPanes && !isGroupsPane && groups.isKnown && !query.isPlaceholderData ? query.data?.conversations[0]?.id : undefined;
  const readId = view.openId ?? newest ?? null;
  if (query.error instanceof ApiError && query.error.status === 404) return <NoAgent />;
  const isEmpty = query.data?.total === 0 && !isFiltered && view.openId === null && !query.isPlaceholderData;
  return (
    <div
      data-fills="panes"
      className={`flex min-h-screen flex-col ${isView ? "panes:h-[calc(100vh-3.5rem)]" : "panes:h-screen"} panes:overflow-hidden`}
    >
      <PageTitle>{t("conversations.title")}</PageTitle>
      <AppHeader />
      <main className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 sm:px-6 panes:min-h-0">
        <Heading chatId={chatId} isReading={view.openId !== null} />
        {isEmpty ? (
          <NoConversations chatId={chatId} />
        ) : (
          <div className="flex-1 panes:grid panes:min-h-0 panes:grid-cols-[19rem_minmax(0,1fr)] panes:border-t panes:border-base-300 lg:panes:grid-cols-[23rem_minmax(0,1fr)]">
            <div
              className={`min-w-0 panes:block panes:min-h-0 panes:overflow-y-auto panes:[scrollbar-width:thin] ${view.openId === null ? "" : "hidden"}`}
            >
              <Browse chatId={chatId} query={query} address={address} groups={groups} readId={readId} hasPanes={hasPanes} />
            </div>
            {isGroupsPane ? (
              <div className="min-h-0 overflow-y-auto border-s border-base-300 px-6 [scrollbar-width:thin]">
                <QuestionGroups chatId={chatId} />
              </div>
            ) : readId === null ? (
              <div className="hidden border-s border-base-300 panes:block" />
            ) : (
              <Transcript
                key={readId}
                id={readId}
                chatId={chatId}
                summary={query.data?.conversations.find((one) => one.id === readId)}
                onClose={close}
              />
            )}
          </div>
        )}
      </main>
    </div>
  );
}

/** Another owner's agent, or one that never was. */
function NoAgent() {
  const { t } = useTranslation("conversations");
  return (
    <>
      <PageTitle>{t("conversations.title")}</PageTitle>
      <AppHeader />
      <LoadFailed title={t("conversations.title")} failure={null} />
    </>
  );
}

/** Moves the focus to an opened conversation, and back to its row when it is closed. */
function useFocusOn(openId: string | null) {
  const before = useRef(openId);
  useEffect(() => {
    const left = before.current;
    before.current = openId;
    if (left === openId) return;
    // This must run after the router has scrolled.
    const frame = requestAnimationFrame(() => {
      if (openId !== null) document.getElementById(TRANSCRIPT_ID)?.focus({ preventScroll: true });
      else if (left !== null) (document.getElementById(rowId(left)) ?? document.querySelector<HTMLElement>("main h1"))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [openId]);
}

function Heading({ chatId, isReading }: { chatId: string; isReading: boolean }) {
  const { t } = useTranslation("conversations");
  const { user } = useSession();
  // The dashboard has usually loaded the name. The administrator sees other owners' agents without a name.
  const { data, isPending } = useQuery({ ...userQuery(user?.id ?? ""), enabled: user !== null });
  const agent = data?.chats.find((one) => one.id === chatId);
  const name = agentNameOf(agent?.chatName ?? "");
  return (
    <div className={`flex flex-col gap-y-2 panes:pt-6 panes:pb-4 ${isReading ? "" : "py-4 sm:pt-6"}`}>
      <Link to="/dashboard" className={`btn btn-ghost btn-sm -ms-3 self-start px-3 panes:inline-flex ${isReading ? "hidden" : ""}`}>
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        {t("editor.back")}
      </Link>
      <div className={isReading ? "sr-only panes:not-sr-only" : ""}>
        <div className="flex min-h-11 items-center gap-3">
          {agent && <AgentFace name={name} colour={agent.toggleIconColor} image={agent.profileImage} />}
          {isPending && <span aria-hidden="true" className="size-11 shrink-0 rounded-full bg-base-200" />}
          <div className="min-w-0">
            <h1 tabIndex={-1} className="text-xl leading-tight outline-none">
              {t("conversations.title")}
            </h1>
            <p className="min-h-6 truncate text-quiet">{agent ? name : isPending ? "" : t("conversations.lead")}</p>
          </div>
        </div>
      </div>
    </div>
  );
}
