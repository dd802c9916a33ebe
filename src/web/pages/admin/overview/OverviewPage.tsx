import { useQuery } from "@tanstack/react-query";
import { operationCalls } from "../../../../contract/calls/operation.ts";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { settingsCalls } from "../../../../contract/calls/settings.ts";
import { useMayOperate } from "../../../use-may-operate.ts";
import { activityQuery, overviewQuery } from "../admin-queries.ts";
import { ListBones, ListFailure } from "../lists/ListFrame.tsx";
import { FailingAgents, LatestPayments, NewOwners } from "./Activity.tsx";
import { Figures } from "./Figures.tsx";
import { LedgerSection } from "./Ledger.tsx";
import { MoneyChart } from "./MoneyChart.tsx";
import { SetupList } from "./SetupList.tsx";

/** The administrator's first page: what is still to set up, the key figures, money, and what happened lately. */
export function OverviewPage() {
  const overview = useQuery(overviewQuery());
  const activity = useQuery(activityQuery());
  const may = useMayOperate();
  return (
    <div className="space-y-10">
      {overview.isPending && <FigureBones />}
      {overview.error && !overview.data && <ListFailure error={overview.error} hasRows={false} onRetry={() => void overview.refetch()} />}
      {overview.data && may(settingsCalls.saveSettings) && (
        <SetupList
          setup={overview.data.setup}
          dataFolder={overview.data.dataFolder ?? "data"}
          hasDomain={overview.data.certificates.length > 0}
        />
      )}
      {overview.data && <Figures overview={overview.data} />}
      {activity.isPending && <ListBones />}
      {activity.error && !activity.data && <ListFailure error={activity.error} hasRows={false} onRetry={() => void activity.refetch()} />}
      {activity.data && (
        <>
          <MoneyChart months={activity.data.months} />
          {may(operationCalls.fetchLedger) && <LedgerSection months={activity.data.months.map(({ month }) => month)} />}
          <FailingAgents failing={activity.data.failing} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-2">
            {may(paymentAdminCalls.listPayments) && <LatestPayments payments={activity.data.payments} />}
            <NewOwners owners={activity.data.owners} />
          </div>
        </>
      )}
    </div>
  );
}

/** The outline of the figures while they are loading. */
function FigureBones() {
  return (
    <div aria-hidden="true" className="grid animate-appear grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
      {["users", "agents", "messages", "revenue", "costs"].map((name) => (
        <div key={name}>
          <span className="block h-2.5 w-20 rounded-full bg-base-300 opacity-60" />
          <span className="mt-3 block h-5 w-28 rounded-full bg-base-300" />
        </div>
      ))}
    </div>
  );
}
