import { OVERVIEW_MONTHS } from "../../../../contract/overview.ts";
import { LedgerSection } from "./Ledger.tsx";

/** The latest months as YYYY-MM, the earliest first. */
function latestMonths(now: Date): string[] {
  return Array.from({ length: OVERVIEW_MONTHS }, (_, back) => {
    const month = new Date(now.getFullYear(), now.getMonth() - (OVERVIEW_MONTHS - 1 - back), 1);
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, "0")}`;
  });
}

/** The ledger alone, for billing. */
export function LedgerPage() {
  return <LedgerSection months={latestMonths(new Date())} />;
}
