import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";
import { visitorCalls } from "../../../contract/calls/visitors.ts";
import type { AgentPrivacy } from "../../../contract/privacy.ts";
import { ApiError, call } from "../../api.ts";
import { agentNameOf } from "../../text/format.ts";
import { LegalLinks } from "../../ui/page/LegalLinks.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { LanguageChoice } from "../../ui/page/Preferences.tsx";
import { Loading } from "../../ui/Spinner.tsx";

/** What an agent keeps of what visitors write, and who else gets it. For everyone, without an account. */
export function Privacy() {
  const { t } = useTranslation("privacy");
  const { chatId = "" } = useParams();
  const query = useQuery({
    queryKey: ["privacy", chatId],
    queryFn: ({ signal }) => call(visitorCalls.fetchPrivacy, { params: { chatId }, signal }),
  });
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <main className="mx-auto max-w-2xl px-6 py-10">
      <PageTitle>{t("privacy.title")}</PageTitle>
      <div className="mb-10 flex flex-wrap items-center justify-between gap-3">
        {query.data ? (
          <a href={`/embed/${chatId}?open=1`} className="btn btn-line">
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
            {t("privacy.chat")}
          </a>
        ) : (
          <span />
        )}
        <LanguageChoice isInHeader />
      </div>
      <h1 className="text-2xl">{t("privacy.title")}</h1>
      {query.isPending && <Loading tall={false} />}
      {isMissing && (
        <p role="status" className="mt-4">
          {t("privacy.missing")}
        </p>
      )}
      {query.error && !isMissing && !query.data && (
        <NotLoaded className="mt-6" what={t("privacy.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <Facts privacy={query.data} />}
      <LegalLinks className="mt-10" />
    </main>
  );
}

function Facts({ privacy }: { privacy: AgentPrivacy }) {
  const { t } = useTranslation("privacy");
  const { business, operatorName, operatorContact, keptDays, asksConsent, replyVendors, searchVendors, hasOwnModel } = privacy;
  const owner = business || agentNameOf(privacy.chatName);
  return (
    <>
      <p className="mt-2 text-lg text-quiet break-words">{t("privacy.about", { agent: agentNameOf(privacy.chatName) })}</p>
      <Section title={t("privacy.who")}>
        <p>{t("privacy.business", { business: owner })}</p>
        {operatorName !== "" && operatorName !== owner && <p>{t("privacy.operator", { operator: operatorName })}</p>}
        {operatorContact !== "" && <p>{t("privacy.operatorContact", { contact: operatorContact })}</p>}
      </Section>
      <Section title={t("privacy.kept")}>
        <p>{t("privacy.keptText")}</p>
        {asksConsent && <p>{t("privacy.consent")}</p>}
        <p>{keptDays === 0 ? t("privacy.keptForever") : t("privacy.keptDays", { count: keptDays })}</p>
        <p>{t("privacy.browser")}</p>
      </Section>
      <Section title={t("privacy.where")}>
        <p>{t("privacy.ai")}</p>
        {replyVendors.length > 0 && <Companies lead={t("privacy.vendors")} names={replyVendors} />}
        {hasOwnModel && <p>{t("privacy.own")}</p>}
        {searchVendors.length > 0 && <Companies lead={t("privacy.search")} names={searchVendors} />}
        {replyVendors.length + searchVendors.length === 0 && !hasOwnModel && <p>{t("privacy.none")}</p>}
        <p>{t("privacy.sold")}</p>
      </Section>
      <Section title={t("privacy.rights")}>
        <p>{t("privacy.rightsText", { business: owner })}</p>
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 border-t border-base-300 pt-6">
      <h2 className="text-lg">{title}</h2>
      <div className="mt-3 space-y-3 break-words">{children}</div>
    </section>
  );
}

function Companies({ lead, names }: { lead: string; names: readonly string[] }) {
  return (
    <div>
      <p>{lead}</p>
      <ul className="mt-1 list-disc ps-5">
        {names.map((name) => (
          <li key={name} className="font-semibold">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
