import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { Activity } from "../../../../contract/overview.ts";
import { agentNameOf, formatPaid, formatRecent, planNameOf } from "../../../text/format.ts";
import { Chip } from "../lists/DataTable.tsx";
import { PaymentStatusMark } from "../payments/PaymentStatusMark.tsx";

interface ShortListProps {
  id: string;
  title: string;
  /** Where the whole list is. */
  more?: { to: string; label: string };
  /** Shown instead of rows. */
  empty: string;
  children: ReactNode[];
}

function ShortList({ id, title, more, empty, children }: ShortListProps) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {more && (
          <Link className="link-plain text-sm" to={more.to}>
            {more.label}
          </Link>
        )}
      </div>
      {children.length === 0 ? (
        <p className="mt-3 border-t border-base-300 pt-4 text-quiet">{empty}</p>
      ) : (
        <ul className="mt-3 divide-y divide-base-300 border-t border-base-300 text-sm tabular-nums">{children}</ul>
      )}
    </section>
  );
}

interface LineProps {
  title: ReactNode;
  aside: ReactNode;
  children: ReactNode;
}

function Line({ title, aside, children }: LineProps) {
  return (
    <li className="flex items-baseline gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{title}</p>
        <p className="flex flex-wrap gap-x-3 text-quiet">{children}</p>
      </div>
      <div className="shrink-0 text-end">{aside}</div>
    </li>
  );
}

export function LatestPayments({ payments }: { payments: Activity["payments"] }) {
  const { t } = useTranslation("admin");
  return (
    <ShortList
      id="latest-payments"
      title={t("latest.payments")}
      more={{ to: "/awc?tab=payments", label: t("latest.allPayments") }}
      empty={t("payments.none")}
    >
      {payments.map(({ id, username, planName, amount, status, sandbox, timestamp }) => (
        <Line
          key={id}
          title={username || t("payments.gone")}
          aside={
            <>
              <p className="font-semibold">{formatPaid(amount)}</p>
              <PaymentStatusMark status={status} />
            </>
          }
        >
          <span>{planNameOf(planName)}</span>
          <span>{formatRecent(timestamp, Date.now())}</span>
          {sandbox && <span>{t("payments.sandbox")}</span>}
        </Line>
      ))}
    </ShortList>
  );
}

export function NewOwners({ owners }: { owners: Activity["owners"] }) {
  const { t } = useTranslation("admin");
  return (
    <ShortList
      id="new-owners"
      title={t("latest.owners")}
      more={{ to: "/awc?tab=users", label: t("latest.allOwners") }}
      empty={t("latest.noOwners")}
    >
      {owners.map(({ id, username, createdAt }) => (
        <li key={id} className="flex items-baseline justify-between gap-3 py-2.5">
          <Link className="link-plain min-w-0 truncate" to={`/awc?tab=users&q=${encodeURIComponent(username)}`}>
            {username}
          </Link>
          <time dateTime={createdAt} className="shrink-0 text-quiet">
            {formatRecent(createdAt, Date.now())}
          </time>
        </li>
      ))}
    </ShortList>
  );
}

/** Agents whose visitors got no reply in the last day. Nothing is shown if there are none. */
export function FailingAgents({ failing }: { failing: Activity["failing"] }) {
  const { t } = useTranslation("admin");
  if (failing.length === 0) return null;
  return (
    <ShortList id="failing-agents" title={t("failing.title")} empty="">
      {failing.map(({ chatId, chatName, username, failed, limited, lastAt }) => (
        <Line
          key={chatId}
          title={
            <Link className="link-plain" to={`/awc?tab=messages&id=${encodeURIComponent(chatId)}`}>
              {agentNameOf(chatName)}
            </Link>
          }
          aside={<Chip isLoud={failed > 0}>{t("failing.count", { count: failed + limited })}</Chip>}
        >
          <span className="max-w-full truncate">{username || t("payments.gone")}</span>
          <span>{formatRecent(lastAt, Date.now())}</span>
          {failed > 0 && <span>{t("failing.failed", { count: failed })}</span>}
          {limited > 0 && <span>{t("failing.limited", { count: limited })}</span>}
        </Line>
      ))}
    </ShortList>
  );
}
