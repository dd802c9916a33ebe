import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AgentSummary } from "../../../contract/agent.ts";
import type { UsageDay } from "../../../contract/user.ts";
import { agentNameOf, formatDay, formatNumber } from "../../text/format.ts";
import { SmallSelect } from "../../ui/forms/SmallSelect.tsx";

const ALL = "";
const DELETED = "deleted";

/** Messages per day of the last 30 days. The page works without the chart, so nothing is shown if there is no data. */
export function UsageChart({ days, agents }: { days: UsageDay[]; agents: AgentSummary[] }) {
  const { t } = useTranslation("dashboard");
  const [chatId, setChatId] = useState(ALL);
  if (days.length === 0) return null;
  if (days.every((day) => day.total === 0)) return <p className="mt-6 border-t border-base-300 pt-4 text-quiet">{t("chart.empty")}</p>;
  const ofListed = (day: UsageDay) => agents.reduce((sum, { id }) => sum + (day.agents[id] ?? 0), 0);
  const hasDeleted = days.some((day) => day.total > ofListed(day));
  const shownOf = (day: UsageDay) => {
    if (chatId === DELETED) return day.total - ofListed(day);
    return chatId === ALL ? day.total : (day.agents[chatId] ?? 0);
  };
  const values = days.map(shownOf);
  return (
    <figure className="mt-6">
      <figcaption className="flex min-h-9 flex-wrap items-center justify-between gap-2 text-sm text-quiet">
        {t("chart.title")}
        {(agents.length > 1 || hasDeleted) && (
          <SmallSelect
            label={t("chart.which")}
            value={chatId}
            options={[
              { value: ALL, label: t("chart.all") },
              ...agents.map(({ id, chatName }) => ({ value: id, label: agentNameOf(chatName) })),
              ...(hasDeleted ? [{ value: DELETED, label: t("chart.deleted") }] : []),
            ]}
            onChange={setChatId}
          />
        )}
      </figcaption>
      <Bars days={days} values={values} />
    </figure>
  );
}

/** A day without messages has a very low bar, so that an empty month still looks like a chart. */
function Bar({ value, peak }: { value: number; peak: number }) {
  if (value === 0) return <div className="h-[3px] w-full bg-base-300" />;
  return <div className="w-full rounded-t-xs bg-primary/40 group-hover:bg-primary" style={{ height: `${(value / peak) * 100}%` }} />;
}

function Bars({ days, values }: { days: UsageDay[]; values: number[] }) {
  const { t } = useTranslation("dashboard");
  const peak = Math.max(1, ...values);
  const first = days[0];
  const last = days.at(-1);
  return (
    <>
      <div aria-hidden="true" className="mt-2 flex h-20 items-end gap-px border-b border-base-300 sm:gap-1">
        {days.map((day, at) => (
          <div
            key={day.day}
            title={`${formatDay(day.day)}: ${formatNumber(values[at] ?? 0)}`}
            className="group flex h-full min-w-0 flex-1 items-end hover:bg-base-200"
          >
            <Bar value={values[at] ?? 0} peak={peak} />
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex h-5 justify-between text-sm text-quiet tabular-nums">
        <span>{first ? formatDay(first.day) : ""}</span>
        <span>{last ? formatDay(last.day) : ""}</span>
      </div>
      <table className="sr-only">
        <caption>{t("chart.title")}</caption>
        <tbody>
          {days.map((day, at) => (
            <tr key={day.day}>
              <th scope="row">{formatDay(day.day)}</th>
              <td>{formatNumber(values[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
