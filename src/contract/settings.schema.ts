/** `PUT /api/settings`. Source: spec.md §7; design.md §4. Absent members leave what is stored. */
import { z } from "zod";
import { modelId, modelSettingsFields, secretInput as secret } from "./model.schema.ts";

export const settingsInput = z.object({
  aiModel: modelId.optional(),
  ...modelSettingsFields,
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
