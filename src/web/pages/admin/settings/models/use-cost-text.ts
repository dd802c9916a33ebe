import { useTranslation } from "react-i18next";
import { formatRinggit } from "../../../../text/format.ts";

interface Known {
  /** Millionths of RM. */
  costMicros: number;
  replies: number;
  /** The number of replies whose cost is not known. */
  unpriced: number;
}

const MICROS = 1_000_000;
/** A smaller amount would be rounded to RM0. */
const LEAST = 0.01;

/** Formats a cost, such as `RM1.20`, `at least RM1.20` or `unknown`. */
export function useCostText(): (cost: Known) => string {
  const { t } = useTranslation("admin");
  return ({ costMicros, replies, unpriced }) => {
    const ringgit = costMicros / MICROS;
    const isTiny = ringgit > 0 && ringgit < LEAST / 2;
    const known = (isTiny ? "<\u00a0" : "") + formatRinggit(isTiny ? LEAST : ringgit, 2);
    if (unpriced === 0) return known;
    return unpriced === replies ? t("costs.unknown") : t("costs.atLeast", { amount: known });
  };
}
