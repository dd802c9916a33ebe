import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { isNoLimit } from "../../../../contract/plan.ts";
import type { RoomLeft, SourceRoom } from "../../../../contract/source.ts";
import { formatNumber } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";

export const isFull = ({ used, limit }: RoomLeft): boolean => limit !== null && used >= limit;

/** How much of the plan is used. */
export function Room({ room }: { room: SourceRoom }) {
  const { t } = useTranslation("reading");
  const rows = [
    ["room.sources", room.sources],
    ["room.pages", room.pages],
    ["room.words", room.words],
  ] as const;
  return (
    <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-1 text-sm">
      {rows.map(([label, left]) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-quiet">{t(label)}</dt>
          <dd className={`tabular-nums ${isFull(left) ? "font-semibold" : ""}`}>{usedText(t, left)}</dd>
        </div>
      ))}
    </dl>
  );
}

type T = ReturnType<typeof useTranslation<"reading">>["t"];

function usedText(t: T, { used, limit }: RoomLeft): string {
  if (limit === null || isNoLimit(limit)) return t("room.usedOnly", { used: formatNumber(used) });
  return t("room.used", { used: formatNumber(used), limit: formatNumber(limit) });
}

/** Shown when the plan has no room for another source; nothing otherwise. */
export function FullRoom({ room: { sources, pages, words } }: { room: SourceRoom }) {
  const { t } = useTranslation("reading");
  if (![sources, pages, words].some(isFull)) return null;
  return (
    <Alert
      tone="warning"
      className="mt-4"
      actions={
        <Link to="/plans" className="btn btn-line btn-sm">
          {t("room.plans")}
        </Link>
      }
    >
      {t(sources.limit === 0 ? "room.nothing" : "room.full")}
    </Alert>
  );
}

export function SeePlans({ className = "" }: { className?: string }) {
  const { t } = useTranslation("reading");
  return (
    <Link to="/plans" className={`link-plain inline-flex min-h-6 items-center ${className}`}>
      {t("room.plans")}
    </Link>
  );
}
