/** Errors on the wire (product 11.7). The text is for people; clients decide by the code. */

import type { MessageRef } from "./messages/message.ts";

export const ERROR_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  plan_limit: 402,
  forbidden: 403,
  signup_closed: 403,
  suspended: 403,
  not_found: 404,
  conflict: 409,
  not_configured: 409,
  changed_meanwhile: 409,
  too_large: 413,
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
    /** Which message it is, for clients that show it in another language; absent for words that are not Sapa's own. */
    told?: MessageRef;
    /** On a 500: the id under which the log has the cause. */
    id?: string;
    /** On a 422: one text for each refused field. */
    fields?: Record<string, string>;
    /** The same texts, as `told` has the message. */
    fieldsTold?: Record<string, MessageRef>;
  };
}
