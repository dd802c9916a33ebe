import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { parseEntry } from "../../../../contract/knowledge.ts";
import type { EntryChange, FieldChange, VersionDetails } from "../../../../contract/version.ts";
import { formatNumber } from "../../../text/format.ts";
import { ADDED, Marked, REMOVED } from "./Marked.tsx";
import type { Comparison } from "./version-queries.ts";
import { datesOf, labelOf, valueText } from "./version-text.ts";

/** The changed fields and entries, with the words that differ marked. */
export function VersionChanges({ details, compare }: { details: VersionDetails; compare: Comparison["compare"] }) {
  const { t } = useTranslation("history");
  const { isKnown, fields, entries, total, moved } = details;
  if (!isKnown) return <p className="mt-6">{t("history.unknown")}</p>;
  if (fields.length === 0 && total === 0 && moved === 0) {
    return <p className="mt-6">{t(compare === "now" ? "history.same" : "history.sameBefore")}</p>;
  }
  return (
    <div className="mt-6 space-y-8">
      {fields.length > 0 && (
        <Group title={t("history.settings")}>
          {fields.map((change) => (
            <Field key={change.field} change={change} />
          ))}
        </Group>
      )}
      {entries.length > 0 && (
        <Group title={t("history.entries")}>
          {entries.map((change) => (
            <Entry key={change.id} change={change} />
          ))}
        </Group>
      )}
      {moved > 0 && <p>{t("history.moved", { count: moved, number: formatNumber(moved) })}</p>}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="text-base font-semibold">{title}</h3>
      <ul className="mt-2 divide-y divide-base-300 border-y border-base-300">{children}</ul>
    </section>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className="py-3">
      <p className="text-sm text-quiet">{label}</p>
      {children}
    </li>
  );
}

function Field({ change: { field, before, after } }: { change: FieldChange }) {
  const { t } = useTranslation(["history", "editor"]);
  const [one, other] = [valueText(t, field, before), valueText(t, field, after)];
  const isText = typeof before === "string" && !before.startsWith("#") && !before.startsWith("http") && field !== "mood";
  return (
    <Item label={labelOf(t, field)}>
      {isText || typeof before === "object" ? (
        <Marked before={one} after={other} none={t("history.none")} />
      ) : (
        <Replaced before={one} after={other} />
      )}
    </Item>
  );
}

function Entry({ change: { before, after, dates } }: { change: EntryChange }) {
  const { t } = useTranslation("history");
  const label = before === null ? t("history.entryAdded") : after === null ? t("history.entryRemoved") : t("history.entryChanged");
  return (
    <Item label={label}>
      <Marked before={textOf(before)} after={textOf(after)} none={t("history.none")} />
      {dates && (
        <>
          <p className="mt-2 text-sm text-quiet">{t("history.dates")}</p>
          <Replaced before={datesOf(t, dates.before)} after={datesOf(t, dates.after)} />
        </>
      )}
    </Item>
  );
}

/** An image entry shows its address above its text. */
function textOf(stored: string | null): string {
  const entry = parseEntry(stored ?? "");
  return entry.kind === "image" ? `${entry.url}\n${entry.text}` : entry.text;
}

/** For values of which no part is compared. */
function Replaced({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation("history");
  return (
    <p className="break-words">
      <del className={REMOVED}>{before === "" ? t("history.none") : before}</del> <span aria-hidden="true">→</span>{" "}
      <ins className={ADDED}>{after === "" ? t("history.none") : after}</ins>
    </p>
  );
}
