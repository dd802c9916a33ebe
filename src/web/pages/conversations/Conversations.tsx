import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router-dom";
import { UNNAMED_AGENT } from "../../../contract/agent.ts";
import { messageOf } from "../../api.ts";
import { conversationsQuery, userQuery } from "../../queries.ts";
import { useSession } from "../../session.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AppHeader } from "../../ui/AppHeader.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { ConversationList } from "./ConversationList.tsx";
import { Filters } from "./Filters.tsx";
import { Transcript } from "./Transcript.tsx";

/** What visitors asked an agent: a list to the left, the words to the right; on small screens one after the other. */
export function Conversations() {
  const { t } = useTranslation();
  const { chatId = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const openId = search.get("id");
  const open = (id: string | null) => setSearch(id === null ? {} : { id });
  return (
    <div className="flex min-h-screen flex-col">
      <PageTitle>{t("conversations.title")}</PageTitle>
      <AppHeader />
      <main className="mx-auto w-full max-w-6xl flex-1 px-4 pt-8 pb-24 sm:px-6">
        <Heading chatId={chatId} />
        <div className="mt-8 grid gap-10 lg:grid-cols-[22rem_1fr]">
          <div className={openId === null ? "min-w-0" : "min-w-0 max-lg:hidden"}>
            <Browse chatId={chatId} openId={openId} onOpen={open} />
          </div>
          {openId === null ? (
            <p className="pt-16 text-center text-quiet max-lg:hidden">{t("conversations.pick")}</p>
          ) : (
            <Transcript key={openId} id={openId} chatId={chatId} onClose={() => open(null)} />
          )}
        </div>
      </main>
    </div>
  );
}

function Heading({ chatId }: { chatId: string }) {
  const { t } = useTranslation();
  const { user } = useSession();
  // The dashboard has it already, as a rule; a direct visit gets the plain heading until it comes.
  const { data } = useQuery({ ...userQuery(user?.id ?? ""), enabled: user !== null });
  const agent = data?.chats.find((one) => one.id === chatId);
  return (
    <>
      <Link to="/dashboard" className="btn btn-ghost -ms-3 px-3">
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        {t("editor.back")}
      </Link>
      <h1 className="mt-3 text-2xl">{t("conversations.title")}</h1>
      <p className="mt-1 truncate text-quiet">{agent ? agent.chatName || UNNAMED_AGENT : t("conversations.lead")}</p>
    </>
  );
}

interface BrowseProps {
  chatId: string;
  openId: string | null;
  onOpen: (id: string | null) => void;
}

function Browse({ chatId, openId, onOpen }: BrowseProps) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState({ page: 1, search: "", unansweredOnly: false });
  const query = useQuery(conversationsQuery(chatId, filter));
  const isFiltered = filter.search !== "" || filter.unansweredOnly;
  return (
    <>
      <Filters filter={filter} onChange={(patch) => setFilter({ ...filter, page: 1, ...patch })} />
      {query.isPending && <Loading tall={false} />}
      {query.error && (
        <Alert
          className="mt-4"
          actions={
            <button type="button" className="btn btn-line btn-sm" onClick={() => void query.refetch()}>
              {t("retry")}
            </button>
          }
        >
          {messageOf(query.error, t("error.network"))}
        </Alert>
      )}
      {query.data?.conversations.length === 0 && (
        <p className="mt-4 border-t border-base-300 pt-6 text-quiet">
          {isFiltered ? t("conversations.noneFound") : t("conversations.none")}
        </p>
      )}
      {query.data && query.data.conversations.length > 0 && (
        <ConversationList
          page={query.data}
          pageNumber={filter.page}
          openId={openId}
          onOpen={onOpen}
          onPage={(page) => setFilter({ ...filter, page })}
        />
      )}
    </>
  );
}
