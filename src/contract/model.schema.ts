/** Schemas for the settings and calls about models. Types: contract/model.ts. */

import { z } from "zod";
import { refusal } from "./messages/message.ts";
import { MAX_FAILOVER, MODEL_NAME_MAX, SECRET_MAX } from "./model.ts";
import { atLeast, atMost, numberBetween } from "./number.schema.ts";
import { month, pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";

// Printable ASCII without spaces: a key is sent in a header, so it must not be able to end it. Dots are a mask.
export const secretInput = z
  .string()
  .trim()
  .max(SECRET_MAX, refusal("text.tooLong", { max: `${SECRET_MAX}` }))
  .regex(/^[\x21-\x7e•]*$/, refusal("settings.key"));

export const modelId = z
  .string()
  .trim()
  .min(1, refusal("models.choose"))
  .max(MODEL_NAME_MAX)
  .regex(/^[A-Za-z0-9._:/@-]+$/, refusal("models.badName"));

const milliseconds = z
  .number(refusal("number.none"))
  .int(refusal("number.threeDecimals"))
  .min(1_000, refusal("models.waitTooShort"))
  .max(900_000, refusal("models.waitTooLong"));
/** Sen; the form shows ringgit. */
const sen = z
  .number(refusal("payments.amountRequired"))
  .int(refusal("number.twoDecimals"))
  .min(0, atLeast(0))
  .max(1_000_000_000, atMost(10_000_000))
  .nullable();

/** Checks only the form of the name; the server knows which vendors exist. */
const vendorName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, refusal("models.unknownVendor"));

/** Members of `PUT /api/settings`; absent ones keep their stored values. */
export const modelSettingsFields = {
  modelKeys: z.record(vendorName, secretInput).optional(),
  failover: z
    .array(modelId)
    .max(MAX_FAILOVER, refusal("models.tooMany", { max: `${MAX_FAILOVER}` }))
    .optional(),
  timeouts: z
    .object({
      firstTokenMs: milliseconds.optional(),
      betweenTokensMs: milliseconds.optional(),
      totalMs: milliseconds.optional(),
      ollamaFirstTokenMs: milliseconds.optional(),
    })
    .optional(),
  rmPerUsd: numberBetween(0.01, 1_000).optional(),
  budgets: z.object({ boxSen: sen.optional(), ownerSen: sen.optional() }).optional(),
};

/** `POST /api/models/check`: a key that is not stored yet; absent or a mask for the stored one. */
export const modelCheckInput = z.object({
  /** A vendor, or the name of an endpoint of models.json. */
  provider: vendorName,
  apiKey: secretInput.optional(),
  /** The model that is asked for one word, so that missing credit is noticed. */
  model: modelId.optional(),
});

/**
 * `POST /api/models/ollama/pull`, `…/cancel`, `…/remove`: `name`, `name:tag` or `namespace/name:tag`. A host is refused:
 * Ollama would contact any registry that a name begins with, and no client may choose an address (product 7.2).
 */
export const localModelInput = z.object({
  name: z
    .string()
    .trim()
    .regex(/^(?:[A-Za-z0-9][\w-]{0,39}\/)?[A-Za-z0-9][\w.-]{0,79}(?::[A-Za-z0-9][\w.-]{0,59})?$/, refusal("models.badName")),
});

/** `?month=2026-11`: a page of a month's costs. Absent: the current month. */
export const costQuery = pageQuery(PAGE_SIZE.costs).extend({ month });
