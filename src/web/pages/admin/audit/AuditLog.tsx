import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { AUDIT_ACTION_MAX, AUDIT_SEARCH_MAX, type AuditRow } from "../../../../contract/audit.ts";
import { operationCalls } from "../../../../contract/calls/operation.ts";
import { addressOf } from "../../../api.ts";
import { formatDateTime } from "../../../text/format.ts";
import { useMayOperate } from "../../../use-may-operate.ts";
import { adminPlansQuery, auditQuery } from "../admin-queries.ts";
import { Cell, DataTable, Row } from "../lists/DataTable.tsx";
import { ExportButton } from "../lists/ExportButton.tsx";
import { ListFrame } from "../lists/ListFrame.tsx";
import { Named } from "../lists/Named.tsx";
import { DayRange, Narrow, SearchBox, SelectBox } from "../lists/Narrow.tsx";
import { readDay, useAdminAddress } from "../lists/use-admin-address.ts";
import { actionName, actorName, auditChanges, auditSentence, type PlanNames } from "./audit-text.ts";

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
  const { page, read, narrow, turnTo, show } = useAdminAddress();
  const may = useMayOperate();
  const view = viewOf(page, read);
  const isNarrowed = view.q + view.action + view.from + view.to !== "";
  const query = useQuery(auditQuery(view));
  const plans = usePlanNames();
  const columns = [{ label: t("audit.change") }, { label: t("audit.actor") }, { label: t("audit.at"), isNumber: true }];
  return (
    <>
      <Narrow
        search={<SearchBox label={t("audit.search")} value={view.q} maxLength={AUDIT_SEARCH_MAX} onSearch={(q) => narrow({ q })} />}
        active={[view.action, view.from + view.to].filter(Boolean).length}
        actions={may(operationCalls.exportAudit) && <ExportButton path={auditExport(view)} />}
      >
        <SelectBox
          label={t("audit.action")}
          value={view.action}
          options={[
            { value: "", label: t("audit.anyAction") },
            ...actionsOf(query.data?.actions, view.action).map((value) => ({ value, label: actionName(t, value) })),
          ]}
          onChange={(action) => narrow({ action })}
        />
        <DayRange from={view.from} to={view.to} onChange={narrow} />
      </Narrow>
      <ListFrame
        query={query}
        page={page}
        onPage={turnTo}
        count={(count, number) => t("audit.rows", { count, number })}
        empty={t("audit.noneFound")}
        onClear={isNarrowed ? () => show({ view: read("view") }) : undefined}
      >
        {(data) => (
          <DataTable label={t("settingsView.audit")} columns={columns} isStale={query.isPlaceholderData}>
            {data.entries.map((entry) => (
              <AuditLine key={entry.id} entry={entry} plans={plans} />
            ))}
          </DataTable>
        )}
      </ListFrame>
    </>
  );
}

/** The names of the plans, by their ids. A deleted plan has none. */
function usePlanNames(): PlanNames {
  const { data } = useQuery(adminPlansQuery());
  return useMemo(() => new Map(data?.map(({ id, planName }) => [id, planName])), [data]);
}

/** The actions of the filter. The chosen one stays among them while the list is loading. */
const actionsOf = (actions: readonly string[] = [], chosen: string) =>
  chosen === "" || actions.includes(chosen) ? actions : [chosen, ...actions];

function AuditLine({ entry, plans }: { entry: AuditRow; plans: PlanNames }) {
  const { t } = useTranslation("admin");
  const changes = auditChanges(t, entry, plans);
  return (
    <Row>
      <Cell card="title" isFlexible>
        <div className="py-2 max-lg:py-0">
          <p className="break-words">{auditSentence(t, entry, plans)}</p>
          {changes.length > 0 && (
            <ul className="mt-0.5 text-sm text-quiet">
              {changes.map(({ name, before, after }) => (
                <li key={name} className="break-words">
                  {name}: {before !== null && after !== null ? `${before} → ${after}` : (after ?? before)}
                </li>
              ))}
            </ul>
          )}
        </div>
      </Cell>
      <Cell>
        <Named name={actorName(t, entry.actor)} id={entry.address ?? t("audit.commandLine")} />
      </Cell>
      <Cell isNumber>
        <time dateTime={entry.at} className="whitespace-nowrap">
          {formatDateTime(entry.at)}
        </time>
      </Cell>
    </Row>
  );
}
