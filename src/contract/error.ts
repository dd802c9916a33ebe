/** Errors on the wire (product 11.7). The text is for people; clients decide by the code. */

import type { MessageRef } from "./messages/message.ts";

export const ERROR_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  plan_limit: 402,
  forbidden: 403,
  read_only: 403,
  not_member: 403,
  signup_closed: 403,
  second_factor_required: 403,
  suspended: 403,
  not_found: 404,
  conflict: 409,
  link_expired: 410,
  link_used: 410,
  step_expired: 410,
  not_configured: 409,
  email_unconfirmed: 409,
  changed_meanwhile: 409,
  tests_failed: 409,
  account_full: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many: 429,
  internal: 500,
  provider_failed: 502,
  busy: 503,
  shutting_down: 503,
  storage_failed: 503,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ErrorBody {
  message: string;
  error: {
    code: ErrorCode;
    message: string;
    /** The message's id, for clients that show it in another language; absent for texts that are not Sapa's own. */
    told?: MessageRef;
    /** On a 500: the id by which the cause is found in the log. */
    id?: string;
    /** On a 422: one text for each refused field. */
    fields?: Record<string, string>;
    /** The ids of the same texts, like `told` for the message. */
    fieldsTold?: Record<string, MessageRef>;
  };
}
