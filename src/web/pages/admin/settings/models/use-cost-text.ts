import { useTranslation } from "react-i18next";
import { formatMicros } from "../../../../text/format.ts";

interface Known {
  /** Millionths of RM. */
  costMicros: number;
  replies: number;
  /** The number of replies whose cost is not known. */
  unpriced: number;
}

/** Formats a cost, such as `RM1.20`, `at least RM1.20` or `unknown`. */
export function useCostText(): (cost: Known) => string {
  const { t } = useTranslation("admin");
  return ({ costMicros, replies, unpriced }) => {
    const known = formatMicros(costMicros);
    if (unpriced === 0) return known;
    return unpriced === replies ? t("costs.unknown") : t("costs.atLeast", { amount: known });
  };
}
