import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { ModelHealth } from "../../../../contract/model.ts";
import type { Overview } from "../../../../contract/overview.ts";
import { formatDateTime, formatDay, formatMicros, formatNumber, formatPaid, formatRecent } from "../../../text/format.ts";
import { modelNote } from "../../../text/model-note.ts";
import { Chip } from "../lists/DataTable.tsx";
import { type AdminTab, useAdminAddress } from "../lists/use-admin-address.ts";
import { failingFirst, isFailing } from "../settings/models/model-health.ts";
import { Certificates } from "./Certificates.tsx";

const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

/** Formats a number of bytes: 1536 → 1.5 KB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_024)));
  const value = bytes / 1_024 ** power;
  return `${formatNumber(value < 10 && power > 0 ? Math.round(value * 10) / 10 : Math.round(value))} ${UNITS[power]}`;
}

/** A link to another tab; plain words for staff whose role does not allow that tab. */
function TabLink({ tab, more = "", children }: { tab: AdminTab; more?: string; children: ReactNode }) {
  const { tabs } = useAdminAddress();
  if (!tabs.includes(tab)) return <span className="inline-block py-1">{children}</span>;
  return (
    <Link className="link-plain inline-block py-1" to={`/awc?tab=${tab}${more}`}>
      {children}
    </Link>
  );
}

/** Key figures of the installation. */
export function Figures({ overview }: { overview: Overview }) {
  const { t } = useTranslation("admin");
  const { users, payingUsers, agents, messagesToday, messagesThisMonth, revenueThisMonth, pendingPayments, flaggedPayments } = overview;
  return (
    <div className="space-y-6">
      <dl aria-label={t("overview.title")} className="grid grid-cols-2 gap-x-6 gap-y-5 tabular-nums sm:grid-cols-3 lg:grid-cols-5">
        <Figure label={t("overview.users")} note={t("overview.paying", { number: formatNumber(payingUsers) })}>
          {formatNumber(users)}
        </Figure>
        <Figure label={t("overview.agents")}>{formatNumber(agents)}</Figure>
        <Figure label={t("overview.messagesToday")} note={t("overview.thisMonth", { number: formatNumber(messagesThisMonth) })}>
          {formatNumber(messagesToday)}
          <Spark days={overview.days} />
        </Figure>
        <Figure
          label={t("overview.revenue")}
          note={
            <>
              {pendingPayments > 0 ? (
                <TabLink tab="payments" more="&status=pending">
                  {t("overview.pending", { count: pendingPayments, number: formatNumber(pendingPayments) })}
                </TabLink>
              ) : (
                t("overview.noPending")
              )}
              {flaggedPayments > 0 && (
                <div>
                  <TabLink tab="payments" more="&status=flagged">
                    {t("overview.flagged", { count: flaggedPayments, number: formatNumber(flaggedPayments) })}
                  </TabLink>
                </div>
              )}
            </>
          }
        >
          {formatPaid(revenueThisMonth)}
        </Figure>
        <ModelCost cost={overview.modelCost} />
      </dl>
      <dl className="grid gap-6 border-t border-base-300 pt-5 text-sm tabular-nums lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Models models={overview.models} isReady={overview.setup.model} />
        <Machine overview={overview} />
        {overview.certificates.length > 0 && <Certificates certificates={overview.certificates} />}
      </dl>
    </div>
  );
}

/** What models cost this month, and how much of the budget is used. */
function ModelCost({ cost }: { cost: Overview["modelCost"] }) {
  const { t } = useTranslation("admin");
  const { budget, isUnbounded, costMicros, unpriced, replies } = cost;
  const state =
    budget === "near" || budget === "used up" ? (
      <Chip isLoud>{t(`overview.budget.${budget}`)}</Chip>
    ) : isUnbounded ? (
      <TabLink tab="settings" more="&view=budgets">
        {t("overview.noBudget")}
      </TabLink>
    ) : undefined;
  return (
    <Figure
      label={t("overview.modelCost")}
      note={
        <>
          {state}
          {unpriced > 0 && <p>{t("overview.unpriced", { count: unpriced, number: formatNumber(unpriced) })}</p>}
        </>
      }
    >
      {unpriced > 0 && unpriced === replies ? t("costs.unknown") : formatMicros(costMicros)}
    </Figure>
  );
}

function Figure({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 text-sm">
      <dt className="text-quiet">{label}</dt>
      <dd>
        <div className="flex flex-wrap items-end gap-x-3 text-xl font-bold max-[23rem]:text-lg">{children}</div>
        {note && <div className="mt-0.5 text-quiet">{note}</div>}
      </dd>
    </div>
  );
}

/** A chart of thirty bars. Screen readers get the numbers as a list. */
function Spark({ days }: { days: Overview["days"] }) {
  const { t } = useTranslation("admin");
  const peak = Math.max(1, ...days.map(({ messages }) => messages));
  return (
    <>
      <span aria-hidden="true" className="mb-1 flex h-5 w-24 items-end gap-px">
        {days.map(({ day, messages }) => (
          <span
            key={day}
            title={`${formatDay(day)}: ${formatNumber(messages)}`}
            className="min-h-px flex-1 bg-primary/40"
            style={{ height: `${(messages / peak) * 100}%` }}
          />
        ))}
      </span>
      <ul aria-label={t("chart.title")} className="sr-only">
        {days.map(({ day, messages }) => (
          <li key={day}>
            {formatDay(day)}: {formatNumber(messages)}
          </li>
        ))}
      </ul>
    </>
  );
}

const seconds = (ms: number | null) => (ms === null ? "–" : `${formatNumber(Math.round(ms / 100) / 10)} s`);
const SHOWN_MODELS = 3;

function Models({ models, isReady }: { models: readonly ModelHealth[]; isReady: boolean }) {
  const { t } = useTranslation("admin");
  return (
    <div className="min-w-0">
      <dt className="font-semibold">{t("overview.models")}</dt>
      <dd className="mt-1 space-y-2">
        {models.length === 0 &&
          (isReady ? (
            <span className="text-quiet">{t("overview.noModels")}</span>
          ) : (
            <TabLink tab="settings">{t("overview.noModelSet")}</TabLink>
          ))}
        {failingFirst(models)
          .slice(0, SHOWN_MODELS)
          .map((model) => (
            <div key={model.model} className="break-words">
              <span className="me-3">{model.model}</span>
              <span className="inline-block text-quiet">
                {model.lastAnswerAt === null
                  ? t("overview.noReply")
                  : t("overview.firstToken", { p50: seconds(model.firstTokenP50Ms), p95: seconds(model.firstTokenP95Ms) })}
              </span>
              {model.lastError && (
                <div className={isFailing(model) ? "text-error" : "text-quiet"} title={formatDateTime(model.lastError.at)}>
                  {t("overview.lastError", { when: formatRecent(model.lastError.at, Date.now()), text: modelNote(model.lastError.words) })}
                </div>
              )}
            </div>
          ))}
      </dd>
    </div>
  );
}

function Machine({ overview }: { overview: Overview }) {
  const { t } = useTranslation("admin");
  const { disk, databaseBytes, lastBackup, version } = overview;
  return (
    <div className="min-w-0">
      <dt className="font-semibold">{t("overview.machine", { version })}</dt>
      <dd className="mt-1 text-quiet">
        <p className="flex flex-wrap gap-x-4">
          <span>{t("overview.database", { size: formatBytes(databaseBytes) })}</span>
          <span>{t("overview.disk", { free: formatBytes(disk.free), total: formatBytes(disk.total) })}</span>
          <span>{lastBackup ? t("overview.backup", { date: formatDateTime(lastBackup) }) : t("overview.noBackup")}</span>
        </p>
        {disk.isLow && <p className="mt-1 font-semibold text-error">{t("overview.diskLow")}</p>}
      </dd>
    </div>
  );
}
