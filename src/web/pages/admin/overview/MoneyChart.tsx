import { useTranslation } from "react-i18next";
import type { Activity } from "../../../../contract/overview.ts";
import { formatMicros, formatMonth, formatSen } from "../../../text/format.ts";

const MICROS_OF_SEN = 10_000;

/** Revenue beside the cost of models, a pair of bars for each month. Screen readers get a table. */
export function MoneyChart({ months }: { months: Activity["months"] }) {
  const { t } = useTranslation("admin");
  const peak = Math.max(1, ...months.map(({ revenueSen, costMicros }) => Math.max(revenueSen, costMicros / MICROS_OF_SEN)));
  const isEmpty = months.every(({ revenueSen, costMicros }) => revenueSen === 0 && costMicros === 0);
  const hasUnpriced = months.some(({ unpriced }) => unpriced > 0);
  return (
    <section aria-labelledby="money-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="money-title" className="text-lg">
          {t("money.title")}
        </h2>
        <p aria-hidden="true" className="flex gap-4 text-sm text-quiet">
          <Key look="bg-primary">{t("money.revenue")}</Key>
          <Key look="bg-accent">{t("money.cost")}</Key>
        </p>
      </div>
      {isEmpty ? (
        <p className="mt-3 border-t border-base-300 pt-4 text-quiet">{t("money.empty")}</p>
      ) : (
        <>
          <div aria-hidden="true" className="mt-3 flex h-44 items-end gap-1 border-b border-base-300 sm:gap-3">
            {months.map(({ month, revenueSen, costMicros }) => (
              <div
                key={month}
                title={`${formatMonth(month)}: ${t("money.revenue")} ${formatSen(revenueSen)}, ${t("money.cost")} ${formatMicros(costMicros)}`}
                className="flex h-full min-w-0 flex-1 items-end justify-center gap-px hover:bg-base-200 sm:gap-1"
              >
                <Bar share={revenueSen / peak} look="bg-primary" />
                <Bar share={costMicros / MICROS_OF_SEN / peak} look="bg-accent" />
              </div>
            ))}
          </div>
          <div aria-hidden="true" className="mt-1 flex gap-1 text-sm text-quiet sm:gap-3">
            {months.map(({ month }, at) => (
              <span key={month} className={`min-w-0 flex-1 text-center whitespace-nowrap ${at % 2 === 0 ? "max-sm:invisible" : ""}`}>
                {formatMonth(month, "short")}
              </span>
            ))}
          </div>
        </>
      )}
      {hasUnpriced && <p className="mt-2 text-sm text-quiet">{t("money.unpriced")}</p>}
      <table className="sr-only">
        <caption>{t("money.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("money.month")}</th>
            <th scope="col">{t("money.revenue")}</th>
            <th scope="col">{t("money.cost")}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, revenueSen, costMicros }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td>{formatSen(revenueSen)}</td>
              <td>{formatMicros(costMicros)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Key({ look, children }: { look: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span className={`size-3 rounded-xs ${look}`} />
      {children}
    </span>
  );
}

/** A month without money has a very low bar, so that the row of bars has no holes. */
function Bar({ share, look }: { share: number; look: string }) {
  const isNone = share <= 0;
  return (
    <span
      className={`min-w-0 max-w-6 flex-1 ${isNone ? "h-[3px] bg-base-300" : `min-h-[3px] rounded-t-xs ${look}`}`}
      style={isNone ? undefined : { height: `${share * 100}%` }}
    />
  );
}
