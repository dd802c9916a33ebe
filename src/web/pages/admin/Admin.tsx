import { type ComponentType, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { DEMO_CHAT_ID, DEMO_SHOP_CHAT_ID } from "../../../contract/agent.ts";
import { settingsCalls } from "../../../contract/calls/settings.ts";
import { withTexts } from "../../text/i18n.ts";
import type { Section } from "../../text/sections.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AppHeader } from "../../ui/page/AppHeader.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { Tabs, tabId } from "../../ui/Tabs.tsx";
import { useMayOperate } from "../../use-may-operate.ts";
import { type AdminTab, useAdminAddress } from "./lists/use-admin-address.ts";

/** A lazy-loaded tab and the sections of texts that it needs in addition to the page's. */
const panel = (code: () => Promise<ComponentType>, ...sections: Section[]) =>
  lazy(async () => ({ default: await withTexts(code, ...sections) }));

/** Each tab is a separate chunk. */
const PANELS: Record<AdminTab, ComponentType> = {
  overview: panel(async () => (await import("./overview/OverviewPage.tsx")).OverviewPage, "billing"),
  users: panel(async () => (await import("./users/Users.tsx")).Users),
  messages: panel(async () => (await import("./messages/Messages.tsx")).Messages, "conversations"),
  plans: panel(async () => (await import("./plans/AdminPlans.tsx")).AdminPlans, "plans", "billing"),
  payments: panel(async () => (await import("./payments/Payments.tsx")).Payments, "billing"),
  ledger: panel(async () => (await import("./overview/LedgerPage.tsx")).LedgerPage, "billing"),
  audit: panel(async () => (await import("./audit/AuditLog.tsx")).AuditLog),
  settings: panel(async () => (await import("./settings/SettingsTab.tsx")).SettingsTab, "conversations", "members"),
};

/** Links to the editor for the demo agents. They belong to no owner, so no dashboard lists them. */
function DemoLinks() {
  const { t } = useTranslation("admin");
  return (
    <nav aria-label={t("admin.demo")} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <span className="text-quiet">{t("admin.demo")}</span>
      <Link className="link-plain" to={`/editor?chatId=${DEMO_CHAT_ID}`}>
        {t("admin.demo.landing")}
      </Link>
      <Link className="link-plain" to={`/editor?chatId=${DEMO_SHOP_CHAT_ID}`}>
        {t("admin.demo.shop")}
      </Link>
    </nav>
  );
}

/** Instead of a tab that the person's role does not allow: its address was kept or sent by someone else. */
function NotAllowed() {
  const { t } = useTranslation("admin");
  return (
    <Alert tone="warning" className="max-w-2xl">
      <strong className="block">{t("admin.notAllowed")}</strong>
      {t("admin.notAllowedText")}
    </Alert>
  );
}

/** The page of the administrator and the staff: tabs, each with its own address. Staff see those that their role allows. */
export function Admin() {
  const { t } = useTranslation("admin");
  const { tab, tabs, isAllowed, openTab } = useAdminAddress();
  const may = useMayOperate();
  const Panel = isAllowed ? PANELS[tab] : NotAllowed;
  return (
    <>
      <PageTitle>{t("admin.title")}</PageTitle>
      <AppHeader />
      <main className="mx-auto max-w-6xl px-4 pt-8 pb-8 sm:px-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h1 className="text-2xl">{t("admin.title")}</h1>
          {may(settingsCalls.saveSettings) && <DemoLinks />}
        </div>
        <div className="mt-6 border-b border-base-300">
          <Tabs
            label={t("admin.title")}
            panelId="admin-panel"
            tab={tab}
            tabs={tabs.map((name) => ({ name, label: t(`admin.tab.${name}`) }))}
            onChange={openTab}
          />
        </div>
        {/* High enough that the line below it is out of sight while the tab gets its content, which pushes it down. */}
        <div id="admin-panel" role="tabpanel" aria-labelledby={tabId(tab)} className="min-h-[calc(100dvh-9rem)] pt-6">
          <Suspense fallback={<Loading tall={false} />}>
            <Panel />
          </Suspense>
        </div>
      </main>
      <footer className="mx-auto flex max-w-6xl flex-wrap gap-x-5 px-4 pb-6 text-sm text-quiet sm:px-6">
        <Link to="/licence" className="inline-flex min-h-8 items-center underline underline-offset-3">
          {t("licence.link")}
        </Link>
      </footer>
    </>
  );
}
