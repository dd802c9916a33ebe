import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useMatch } from "react-router-dom";
import type { SessionUser, UserDetails } from "../../../contract/user.ts";
import { takeLost } from "../../business.ts";
import { greetedName } from "../../greeting.ts";
import { useMay } from "../../may.ts";
import { userQuery } from "../../queries.ts";
import { isAdmin } from "../../session.ts";
import { formatDate, formatDateTime, formatSen, planNameOf } from "../../text/format.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { Reason } from "../../ui/NotDone.tsx";
import { AppHeader } from "../../ui/page/AppHeader.tsx";
import { Bones, DashboardBones } from "../../ui/page/ContentBones.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { useSession } from "../../use-session.ts";
import { AgentList } from "./AgentList.tsx";
import { type DashboardData, fallBack, readDetails } from "./dashboard-data.ts";
import { forgetWithSession, keepKnown, type LastKnown, readKnown } from "./last-known.ts";
import { Notices } from "./Notices.tsx";
import { SetupList } from "./SetupList.tsx";
import { Usage } from "./Usage.tsx";

/** The dashboard, and the embed-code dialog above it. Visitors may also open the dialog's address; it is then shown alone. */
export function Dashboard() {
  const session = useSession();
  return (
    <>
      {session.user && <SignedInDashboard user={session.user} isUnlimited={isAdmin(session)} />}
      <Outlet />
    </>
  );
}

/** The person is not a member of another business any more, which this tab has shown until now. */
function LostNote() {
  const { t } = useTranslation();
  const [lost] = useState(takeLost);
  if (lost === null || lost === "") return null;
  return (
    <Alert tone="warning" className="mt-6 max-w-2xl break-words">
      {t("account.lostBusiness", { name: lost })}
    </Alert>
  );
}

function SignedInDashboard({ user, isUnlimited }: { user: SessionUser; isUnlimited: boolean }) {
  const { t } = useTranslation("dashboard");
  const query = useQuery(userQuery(user.id));
  const isUnderDialog = useMatch("/embed-code/:chatId") !== null;
  const greeted = greetedName(user);
  const known = useLastKnown(user.id, query.data, query.dataUpdatedAt);
  const details = query.data ?? known?.details;
  const data = details ? readDetails(details, isUnlimited) : fallBack(user, isUnlimited);
  return (
    <>
      {!isUnderDialog && <PageTitle>{t("nav.dashboard")}</PageTitle>}
      <AppHeader />
      <main className="mx-auto max-w-6xl px-4 pt-10 pb-24 sm:px-6">
        <h1 className="text-2xl break-words">{t("dashboard.welcome", { username: greeted })}</h1>
        <LostNote />
        {query.isPending ? (
          <Waiting hasSetup={Boolean(known?.details.setup)} />
        ) : (
          <>
            {data && <PlanLine data={data} business={[user.username, greeted].includes(user.displayName) ? "" : user.displayName} />}
            {query.error && (
              <LoadError
                error={query.error}
                knownAt={details ? (known?.at ?? query.dataUpdatedAt) : null}
                isBusy={query.isFetching}
                onRetry={() => void query.refetch()}
              />
            )}
            {data ? (
              <>
                {/* Figures that may be old are grey, and can still be read and used. */}
                <div className={query.error ? "grayscale" : ""}>
                  <Notices notices={data.notices} userId={user.id} />
                  {query.data?.setup && <SetupList userId={user.id} setup={query.data.setup} />}
                  <Usage data={data} />
                </div>
                <AgentList data={data} userId={user.id} isLoaded={details !== undefined} hasSetup={Boolean(query.data?.setup)} />
              </>
            ) : (
              <div className="mt-6">
                <DashboardBones hasSetup={false} />
              </div>
            )}
          </>
        )}
      </main>
    </>
  );
}

/** The figures of an earlier load, which are shown if this one fails. */
function useLastKnown(userId: string, details: UserDetails | undefined, at: number): LastKnown | null {
  const [known] = useState(() => readKnown(userId));
  useEffect(() => {
    if (details) keepKnown(userId, { at, details });
  }, [userId, details, at]);
  useEffect(() => forgetWithSession(userId), [userId]);
  return details ? { at, details } : known;
}

/** The bones of the page, as its document has them before any code has arrived. */
function Waiting({ hasSetup }: { hasSetup: boolean }) {
  return (
    <Bones>
      <DashboardBones hasSetup={hasSetup} />
    </Bones>
  );
}

/** `business`: its name, if the greeting does not say it. */
function PlanLine({ data, business }: { data: DashboardData; business: string }) {
  const { t } = useTranslation("dashboard");
  // Only owners see bills.
  const hasBills = useMay().own && !data.isUnlimited;
  const price =
    data.monthlySen === 0 ? t("dashboard.freeForever") : data.monthlySen && t("dashboard.price", { price: formatSen(data.monthlySen) });
  return (
    // Each fact has its separator before it, which is cut off where a line begins. The padding leaves room for the mark of focus.
    <div className="-ms-1 mt-1.5 overflow-x-clip ps-1">
      <p className="-ms-5 flex flex-wrap text-quiet">
        {business && <Fact className="font-semibold text-base-content max-sm:w-full">{business}</Fact>}
        <Fact className="font-semibold text-base-content">{planNameOf(data.planName)}</Fact>
        {price && <Fact>{price}</Fact>}
        {data.validUntil && <Fact>{t("dashboard.validUntil", { date: formatDate(data.validUntil) })}</Fact>}
        {hasBills && (
          <Fact>
            <Link to="/billing" className="link-plain">
              {t("dashboard.billing")}
            </Link>
          </Fact>
        )}
      </p>
    </div>
  );
}

function Fact({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <span className={`flex max-w-full ${className}`}>
      <span aria-hidden="true" className="w-5 shrink-0 text-center font-normal text-quiet">
        ·
      </span>
      <span className="min-w-0 truncate has-[a]:overflow-visible">{children}</span>
    </span>
  );
}

interface LoadErrorProps {
  error: Error;
  /** When the figures on screen were loaded; null: none are known. */
  knownAt: number | null;
  isBusy: boolean;
  onRetry: () => void;
}

function LoadError({ error, knownAt, isBusy, onRetry }: LoadErrorProps) {
  const { t } = useTranslation("dashboard");
  return (
    <Alert
      className="mt-6"
      actions={
        <BusyButton className="btn-line btn-sm" busy={isBusy} onClick={onRetry}>
          {t("retry")}
        </BusyButton>
      }
    >
      <Reason what={t("dashboard.notLoaded")} error={error} />
      {knownAt !== null && <p>{t("dashboard.lastKnown", { time: formatDateTime(new Date(knownAt).toISOString()) })}</p>}
    </Alert>
  );
}
