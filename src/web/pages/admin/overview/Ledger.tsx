import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { operationCalls } from "../../../../contract/calls/operation.ts";
import { LEDGER_ORDERS, type LedgerOrder, type LedgerRow } from "../../../../contract/overview.ts";
import { addressOf } from "../../../api.ts";
import { formatMicros, formatMonth, formatPaid, formatRinggit } from "../../../text/format.ts";
import { ledgerQuery } from "../admin-queries.ts";
import { Cell, DataTable, Row } from "../lists/DataTable.tsx";
import { ExportButton } from "../lists/ExportButton.tsx";
import { ListFrame } from "../lists/ListFrame.tsx";
import { Named } from "../lists/Named.tsx";
import { SelectBox } from "../lists/Narrow.tsx";

/** What each owner paid in a month, what models cost for the owner's agents, and what remains. */
export function LedgerSection({ months }: { months: readonly string[] }) {
  const { t } = useTranslation("admin");
  const [month, setMonth] = useState(months.at(-1) ?? "");
  const [order, setOrder] = useState<LedgerOrder>("revenue");
  const [page, setPage] = useState(1);
  const query = useQuery(ledgerQuery({ month, order, page }));
  const columns = [
    { label: t("ledger.owner") },
    { label: t("ledger.revenue"), isNumber: true },
    { label: t("ledger.cost"), isNumber: true },
    { label: t("ledger.margin"), isNumber: true },
  ];
  return (
    // The table is a region of this name already.
    <div>
      <h2 id="ledger-title" className="text-lg">
        {t("ledger.title")}
      </h2>
      <div className="mt-3 flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)] max-sm:[&_.select]:w-full">
        <SelectBox
          label={t("money.month")}
          value={month}
          options={months.toReversed().map((value) => ({ value, label: formatMonth(value) }))}
          onChange={(value) => {
            setMonth(value);
            setPage(1);
          }}
        />
        <SelectBox
          label={t("ledger.order")}
          value={order}
          options={LEDGER_ORDERS.map((value) => ({ value, label: t(`ledger.order.${value}`) }))}
          onChange={(value) => {
            setOrder(LEDGER_ORDERS.find((name) => name === value) ?? "revenue");
            setPage(1);
          }}
        />
        <div className="md:ms-auto">
          <ExportButton path={addressOf(operationCalls.exportLedger, { query: { month } })} />
        </div>
      </div>
      <ListFrame
        query={query}
        page={page}
        onPage={setPage}
        count={(count, number) => t("ledger.rows", { count, number })}
        empty={t(`ledger.none.${order}`)}
      >
        {(data) => (
          <DataTable cards="phone" label={t("ledger.title")} columns={columns} isStale={query.isPlaceholderData}>
            {data.rows.map((row) => (
              <LedgerLine key={row.userId} row={row} />
            ))}
          </DataTable>
        )}
      </ListFrame>
    </div>
  );
}

const MICROS = 1_000_000;

function LedgerLine({ row: { userId, username, revenueSen, costMicros, unpriced } }: { row: LedgerRow }) {
  const { t } = useTranslation("admin");
  const margin = revenueSen / 100 - costMicros / MICROS;
  const cost = unpriced > 0 ? t("costs.atLeast", { amount: formatMicros(costMicros) }) : formatMicros(costMicros);
  return (
    <Row>
      <Cell card="title" isFlexible>
        <Named name={username || t("payments.gone")} id={userId === "" ? null : userId} isStrong />
      </Cell>
      <Cell isNumber label={t("ledger.revenue")}>
        {formatPaid(revenueSen)}
      </Cell>
      <Cell isNumber label={t("ledger.cost")}>
        {cost}
      </Cell>
      <Cell isNumber card="aside" label={t("ledger.margin")}>
        <span className={margin < 0 ? "font-semibold text-error" : "font-semibold"}>
          {unpriced > 0 ? "≤ " : ""}
          {margin < 0 ? "−" : ""}
          {formatRinggit(Math.abs(margin), 2)}
        </span>
      </Cell>
    </Row>
  );
}
