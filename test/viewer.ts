/** Who asks, for tests that call a decision directly. */
import type { Viewer } from "../src/server/platform/http/endpoint.ts";

/** A signed-in owner, for decisions that are called without a request. */
export const ownerViewer = (accountId: string, username: string): Viewer => ({
  userId: accountId,
  accountId,
  member: "owner",
  username,
  role: "owner",
  tokenHash: "",
  isReadOnly: false,
  isStaffView: false,
  staff: null,
  isOperator: false,
  needsFactor: false,
});
