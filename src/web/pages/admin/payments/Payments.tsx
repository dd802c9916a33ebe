import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { type AdminPayment, PAYMENT_SEARCH_MAX, PAYMENT_SORTS, PAYMENT_STATUSES } from "../../../../contract/payment.ts";
import { addressOf, call } from "../../../api.ts";
import { useToast } from "../../../ui/Toast.tsx";
import { ConfirmDialog } from "../lists/ConfirmDialog.tsx";
import { DataTable } from "../lists/DataTable.tsx";
import { ExportButton } from "../lists/ExportButton.tsx";
import { ListFrame } from "../lists/ListFrame.tsx";
import { DayRange, Narrow, SearchBox, SelectBox } from "../lists/Narrow.tsx";
import { readDay, useAdminAddress } from "../lists/use-admin-address.ts";
import { useRefresh } from "../lists/use-refresh.ts";
import { useRowDialogs } from "../lists/use-row-dialogs.ts";
import { PaymentDialog } from "./PaymentDialog.tsx";
import { PaymentRow } from "./PaymentRow.tsx";
import { paymentsQuery } from "./payment-queries.ts";
import { RecordPaymentDialog } from "./RecordPaymentDialog.tsx";

const STATUSES = [...PAYMENT_STATUSES, "flagged"] as const;
const oneOf = <Word extends string>(words: readonly Word[], text: string): Word | "" => words.find((word) => word === text) ?? "";

function viewOf(page: number, read: (name: string) => string) {
  return {
    page,
    q: read("q").slice(0, PAYMENT_SEARCH_MAX),
    status: oneOf(STATUSES, read("status")),
    from: readDay(read("from")),
    to: readDay(read("to")),
    sort: oneOf(PAYMENT_SORTS, read("sort")),
  };
}

/** "Payment Transactions". */
export function Payments() {
  const { t } = useTranslation("admin");
  const { page, read, narrow, turnTo, show } = useAdminAddress();
  const view = viewOf(page, read);
  const query = useQuery(paymentsQuery(view));
  const refresh = useRefresh();
  const { edited, doomed, edit, askToDelete, close, done } = useRowDialogs<AdminPayment>(refresh);
  const [isRecording, setRecording] = useState(false);
  const showToast = useToast();
  const isNarrowed = view.q + view.status + view.from + view.to !== "";
  const columns = [
    { label: t("payments.user") },
    { label: t("payments.plan") },
    { label: t("payments.amount"), isNumber: true },
    { label: t("payments.status") },
    { label: t("payments.source") },
    { label: t("payments.timestamp"), isNumber: true },
    { label: t("admin.actions"), isNumber: true },
  ];
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{t("payments.title")}</h2>
        <button type="button" className="btn btn-primary" onClick={() => setRecording(true)}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("record.open")}
        </button>
      </div>
      <Narrow
        search={<SearchBox label={t("payments.search")} value={view.q} maxLength={PAYMENT_SEARCH_MAX} onSearch={(q) => narrow({ q })} />}
        active={[view.status, view.from + view.to].filter(Boolean).length}
        actions={
          <ExportButton
            path={addressOf(paymentAdminCalls.exportPayments, { query: { q: view.q, status: view.status, from: view.from, to: view.to } })}
          />
        }
      >
        <SelectBox
          label={t("payments.status")}
          value={view.status}
          options={[
            { value: "", label: t("payments.anyStatus") },
            ...STATUSES.map((status) => ({ value: status, label: t(`payments.status.${status}`) })),
          ]}
          onChange={(status) => narrow({ status })}
        />
        <SelectBox
          label={t("payments.sort")}
          value={view.sort || "newest"}
          options={PAYMENT_SORTS.map((sort) => ({ value: sort, label: t(`payments.sort.${sort}`) }))}
          onChange={(sort) => narrow({ sort: sort === "newest" ? "" : sort })}
        />
        <DayRange from={view.from} to={view.to} onChange={narrow} />
      </Narrow>
      <ListFrame
        query={query}
        page={page}
        onPage={turnTo}
        count={(count, number) => t("payments.rows", { count, number })}
        empty={isNarrowed ? t("payments.noMatch") : t("payments.none")}
        begin={
          <button type="button" className="btn btn-line" onClick={() => setRecording(true)}>
            {t("payments.first")}
          </button>
        }
        onClear={isNarrowed ? () => show({}) : undefined}
      >
        {(data) => (
          <DataTable label={t("payments.title")} columns={columns} isStale={query.isPlaceholderData}>
            {data.payments.map((payment) => (
              <PaymentRow
                key={payment.id}
                payment={payment}
                onEdit={() => edit(payment)}
                onDelete={() => askToDelete(payment)}
                onChanged={refresh}
              />
            ))}
          </DataTable>
        )}
      </ListFrame>
      {isRecording && (
        <RecordPaymentDialog
          onSaved={() => {
            setRecording(false);
            showToast({ text: t("record.done"), tone: "success" });
            refresh();
          }}
          onClose={() => setRecording(false)}
        />
      )}
      {edited && <PaymentDialog payment={edited} onSaved={done} onClose={close} />}
      {doomed && (
        <ConfirmDialog
          title={t("payments.deleteTitle")}
          confirm={t("admin.delete")}
          failure={t("payments.deleteFailed")}
          act={() => call(paymentAdminCalls.deletePayment, { params: { id: doomed.id } })}
          onDone={done}
          onClose={close}
        >
          <p>{t("payments.deleteText")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
