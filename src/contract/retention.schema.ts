import { z } from "zod";
import { wholeBetween } from "./number.schema.ts";
import { RETENTION_MAX } from "./retention.ts";

export const retentionInput = z.object({ days: wholeBetween(0, RETENTION_MAX) });
