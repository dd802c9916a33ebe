import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { sightingsQuery } from "../../queries.ts";
import { formatDate, formatNumber } from "../../text/format.ts";

/** The host names on which the agent was opened recently. They show the owner that the pasted code works. */
export function Sightings({ chatId }: { chatId: string }) {
  const { t } = useTranslation("dashboard");
  const { data: hosts, isPending } = useQuery(sightingsQuery(chatId));
  if (isPending) return <SightingsFrame />;
  if (!hosts) return null;
  return (
    <SightingsFrame>
      {hosts.length === 0 && <p className="mt-1 text-quiet">{t("seen.none")}</p>}
      <ul className="mt-1 divide-y divide-base-300">
        {hosts.map((row) => (
          <li key={row.host} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="min-w-0 font-medium break-all">{row.host}</span>
            <span className="text-sm text-quiet tabular-nums">
              {t("seen.row", { count: row.opens, opens: formatNumber(row.opens), date: formatDate(row.lastSeen) })}
            </span>
          </li>
        ))}
      </ul>
    </SightingsFrame>
  );
}

/** The frame of the list. Without content, it keeps the space of one row while the list is loading. */
export function SightingsFrame({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("dashboard");
  return (
    <div className="mt-6 min-h-24 border-t border-base-300 pt-5">
      <h3 className="font-semibold tracking-normal">{t("seen.title")}</h3>
      {children}
    </div>
  );
}
