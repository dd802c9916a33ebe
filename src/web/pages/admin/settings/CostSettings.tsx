import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { BudgetState, CostReport, ModelCost } from "../../../../contract/model.ts";
import { formatNumber } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { FormGroup } from "../../../ui/FormGroup.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { costsQuery } from "./model-calls.ts";
import { NumberField } from "./NumberField.tsx";
import type { SectionProps } from "./section.ts";

/** What models may cost, and what they have cost this month. */
export function CostSettings({ values, errors, change }: SectionProps) {
  const { t } = useTranslation("admin");
  const setBudget = (name: "boxSen" | "ownerSen") => (ringgit: number | null) =>
    change({ budgets: { ...values.budgets, [name]: ringgit === null ? null : Math.round(ringgit * 100) } });
  const ringgit = (sen: number | null) => (sen === null ? null : sen / 100);
  return (
    <FormGroup title={t("costs.title")} lead={t("costs.lead")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField
          label={t("costs.boxBudget")}
          hint={t("costs.budgetHint")}
          unit={t("costs.perMonth")}
          value={ringgit(values.budgets.boxSen)}
          min={0}
          max={10_000_000}
          placeholder={t("costs.none")}
          error={errors["budgets.boxSen"]}
          onChange={setBudget("boxSen")}
        />
        <NumberField
          label={t("costs.ownerBudget")}
          unit={t("costs.perMonth")}
          value={ringgit(values.budgets.ownerSen)}
          min={0}
          max={10_000_000}
          placeholder={t("costs.none")}
          error={errors["budgets.ownerSen"]}
          onChange={setBudget("ownerSen")}
        />
        <NumberField
          label={t("costs.rate")}
          hint={t("costs.rateHint")}
          unit={t("costs.rmPerUsd")}
          value={values.rmPerUsd}
          min={0.01}
          max={1_000}
          error={errors.rmPerUsd}
          onChange={(rmPerUsd) => rmPerUsd !== null && change({ rmPerUsd })}
        />
      </div>
      <ThisMonth />
    </FormGroup>
  );
}

function ThisMonth() {
  const { t } = useTranslation("admin");
  const { data, error, isPending, refetch } = useQuery(costsQuery());
  if (isPending) return <Loading tall={false} />;
  if (error || !data) {
    const retry = (
      <button type="button" className="btn btn-line btn-sm" onClick={() => void refetch()}>
        {t("retry")}
      </button>
    );
    return <Alert actions={retry}>{t("costs.unread")}</Alert>;
  }
  return (
    <div>
      <h3 className="font-semibold">{t("costs.thisMonth")}</h3>
      <BudgetAlert state={data.boxBudget} />
      <CostTable report={data} />
      {data.box.unpriced > 0 && <p className="mt-2 text-sm text-quiet">{t("costs.unpriced", { count: data.box.unpriced })}</p>}
    </div>
  );
}

function BudgetAlert({ state }: { state: BudgetState }) {
  const { t } = useTranslation("admin");
  if (state !== "near" && state !== "used up") return null;
  return (
    <Alert className="mt-3" tone="warning">
      {t(state === "near" ? "costs.near" : "costs.usedUp")}
    </Alert>
  );
}

const OWNERS_SHOWN = 10;

function CostTable({ report }: { report: CostReport }) {
  const { t } = useTranslation("admin");
  const mark = (state: BudgetState) => (state === "near" || state === "used up" ? ` · ${t(`costs.state.${state}`)}` : "");
  return (
    <div className="mt-3 overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-base-300 text-start text-quiet">
            <th className="py-2 pe-3 text-start font-semibold">{t("costs.who")}</th>
            <th className="px-3 py-2 text-end font-semibold">{t("costs.replies")}</th>
            <th className="px-3 py-2 text-end font-semibold max-sm:hidden">{t("costs.tokens")}</th>
            <th className="py-2 ps-3 text-end font-semibold">{t("costs.cost")}</th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          <CostRow name={t("costs.box")} cost={report.box} isTotal />
          {report.owners.slice(0, OWNERS_SHOWN).map((owner) => (
            <CostRow key={owner.userId} name={(owner.username || t("costs.gone")) + mark(owner.budget)} cost={owner} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CostRow({ name, cost, isTotal = false }: { name: string; cost: ModelCost; isTotal?: boolean }) {
  const { t } = useTranslation("admin");
  const { replies, unpriced, inputTokens, outputTokens, costMicros } = cost;
  const known = `RM${(costMicros / 1_000_000).toFixed(2)}`;
  // What is not known must not read as nothing.
  const amount = unpriced === 0 ? known : unpriced === replies ? t("costs.unknown") : t("costs.atLeast", { amount: known });
  return (
    <tr className={`h-10 border-b border-base-300 ${isTotal ? "font-semibold" : ""}`}>
      <th scope="row" className={`max-w-40 truncate pe-3 text-start ${isTotal ? "font-semibold" : "font-normal"}`}>
        {name}
      </th>
      <td className="px-3 text-end">{formatNumber(replies)}</td>
      <td className="px-3 text-end max-sm:hidden">{formatNumber(inputTokens + outputTokens)}</td>
      <td className="ps-3 text-end whitespace-nowrap">{amount}</td>
    </tr>
  );
}
