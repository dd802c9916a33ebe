import { useTranslation } from "react-i18next";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { AuditLog } from "../audit/AuditLog.tsx";
import { useAdminAddress } from "../lists/use-admin-address.ts";
import { DataSettings } from "./DataSettings.tsx";
import { LimitSettings } from "./LimitSettings.tsx";
import { Settings } from "./Settings.tsx";

const VIEWS = ["settings", "limits", "data", "audit"] as const;

/** The views of the Settings tab, each with its own address: settings, limits, data retention and the audit log. */
export function SettingsTab() {
  const { t } = useTranslation("admin");
  const { read, show } = useAdminAddress();
  const view = VIEWS.find((name) => name === read("view")) ?? "settings";
  return (
    <>
      <div className="mb-6">
        <Choice
          legend={t("admin.tab.settings")}
          quietLegend
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`settingsView.${value}`) }))}
          onChange={(value) => show({ view: value === "settings" ? "" : value })}
        />
      </div>
      {view === "settings" && <Settings />}
      {view === "limits" && <LimitSettings />}
      {view === "data" && <DataSettings />}
      {view === "audit" && <AuditLog />}
    </>
  );
}
