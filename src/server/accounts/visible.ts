/** Whose data a request may touch. Whether its role suffices for the call was decided before (`requireAccess` of platform/http/http.ts). */
import type { Viewer } from "../platform/http/endpoint.ts";

/** Whether something of this account is of the business that the request is about. Null: its account is gone. */
export const isOfBusiness = (viewer: Pick<Viewer, "accountId">, accountId: string | null | undefined): boolean =>
  accountId != null && accountId !== "" && viewer.accountId === accountId;

/** The same, or the viewer acts for the operator, who may look at everything. */
export const maySee = (viewer: Viewer, accountId: string | null | undefined): boolean =>
  viewer.isOperator || isOfBusiness(viewer, accountId);

/** Whose own lines and notices the viewer reads. Staff who look at an account have its owner's id, and read no such lines. */
export const readerOf = ({ isStaffView, userId }: Pick<Viewer, "isStaffView" | "userId">): string => (isStaffView ? "" : userId);
