import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { AuditLog } from "../audit/AuditLog.tsx";
import { BreachKit } from "../breach/BreachKit.tsx";
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
  const labelId = useId();
  return (
    <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10">
      <div>
        <nav aria-label={t("settings.sections")} className="sticky top-6 max-lg:hidden">
          <ul className="space-y-0.5">
            {VIEWS.map((one) => (
              <li key={one}>
                <Link
                  to={addressOf(one)}
                  preventScrollReset
                  aria-current={one === view ? "page" : undefined}
                  className="flex min-h-10 items-center rounded-control px-3 text-quiet hover:bg-base-200 hover:text-base-content aria-[current=page]:bg-base-200 aria-[current=page]:font-semibold aria-[current=page]:text-base-content"
                >
                  {t(`settingsView.${one}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mb-6 flex items-center gap-3 lg:hidden">
          <span id={labelId} className="text-quiet">
            {t("settings.section")}
          </span>
          <select
            aria-labelledby={labelId}
            className="select w-auto grow sm:max-w-xs"
            value={view}
            onChange={(event) => show({ view: event.target.value === VIEWS[0] ? "" : event.target.value })}
          >
            {VIEWS.map((one) => (
              <option key={one} value={one}>
                {t(`settingsView.${one}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="min-w-0">
        {view === "audit" ? (
          <AuditLog />
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
