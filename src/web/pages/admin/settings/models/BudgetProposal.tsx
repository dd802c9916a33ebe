import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PROPOSED_BUDGET_SEN } from "../../../../../contract/limits.ts";
import { Alert } from "../../../../ui/Alert.tsx";
import { BusyButton } from "../../../../ui/forms/Button.tsx";
import { NumberField } from "../NumberField.tsx";
import type { SettingsValues } from "../section.ts";

interface BudgetProposalProps {
  values: SettingsValues;
  isBusy: boolean;
  /** Saves the form together with these values. */
  save: (patch: Partial<SettingsValues>) => void;
}

/** Proposes a budget, to accept or decline, while a vendor that charges has a key and the installation has no budget. */
export function BudgetProposal({ values, isBusy, save }: BudgetProposalProps) {
  const { t } = useTranslation("admin");
  const [sen, setSen] = useState<number | null>(PROPOSED_BUDGET_SEN);
  const hasKey = Object.values(values.modelKeys).some((key) => key !== "");
  if (!hasKey || values.budgets.boxSen !== null || values.budgetDeclined) return null;
  return (
    <Alert tone="warning" className="mb-10">
      <p className="font-semibold">{t("budget.propose")}</p>
      <p className="mt-1">{t("budget.explain")}</p>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <NumberField
          label={t("budget.amount")}
          unit={t("costs.perMonth")}
          value={PROPOSED_BUDGET_SEN / 100}
          min={0}
          max={10_000_000}
          onChange={(ringgit) => setSen(ringgit === null ? null : Math.round(ringgit * 100))}
        />
        <BusyButton
          // The label is wider than a narrow phone.
          className="btn-primary h-auto min-h-(--size) max-w-full shrink py-1"
          busy={isBusy}
          disabled={sen === null}
          onClick={() => save({ budgets: { ...values.budgets, boxSen: sen } })}
        >
          {t("budget.accept")}
        </BusyButton>
        <BusyButton className="btn-line" busy={isBusy} onClick={() => save({ budgetDeclined: true })}>
          {t("budget.decline")}
        </BusyButton>
      </div>
    </Alert>
  );
}
