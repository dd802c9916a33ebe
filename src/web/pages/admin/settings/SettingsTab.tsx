import { useTranslation } from "react-i18next";
import { Choice } from "../../../ui/Choice.tsx";
import { AuditLog } from "../audit/AuditLog.tsx";
import { useAdminAddress } from "../lists/use-admin-address.ts";
import { DataSettings } from "./DataSettings.tsx";
import { LimitSettings } from "./LimitSettings.tsx";
import { Settings } from "./Settings.tsx";

const VIEWS = ["settings", "limits", "data", "audit"] as const;

/** Settings, limits, what is kept for how long, and the record of changes: each with an address of its own. */
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
