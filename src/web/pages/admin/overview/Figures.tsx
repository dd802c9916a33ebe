import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { ModelHealth } from "../../../../contract/model.ts";
import type { Overview } from "../../../../contract/overview.ts";
import { formatDateTime, formatDay, formatNumber, formatRecent, formatSen } from "../../../text/format.ts";
import { modelNote } from "../../../text/model-note.ts";
import { failingFirst, isFailing } from "../settings/models/model-health.ts";
import { useCostText } from "../settings/models/use-cost-text.ts";

const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

/** Formats a number of bytes: 1536 → 1.5 KB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_024)));
  const value = bytes / 1_024 ** power;
  return `${formatNumber(value < 10 && power > 0 ? Math.round(value * 10) / 10 : Math.round(value))} ${UNITS[power]}`;
}

/** Key figures of the installation. */
export function Figures({ overview }: { overview: Overview }) {
  const { t } = useTranslation("admin");
  const { users, payingUsers, agents, messagesToday, messagesThisMonth, revenueThisMonth, pendingPayments, flaggedPayments } = overview;
  return (
    <dl aria-label={t("overview.title")} className="grid grid-cols-2 gap-x-6 gap-y-4 tabular-nums sm:grid-cols-3 lg:grid-cols-6">
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
              <Link className="link-plain" to="/awc?tab=payments&status=pending">
                {t("overview.pending", { count: pendingPayments, number: formatNumber(pendingPayments) })}
              </Link>
            ) : (
              t("overview.noPending")
            )}
            {flaggedPayments > 0 && (
              <div>
                <Link className="link-plain font-semibold" to="/awc?tab=payments&status=flagged">
                  {t("overview.flagged", { count: flaggedPayments, number: formatNumber(flaggedPayments) })}
                </Link>
              </div>
            )}
            <ModelCost cost={overview.modelCost} />
          </>
        }
      >
        {formatSen(revenueThisMonth)}
      </Figure>
      <Models models={overview.models} isReady={overview.setup.model} />
      <Machine overview={overview} />
    </dl>
  );
}

/** What models cost this month; shown below the revenue. */
function ModelCost({ cost }: { cost: Overview["modelCost"] }) {
  const { t } = useTranslation("admin");
  const amount = useCostText()(cost);
  const loud = cost.budget === "near" || cost.budget === "used up" ? cost.budget : null;
  return (
    <div>
      {t("overview.modelCost", { amount })}
      {cost.isUnbounded && (
        <div>
          <Link className="link-plain font-semibold" to="/awc?tab=settings&view=budgets">
            {t("overview.noBudget")}
          </Link>
        </div>
      )}
      {loud && (
        <span className="ms-2 inline-block rounded-full bg-accent px-2 font-semibold text-accent-content">{t(`costs.state.${loud}`)}</span>
      )}
    </div>
  );
}

function Figure({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-quiet">{label}</dt>
      <dd>
        <div className="flex items-end gap-3 text-xl font-bold">{children}</div>
        {note && <div className="text-quiet">{note}</div>}
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
      <dt className="text-quiet">{t("overview.models")}</dt>
      <dd className="space-y-1">
        {models.length === 0 && (
          <span className="text-quiet">
            {isReady ? (
              t("overview.noModels")
            ) : (
              <Link className="link-plain" to="/awc?tab=settings">
                {t("overview.noModelSet")}
              </Link>
            )}
          </span>
        )}
        {failingFirst(models)
          .slice(0, SHOWN_MODELS)
          .map((model) => (
            <div key={model.model}>
              <div className="truncate font-semibold" title={model.model}>
                {model.model}
              </div>
              <div className="text-quiet">
                {model.lastAnswerAt === null
                  ? t("overview.noReply")
                  : t("overview.firstToken", { p50: seconds(model.firstTokenP50Ms), p95: seconds(model.firstTokenP95Ms) })}
              </div>
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
      <dt className="text-quiet">{t("overview.machine", { version })}</dt>
      <dd>
        <div>{t("overview.database", { size: formatBytes(databaseBytes) })}</div>
        <div>{t("overview.disk", { free: formatBytes(disk.free), total: formatBytes(disk.total) })}</div>
        {disk.isLow && <div className="font-semibold text-error">{t("overview.diskLow")}</div>}
        <div>{lastBackup ? t("overview.backup", { date: formatDateTime(lastBackup) }) : t("overview.noBackup")}</div>
      </dd>
    </div>
  );
}
