/** The queries of the ledger. */
import { z } from "zod";
import { LEDGER_ORDERS } from "./overview.ts";
import { month, pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";

export const ledgerQuery = pageQuery(PAGE_SIZE.ledger).extend({ month, order: z.enum(LEDGER_ORDERS).default("revenue") });
export const ledgerExportQuery = z.object({ month });
