/** Where an entry was read, in words. */
import type { TFunction } from "i18next";
import type { EntryOrigin } from "../../../../contract/source.ts";
import { formatNumber } from "../../../text/format.ts";

/** "from price-list.pdf, page 2 · Cakes". */
export function originText(t: TFunction<"editor">, { kind, sourceName, title, page, heading }: EntryOrigin): string {
  const name = kind === "site" && title !== "" && title !== sourceName ? `${title} (${sourceName})` : sourceName;
  const from = page === null ? t("origin.from", { name }) : t("origin.fromPage", { name, page: formatNumber(page) });
  return heading === "" ? from : `${from} · ${heading}`;
}
