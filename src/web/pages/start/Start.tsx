import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import type { OwnAgent } from "../../../contract/agent.ts";
import type { KnowledgePage } from "../../../contract/knowledge-calls.ts";
import { FALLBACK_FREE_PLAN } from "../../../contract/plan.ts";
import type { SessionUser } from "../../../contract/user.ts";
import { agentQuery, userQuery } from "../../queries.ts";
import { AppHeader } from "../../ui/page/AppHeader.tsx";
import { FormBones } from "../../ui/page/ContentBones.tsx";
import { LoadFailed } from "../../ui/page/LoadFailed.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { useSession } from "../../use-session.ts";
import { Guide } from "./Guide.tsx";
import { everyHeadings, startEntriesQuery } from "./start-queries.ts";

const NO_ENTRIES: KnowledgePage = { entries: [], total: 0, totalPages: 1, count: 0, typed: 0 };

/** The guided start: from a new account to a live chat, in four steps that can be left and taken up again. */
export function Start() {
  const { t } = useTranslation("start");
  const { user } = useSession();
  return (
    <>
      <PageTitle>{t("guide.title")}</PageTitle>
      <AppHeader />
      {user && <Loaded key={user.id} user={user} />}
    </>
  );
}

/** Loads the agent that is being set up: the one of the address, otherwise the account's first one. */
function Loaded({ user }: { user: SessionUser }) {
  const { t } = useTranslation("start");
  const [search] = useSearchParams();
  const account = useQuery(userQuery(user.id));
  const chatId = search.get("chatId") ?? account.data?.chats[0]?.id ?? null;
  const agent = useQuery({ ...agentQuery(chatId ?? ""), enabled: chatId !== null });
  const entries = useQuery(startEntriesQuery(chatId));
  const headings = useQuery(everyHeadings());
  const queries = [account, headings, ...(chatId === null ? [] : [agent, entries])];
  const failed = queries.find(({ error }) => error);
  if (failed?.error) {
    const retry = () => queries.forEach((query) => void query.refetch());
    return <LoadFailed title={t("guide.title")} failure={{ error: failed.error, retry }} />;
  }
  if (queries.some(({ isPending }) => isPending)) {
    return (
      <main className="flex">
        <div className="min-w-0 flex-1">
          <div className="mx-auto max-w-2xl px-4 pt-8 pb-32 sm:px-8 lg:pt-6">
            <h1 className="mb-8 text-2xl">{t("guide.title")}</h1>
            <FormBones />
          </div>
        </div>
        <div className="w-[27rem] shrink-0 max-lg:hidden xl:w-[32rem]" />
      </main>
    );
  }
  const own = agent.data && "userId" in agent.data ? agent.data : null;
  if (chatId !== null && own === null) return <LoadFailed title={t("guide.title")} failure={null} />;
  const plan = account.data ?? user.plan ?? FALLBACK_FREE_PLAN;
  return (
    <Guide
      user={user}
      agent={chatId === null ? null : (own as OwnAgent)}
      knowledge={entries.data ?? NO_ENTRIES}
      headings={headings.data ?? []}
      limits={{ words: plan.knowledgeWordLimit, entries: plan.addKnowledgeLimit }}
      origin={account.data?.publicUrl ?? location.origin}
    />
  );
}
