import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { planAdminCalls } from "../../../../contract/calls/plans-admin.ts";
import { type AdminPlan, FREE_PLAN_ID, isOnSale, withSen } from "../../../../contract/plan.ts";
import { call } from "../../../api.ts";
import { plansQuery } from "../../../queries.ts";
import { formatLimit, formatNumber, formatRinggit, planNameOf } from "../../../text/format.ts";
import { adminPlansQuery } from "../admin-queries.ts";
import { ConfirmDialog } from "../lists/ConfirmDialog.tsx";
import { Cell, Chip, DataTable, Row } from "../lists/DataTable.tsx";
import { ListBones, ListFailure } from "../lists/ListFrame.tsx";
import { type RowAction, RowActions } from "../lists/RowActions.tsx";
import { useCards } from "../lists/use-cards.ts";
import { useRefresh } from "../lists/use-refresh.ts";
import { useRowDialogs } from "../lists/use-row-dialogs.ts";
import { PlanDialog } from "./PlanDialog.tsx";

/** "Subscription Plans": all plans. */
export function AdminPlans() {
  const { t } = useTranslation("admin");
  const query = useQuery(adminPlansQuery());
  const refresh = usePlanRefresh();
  const { edited, doomed, edit, askToDelete, close, done } = useRowDialogs<AdminPlan, "new">(refresh);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{t("adminPlans.title")}</h2>
        <button type="button" className="btn btn-primary" onClick={() => edit("new")}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("adminPlans.create")}
        </button>
      </div>
      {query.isPending && <ListBones />}
      {query.error && <ListFailure error={query.error} hasRows={query.data !== undefined} onRetry={() => void query.refetch()} />}
      {query.data && <PlanTable plans={query.data} onEdit={edit} onDelete={askToDelete} />}
      {edited && <PlanDialog plan={edited === "new" ? null : edited} onSaved={done} onClose={close} />}
      {doomed && (
        <ConfirmDialog
          title={t("adminPlans.deleteTitle")}
          confirm={t("admin.delete")}
          act={() => call(planAdminCalls.deletePlan, { params: { id: String(doomed.id) } })}
          onDone={done}
          onClose={close}
        >
          <p>{t("adminPlans.deleteText", { name: doomed.planName })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Also refreshes the plans page, which reads the same plans under another key. */
function usePlanRefresh(): () => void {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return () => {
    refresh();
    void queryClient.invalidateQueries({ queryKey: plansQuery().queryKey });
  };
}

interface PlanTableProps {
  plans: readonly AdminPlan[];
  onEdit: (plan: AdminPlan) => void;
  onDelete: (plan: AdminPlan) => void;
}

function PlanTable({ plans, onEdit, onDelete }: PlanTableProps) {
  const { t } = useTranslation("admin");
  const columns = [
    { label: t("adminPlans.name") },
    { label: t("adminPlans.price"), isNumber: true },
    { label: t("adminPlans.validity"), isNumber: true },
    { label: t("adminPlans.discount"), isNumber: true },
    { label: t("adminPlans.messages"), isNumber: true },
    { label: t("adminPlans.chats"), isNumber: true },
    { label: t("adminPlans.words"), isNumber: true },
    { label: t("adminPlans.adds"), isNumber: true },
    { label: t("adminPlans.users"), isNumber: true },
    { label: t("admin.actions"), isNumber: true },
  ];
  return (
    <DataTable label={t("adminPlans.title")} columns={columns}>
      {plans.map((plan) => (
        <PlanRow key={plan.id} plan={plan} onEdit={onEdit} onDelete={onDelete} />
      ))}
    </DataTable>
  );
}

function PlanRow({ plan, onEdit, onDelete }: Omit<PlanTableProps, "plans"> & { plan: AdminPlan }) {
  const { t } = useTranslation("admin");
  const areCards = useCards();
  const actions: RowAction[] = [{ label: t("admin.edit"), onClick: () => onEdit(plan) }];
  if (plan.id !== FREE_PLAN_ID) actions.push({ label: t("admin.delete"), onClick: () => onDelete(plan), isDanger: true });
  return (
    <Row>
      <Cell card="title" isFlexible>
        <span className="flex items-center gap-2">
          <span className="truncate font-semibold" title={plan.planName}>
            {planNameOf(plan.planName)}
          </span>
          {plan.id !== FREE_PLAN_ID && !isOnSale(withSen(plan)) && <Chip>{t("adminPlans.notOnSale")}</Chip>}
        </span>
      </Cell>
      <Cell isNumber card="aside">
        {formatRinggit(plan.price)}
      </Cell>
      {areCards ? <Cell>{inShort(t, plan)}</Cell> : <Figures plan={plan} />}
      <RowActions of={plan.planName} actions={actions} />
    </Row>
  );
}

function Figures({ plan }: { plan: AdminPlan }) {
  return (
    <>
      <Cell isNumber>{plan.validityMonths}</Cell>
      <Cell isNumber>{plan.discountPercentage}%</Cell>
      <Cell isNumber>{formatLimit(plan.msgLimit)}</Cell>
      <Cell isNumber>{formatLimit(plan.chatLimit)}</Cell>
      <Cell isNumber>{formatNumber(plan.knowledgeWordLimit)}</Cell>
      <Cell isNumber>{formatNumber(plan.addKnowledgeLimit)}</Cell>
      <Cell isNumber>{formatNumber(plan.users)}</Cell>
    </>
  );
}

/** What the columns say, for a card, which has none. */
function inShort(t: TFunction<"admin">, plan: AdminPlan): string {
  const limit = (of: "messages" | "agents", count: number) => t(`adminPlans.card.${of}`, { count, number: formatLimit(count) });
  const number = (of: "entries" | "words" | "users", count: number) => t(`adminPlans.card.${of}`, { count, number: formatNumber(count) });
  const { discountPercentage: discount } = plan;
  return [
    t("plans.months", { count: plan.validityMonths }),
    ...(discount > 0 ? [t("adminPlans.card.discount", { percent: discount })] : []),
    limit("messages", plan.msgLimit),
    limit("agents", plan.chatLimit),
    `${number("entries", plan.addKnowledgeLimit)} (${number("words", plan.knowledgeWordLimit)})`,
    number("users", plan.users),
  ].join(" · ");
}
