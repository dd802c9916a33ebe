import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import type { OwnAgent, PublicAgent } from "../../../contract/agent.ts";
import { KNOWLEDGE_MAX } from "../../../contract/knowledge-calls.ts";
import { FALLBACK_FREE_PLAN } from "../../../contract/plan.ts";
import type { SessionUser } from "../../../contract/user.ts";
import { ApiError } from "../../api.ts";
import { agentQuery, userQuery } from "../../queries.ts";
import { isAdmin } from "../../session.ts";
import { AppHeader } from "../../ui/page/AppHeader.tsx";
import { EditorShell } from "../../ui/page/EditorShell.tsx";
import { LoadFailed } from "../../ui/page/LoadFailed.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { useSession } from "../../use-session.ts";
import type { EditorLimits } from "./fields/form.ts";
import { Workbench } from "./Workbench.tsx";

/** "AI Agent Editor": edits an existing agent with `?chatId=`, and a new one without it. */
export function Editor() {
  const { t } = useTranslation("editor");
  const { user } = useSession();
  const [search] = useSearchParams();
  const chatId = search.get("chatId") || null;
  return (
    <>
      <PageTitle>{t("editor.title")}</PageTitle>
      {user && (chatId ? <ExistingAgent key={chatId} user={user} chatId={chatId} /> : <NewAgent key="new" user={user} />)}
    </>
  );
}

/** The limits come with the dashboard's call. While it is loading or after it failed, the stored user's plan is used. */
function useLimits(user: SessionUser): EditorLimits {
  const session = useSession();
  const { data } = useQuery(userQuery(user.id));
  if (isAdmin(session)) return { words: KNOWLEDGE_MAX.words, entries: KNOWLEDGE_MAX.entries };
  const plan = data ?? user.plan ?? FALLBACK_FREE_PLAN;
  return {
    words: Math.min(plan.knowledgeWordLimit, KNOWLEDGE_MAX.words),
    entries: Math.min(plan.addKnowledgeLimit, KNOWLEDGE_MAX.entries),
  };
}

function NewAgent({ user }: { user: SessionUser }) {
  return <Workbench userId={user.id} agent={null} limits={useLimits(user)} />;
}

function isOwn(agent: OwnAgent | PublicAgent): agent is OwnAgent {
  return "userId" in agent;
}

function ExistingAgent({ user, chatId }: { user: SessionUser; chatId: string }) {
  const { t } = useTranslation("editor");
  const limits = useLimits(user);
  const query = useQuery(agentQuery(chatId));
  if (query.isPending) {
    return (
      <main>
        <h1 className="sr-only">{t("editor.title")}</h1>
        <p role="status" className="sr-only">
          {t("loading")}
        </p>
        <div aria-hidden="true">
          <EditorShell />
        </div>
      </main>
    );
  }
  if (query.error) {
    const isGone = query.error instanceof ApiError && query.error.status === 404;
    return <NotOpened failure={isGone ? null : { error: query.error, retry: () => void query.refetch() }} />;
  }
  // For another owner's agent the server answers only the public fields, so it cannot be edited.
  if (!isOwn(query.data)) return <NotOpened failure={null} />;
  return <Workbench userId={user.id} agent={query.data} limits={limits} />;
}

/** The editor's own header has nothing to show without an agent. */
function NotOpened({ failure }: Pick<Parameters<typeof LoadFailed>[0], "failure">) {
  const { t } = useTranslation("editor");
  return (
    <>
      <AppHeader />
      <LoadFailed title={t("editor.title")} failure={failure} />
    </>
  );
}
