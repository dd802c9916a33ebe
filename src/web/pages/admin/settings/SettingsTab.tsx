import { useTranslation } from "react-i18next";
import { SectionRail } from "../../../ui/SectionRail.tsx";
import { AuditLog } from "../audit/AuditLog.tsx";
import { BreachKit } from "../breach/BreachKit.tsx";
import { HealthCheck } from "../health/HealthCheck.tsx";
import { useAdminAddress } from "../lists/use-admin-address.ts";
import { StaffSettings } from "../staff/StaffSettings.tsx";
import { Settings } from "./Settings.tsx";
import { readView, VIEWS, type View } from "./views.ts";

const addressOf = (view: View) => `/awc?tab=settings${view === VIEWS[0] ? "" : `&view=${view}`}`;

/** The settings: a rail of sections, each with its own address and its own form. */
export function SettingsTab() {
  const { t } = useTranslation("admin");
  const { read, show } = useAdminAddress();
  const view = readView(read("view"));
  return (
    <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10">
      <SectionRail
        label={t("settings.sections")}
        choose={t("settings.section")}
        current={view}
        sections={VIEWS.map((name) => ({ name, label: t(`settingsView.${name}`), to: addressOf(name) }))}
        onChoose={(name) => show({ view: name === VIEWS[0] ? "" : name })}
      />
      <div className="min-w-0">
        {view === "audit" ? (
          <AuditLog />
        ) : view === "health" ? (
          <HealthCheck />
        ) : view === "breach" ? (
          <BreachKit />
        ) : view === "staff" ? (
          <StaffSettings />
        ) : (
          <Settings view={view} />
        )}
      </div>
    </div>
  );
}
