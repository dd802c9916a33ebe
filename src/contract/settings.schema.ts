/** `PUT /api/settings`. Absent members leave what is stored (product 9.4). */
import { z } from "zod";
import { LIMIT_NAMES, LIMITS, type LimitName } from "./limits.ts";
import { modelId, modelSettingsFields, secretInput as secret } from "./model.schema.ts";
import { numberInText, wholeBetween } from "./number.schema.ts";
import { MAX_RETENTION_DAYS, OPERATOR_ADDRESS_MAX, OPERATOR_NAME_MAX } from "./settings.ts";
import { textField } from "./text.schema.ts";

/** A whole number within the limit's range; null sets the default again. */
const limitInput = (name: LimitName) => wholeBetween(LIMITS[name].min, LIMITS[name].max).nullable().optional();
type LimitInputs = Record<LimitName, ReturnType<typeof limitInput>>;

export const settingsInput = z.object({
  aiModel: modelId.optional(),
  ...modelSettingsFields,
  apiKey: secret.optional(),
  /** Days; 0 keeps for ever. */
  retentionDays: z.preprocess(numberInText, wholeBetween(0, MAX_RETENTION_DAYS)).optional(),
  limits: z.object(Object.fromEntries(LIMIT_NAMES.map((name) => [name, limitInput(name)])) as LimitInputs).optional(),
  signUpsOpen: z.boolean().optional(),
  budgetDeclined: z.boolean().optional(),
  billplzApiKey: secret.optional(),
  billplzCollectionId: z
    .string()
    .trim()
    .max(80)
    .regex(/^[A-Za-z0-9_•-]*$/, "A collection ID has letters, digits, - and _ only.")
    .optional(),
  billplzXSignatureKey: secret.optional(),
  /** A boolean, 1 or 0 (product 9.4). */
  billplzSandbox: z
    .union([z.boolean(), z.literal(0), z.literal(1)])
    .transform(Boolean)
    .optional(),
  operatorName: textField(OPERATOR_NAME_MAX).trim().optional(),
  operatorAddress: textField(OPERATOR_ADDRESS_MAX).trim().optional(),
});
/** Tries a key and a collection before they are stored; a mask or nothing stands for what is stored. */
export const billingCheckInput = settingsInput.pick({ billplzApiKey: true, billplzCollectionId: true, billplzSandbox: true });

export type SettingsInput = z.output<typeof settingsInput>;
