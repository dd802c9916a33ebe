import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BudgetState } from "../../../../../contract/model.ts";
import { Alert, RetryAlert } from "../../../../ui/Alert.tsx";
import { FormGroup } from "../../../../ui/forms/FormGroup.tsx";
import { Loading } from "../../../../ui/Spinner.tsx";
import { NumberField } from "../NumberField.tsx";
import type { SectionProps } from "../section.ts";
import { CostTable } from "./CostTable.tsx";
import { costsQuery } from "./model-queries.ts";

/** The budgets for models, and their costs this month. */
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
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery(costsQuery(page));
  if (isPending) return <Loading tall={false} />;
  if (error || !data) return <RetryAlert onRetry={() => void refetch()}>{t("costs.unread")}</RetryAlert>;
  return (
    <div>
      <h3 className="font-semibold">{t("costs.thisMonth")}</h3>
      <BudgetAlert state={data.boxBudget} />
      <CostTable report={data} page={page} onPage={setPage} />
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
