import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Loading } from "../../../ui/Spinner.tsx";
import { activityQuery, overviewQuery } from "../admin-queries.ts";
import { QuietRetry } from "../lists/ListFrame.tsx";
import { FailingAgents, LatestPayments, NewOwners } from "./Activity.tsx";
import { Figures } from "./Figures.tsx";
import { LedgerSection } from "./Ledger.tsx";
import { MoneyChart } from "./MoneyChart.tsx";
import { SetupList } from "./SetupList.tsx";

/** The administrator's first page: what is still to set up, the key figures, money, and what happened lately. */
export function OverviewPage() {
  const { t } = useTranslation("admin");
  const overview = useQuery(overviewQuery());
  const activity = useQuery(activityQuery());
  return (
    <div className="space-y-10">
      {overview.isPending && <Loading tall={false} />}
      {overview.error && !overview.data && (
        <p>
          <QuietRetry error={overview.error} what={t("admin.notLoaded")} onRetry={() => void overview.refetch()} />
        </p>
      )}
      {overview.data && <SetupList setup={overview.data.setup} />}
      {overview.data && <Figures overview={overview.data} />}
      {activity.error && !activity.data && (
        <p>
          <QuietRetry error={activity.error} what={t("admin.notLoaded")} onRetry={() => void activity.refetch()} />
        </p>
      )}
      {activity.data && (
        <>
          <MoneyChart months={activity.data.months} />
          <LedgerSection months={activity.data.months.map(({ month }) => month)} />
          <FailingAgents failing={activity.data.failing} />
          <div className="grid gap-10 lg:grid-cols-2">
            <LatestPayments payments={activity.data.payments} />
            <NewOwners owners={activity.data.owners} />
          </div>
        </>
      )}
    </div>
  );
}
