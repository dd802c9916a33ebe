/** `PUT /api/settings`. Source: spec.md §7; design.md §4. Absent members leave what is stored. */
import { z } from "zod";

// Printable ASCII without spaces: a key goes into a header, so nothing may break out of it. Dots are a mask.
const secret = z
  .string()
  .trim()
  .max(500, "too long")
  .regex(/^[\x21-\x7e•]*$/, "must be printable characters without spaces");

export const settingsInput = z.object({
  aiModel: z
    .string()
    .trim()
    .min(1, "Choose a model")
    .max(120)
    .regex(/^[A-Za-z0-9._:/@-]+$/, "not a model name")
    .optional(),
  apiKey: secret.optional(),
  billplzApiKey: secret.optional(),
  billplzCollectionId: z
    .string()
    .trim()
    .max(80)
    .regex(/^[A-Za-z0-9_•-]*$/, "not a collection id")
    .optional(),
  billplzXSignatureKey: secret.optional(),
  /** Sent as 1 or 0 (spec.md §3). */
  billplzSandbox: z
    .union([z.boolean(), z.literal(0), z.literal(1)])
    .transform(Boolean)
    .optional(),
});
export type SettingsInput = z.output<typeof settingsInput>;
