import { useTranslation } from "react-i18next";
import type { Activity } from "../../../../contract/overview.ts";
import { formatMicros, formatMonth, formatPaid, formatSen } from "../../../text/format.ts";

const MICROS_OF_SEN = 10_000;

/** The top of the chart: the next amount in whole ringgit that begins with 1, 2, 4, 6 or 8, of which the half is a round amount, too. */
function roundUp(sen: number): number {
  const ringgit = Math.max(2, sen / 100);
  const power = 10 ** Math.floor(Math.log10(ringgit));
  const first = [1, 2, 4, 6, 8, 10].find((digit) => digit * power >= ringgit) ?? 10;
  return first * power * 100;
}

/** Revenue beside the cost of models, a pair of bars for each month. Screen readers get a table. */
export function MoneyChart({ months }: { months: Activity["months"] }) {
  const { t } = useTranslation("admin");
  const top = roundUp(Math.max(1, ...months.map(({ revenueSen, costMicros }) => Math.max(revenueSen, costMicros / MICROS_OF_SEN))));
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
          <Key look="bg-base-content/40">{t("money.cost")}</Key>
        </p>
      </div>
      {isEmpty ? (
        <p className="mt-3 border-t border-base-300 pt-4 text-quiet">{t("money.empty")}</p>
      ) : (
        <div aria-hidden="true" className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm text-quiet tabular-nums">
          <div className="flex h-44 flex-col justify-between text-end">
            {[top, top / 2, 0].map((sen) => (
              // The middle of the text is beside the line.
              <span key={sen} className="h-0 leading-0">
                {formatSen(sen)}
              </span>
            ))}
          </div>
          <div className="relative flex h-44 items-end gap-1 border-y border-base-300 sm:gap-3">
            <span className="absolute inset-x-0 top-1/2 border-t border-base-300" />
            {months.map(({ month, revenueSen, costMicros }) => (
              <div
                key={month}
                title={`${formatMonth(month)}: ${t("money.revenue")} ${formatPaid(revenueSen)}, ${t("money.cost")} ${formatMicros(costMicros)}`}
                className="relative flex h-full min-w-0 flex-1 items-end justify-center gap-px hover:bg-base-content/5 sm:gap-1"
              >
                <Bar share={revenueSen / top} look="bg-primary" />
                <Bar share={costMicros / MICROS_OF_SEN / top} look="bg-base-content/40" />
              </div>
            ))}
          </div>
          <div className="col-start-2 mt-1 flex gap-1 sm:gap-3">
            {months.map(({ month }, at) => (
              <span key={month} className={`min-w-0 flex-1 text-center whitespace-nowrap ${at % 2 === 0 ? "max-sm:invisible" : ""}`}>
                {formatMonth(month, "short")}
              </span>
            ))}
          </div>
        </div>
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
              <td>{formatPaid(revenueSen)}</td>
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
