import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AUDIT_ACTION_MAX, AUDIT_SEARCH_MAX, type AuditRow } from "../../../../contract/audit.ts";
import { operationCalls } from "../../../../contract/calls/operation.ts";
import { addressOf } from "../../../api.ts";
import { saveExport } from "../../../save-export.ts";
import { formatDateTime } from "../../../text/format.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { auditQuery } from "../admin-queries.ts";
import { Cell, DataTable } from "../lists/DataTable.tsx";
import { ListFrame, QuietRetry } from "../lists/ListFrame.tsx";
import { DayRange, Narrow, SearchBox, SelectBox } from "../lists/Narrow.tsx";
import { readDay, useAdminAddress } from "../lists/use-admin-address.ts";

const auditExport = ({ page: _, ...query }: ReturnType<typeof viewOf>) => addressOf(operationCalls.exportAudit, { query });

function viewOf(page: number, read: (name: string) => string) {
  return {
    page,
    q: read("q").slice(0, AUDIT_SEARCH_MAX),
    action: read("action").slice(0, AUDIT_ACTION_MAX),
    from: readDay(read("from")),
    to: readDay(read("to")),
  };
}

/** Who changed what, when and from where. Nothing here can be changed. */
export function AuditLog() {
  const { t } = useTranslation("admin");
  const { page, read, narrow, turnTo } = useAdminAddress();
  const view = viewOf(page, read);
  const query = useQuery(auditQuery(view));
  const save = useMutation({ mutationFn: () => saveExport(auditExport(view)) });
  const columns = [
    { label: t("audit.at") },
    { label: t("audit.actor") },
    { label: t("audit.address") },
    { label: t("audit.action") },
    { label: t("audit.subject") },
    { label: t("audit.change") },
  ];
  return (
    <>
      <Narrow>
        <SearchBox label={t("audit.search")} value={view.q} maxLength={AUDIT_SEARCH_MAX} onSearch={(q) => narrow({ q })} />
        <SelectBox
          label={t("audit.action")}
          value={view.action}
          options={[{ value: "", label: t("audit.anyAction") }, ...actionsOf(query.data?.actions, view.action)]}
          onChange={(action) => narrow({ action })}
        />
        <DayRange from={view.from} to={view.to} onChange={narrow} />
        <BusyButton className="btn-line sm:ms-auto" busy={save.isPending} onClick={() => save.mutate()}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("audit.export")}
        </BusyButton>
        {save.error && <QuietRetry error={save.error} what={t("admin.notDone")} onRetry={() => save.mutate()} />}
      </Narrow>
      <ListFrame query={query} page={page} onPage={turnTo} empty={t("audit.noneFound")}>
        {(data) => (
          <DataTable label={t("settingsView.audit")} columns={columns} isStale={query.isPlaceholderData}>
            {data.entries.map((entry) => (
              <AuditLine key={entry.id} entry={entry} />
            ))}
          </DataTable>
        )}
      </ListFrame>
    </>
  );
}

/** The options of the filter. The chosen action stays among them while the list is loading. */
function actionsOf(actions: readonly string[] = [], chosen: string) {
  const all = chosen === "" || actions.includes(chosen) ? actions : [chosen, ...actions];
  return all.map((value) => ({ value, label: value }));
}

function AuditLine({ entry }: { entry: AuditRow }) {
  const { t } = useTranslation("admin");
  return (
    <tr>
      <Cell>
        <time dateTime={entry.at} className="whitespace-nowrap">
          {formatDateTime(entry.at)}
        </time>
      </Cell>
      <Cell>{entry.actor}</Cell>
      <Cell>{entry.address ?? t("audit.commandLine")}</Cell>
      <Cell>{entry.action}</Cell>
      <Cell id={entry.subject} />
      <Cell>
        <Changes before={entry.before ?? {}} after={entry.after ?? {}} />
      </Cell>
    </tr>
  );
}

const asText = (value: unknown) =>
  value === undefined || value === null || value === "" ? "–" : typeof value === "object" ? JSON.stringify(value) : String(value);

/** The values that changed; all values of something that was created or deleted. */
function Changes({ before, after }: { before: Record<string, unknown>; after: Record<string, unknown> }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return (
    <ul className="min-w-64 py-2">
      {names.map((name) => (
        <li key={name} className="break-words">
          <span className="text-quiet">{name}</span> {name in before && asText(before[name])}
          {name in before && name in after && " → "}
          {name in after && asText(after[name])}
        </li>
      ))}
    </ul>
  );
}
