import { type ComponentType, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { DEMO_CHAT_ID, DEMO_SHOP_CHAT_ID } from "../../../contract/agent.ts";
import { withTexts } from "../../text/i18n.ts";
import type { Section } from "../../text/sections.ts";
import { AppHeader } from "../../ui/page/AppHeader.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { Tabs, tabId } from "../../ui/Tabs.tsx";
import { ADMIN_TABS, type AdminTab, useAdminAddress } from "./lists/use-admin-address.ts";

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
  settings: panel(async () => (await import("./settings/SettingsTab.tsx")).SettingsTab, "conversations"),
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

/** The administrator's page: six tabs, each with its own address. */
export function Admin() {
  const { t } = useTranslation("admin");
  const { tab, openTab } = useAdminAddress();
  const Panel = PANELS[tab];
  return (
    <>
      <PageTitle>{t("admin.title")}</PageTitle>
      <AppHeader />
      <main className="mx-auto max-w-6xl px-4 pt-8 pb-24 sm:px-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h1 className="text-2xl">{t("admin.title")}</h1>
          <DemoLinks />
        </div>
        <div className="mt-6 border-b border-base-300">
          <Tabs
            label={t("admin.title")}
            panelId="admin-panel"
            tab={tab}
            tabs={ADMIN_TABS.map((name) => ({ name, label: t(`admin.tab.${name}`) }))}
            onChange={openTab}
          />
        </div>
        <div id="admin-panel" role="tabpanel" aria-labelledby={tabId(tab)} className="pt-6">
          <Suspense fallback={<Loading tall={false} />}>
            <Panel />
          </Suspense>
        </div>
      </main>
    </>
  );
}
