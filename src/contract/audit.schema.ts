/** The filters of the audit log. */
import { z } from "zod";
import { AUDIT_ACTION_MAX, AUDIT_SEARCH_MAX } from "./audit.ts";
import { dayRange, pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";

const filter = {
  q: z.string().trim().max(AUDIT_SEARCH_MAX).default(""),
  action: z.preprocess((value: string | undefined) => (value === "" ? undefined : value), z.string().max(AUDIT_ACTION_MAX).optional()),
  ...dayRange,
};
export const auditQuery = pageQuery(PAGE_SIZE.audit).extend(filter);
export const auditExportQuery = z.object(filter);
