import { Handshake, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { UNANSWERED_COUNTED } from "../../../contract/agent.ts";
import type { BusinessRow } from "../../../contract/business.ts";
import { isNoLimit } from "../../../contract/plan.ts";
import { openBusiness } from "../../open-business.ts";
import { formatDate, formatNumber, planNameOf } from "../../text/format.ts";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { MoreMenu } from "../../ui/MoreMenu.tsx";
import { useSession } from "../../use-session.ts";

/** One business: who one is in it, its plan and its month, and what needs a look. */
export function BusinessItem({ business, onHandOver }: { business: BusinessRow; onHandOver: () => void }) {
  const { t } = useTranslation(["businesses", "members"]);
  const { user } = useSession();
  const nameId = useId();
  const { id, name, role, isSuspended, agents } = business;
  const isHere = id === user?.id;
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-3 py-4 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_auto]">
      <div className="min-w-0">
        <p id={nameId} className="line-clamp-2 text-lg leading-snug font-semibold break-words">
          {name}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
          <span>{t(`role.${role}`, { ns: "members" })}</span>
          <span>{t("businesses.agents", { count: agents, number: formatNumber(agents) })}</span>
          {isHere && <span className="font-semibold text-base-content">{t("businesses.here")}</span>}
        </p>
      </div>
      <div className="max-md:order-3 max-md:col-span-2">
        <Month business={business} />
        <Health business={business} />
      </div>
      <div className="flex justify-end gap-1 md:w-32">
        {!isHere && !isSuspended && user && (
          <button
            type="button"
            className="btn btn-line"
            aria-label={t("businesses.openOf", { name })}
            onClick={() => openBusiness(user, { id, name, role })}
          >
            {t("businesses.open")}
          </button>
        )}
        {role === "owner" && !isSuspended ? (
          <MoreMenu label={t("businesses.more", { name })}>
            {(choose) => <MenuButton icon={Handshake} label={t("handover.button")} onClick={choose(onHandOver)} />}
          </MoreMenu>
        ) : (
          <span className="size-10 max-md:hidden" />
        )}
      </div>
    </li>
  );
}

/** The plan and the month's messages. */
function Month({ business: { planName, planState, planUntil, used, msgLimit } }: { business: BusinessRow }) {
  const { t } = useTranslation("businesses");
  const plan = planNameOf(planName);
  // A plan that has ended or ends soon has its date in a remark.
  const isDated = planUntil !== null && planState === "running";
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-sm">
      <span className="text-quiet">{isDated ? t("businesses.planUntil", { plan, date: formatDate(planUntil) }) : plan}</span>
      <span className="tabular-nums">
        <span className="text-quiet">{t("businesses.messages")} </span>
        {msgLimit === null || isNoLimit(msgLimit)
          ? t("businesses.usedOnly", { used: formatNumber(used) })
          : t("businesses.used", { used: formatNumber(used), limit: formatNumber(msgLimit) })}
      </span>
    </p>
  );
}

/** So many remarks are shown until the others are asked for. */
const SHOWN_REMARKS = 3;

/** What needs a look, the most urgent first. */
function Health({ business }: { business: BusinessRow }) {
  const { t } = useTranslation("businesses");
  const [isWhole, setWhole] = useState(false);
  const remarks = useRemarks(business);
  if (remarks.length === 0) return <p className="mt-1 text-sm text-quiet">{t("businesses.well")}</p>;
  const shown = isWhole ? remarks : remarks.slice(0, SHOWN_REMARKS);
  const hidden = remarks.length - shown.length;
  return (
    <>
      <ul className="mt-1 space-y-0.5 text-sm">
        {shown.map(({ text, isUrgent }) => (
          <li key={text} className="flex gap-2">
            <span className="flex h-[1lh] w-4 shrink-0 items-center justify-center">
              {isUrgent ? (
                <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="text-error" />
              ) : (
                <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
              )}
            </span>
            {text}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          className="link-plain ms-6 min-h-6 cursor-pointer text-sm max-sm:min-h-11"
          aria-label={t("businesses.remarksOf", { count: hidden, number: formatNumber(hidden), name: business.name })}
          onClick={() => setWhole(true)}
        >
          {t("businesses.remarks", { count: hidden, number: formatNumber(hidden) })}
        </button>
      )}
    </>
  );
}

interface Remark {
  text: string;
  /** The business is suspended, its plan has ended, a bill is not paid, or its messages are used up. */
  isUrgent: boolean;
}

function useRemarks({ isSuspended, planName, planState, planUntil, used, msgLimit, ...counts }: BusinessRow): Remark[] {
  const { t } = useTranslation("businesses");
  const date = planUntil === null ? "" : formatDate(planUntil);
  const { failingAgents, agentsWithoutModel, failedSources, unpaidBills, unanswered } = counts;
  const urgent: [isSo: boolean, text: string][] = [
    [isSuspended, t("businesses.suspended")],
    [planState === "ended", t("businesses.planEnded", { plan: planNameOf(planName), date })],
    [unpaidBills > 0, t("businesses.unpaidBills", { count: unpaidBills, number: formatNumber(unpaidBills) })],
    [msgLimit !== null && used >= msgLimit, t("businesses.limit")],
  ];
  const others: typeof urgent = [
    [planState === "ending", t("businesses.planEnding", { date })],
    [failingAgents > 0, t("businesses.failingAgents", { count: failingAgents, number: formatNumber(failingAgents) })],
    [agentsWithoutModel > 0, t("businesses.withoutModel", { count: agentsWithoutModel, number: formatNumber(agentsWithoutModel) })],
    [failedSources > 0, t("businesses.failedSources", { count: failedSources, number: formatNumber(failedSources) })],
    [
      unanswered > 0,
      unanswered >= UNANSWERED_COUNTED
        ? t("businesses.unansweredMany", { number: formatNumber(unanswered) })
        : t("businesses.unanswered", { count: unanswered, number: formatNumber(unanswered) }),
    ],
  ];
  const those = (rows: typeof urgent, isUrgent: boolean) => rows.filter(([isSo]) => isSo).map(([, text]) => ({ text, isUrgent }));
  return [...those(urgent, true), ...those(others, false)];
}
