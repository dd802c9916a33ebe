/** The staff of the installation, for the administrator. */
import { staffApi } from "../../contract/calls/staff.schema.ts";
import type { MailRoom } from "../mail/mail.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import type { Db } from "../platform/storage/db.ts";
import { changeStaffRole, readStaff, removeStaff } from "./staff.ts";
import { inviteStaff, readStaffInvitations, resendStaffInvitation, withdrawStaffInvitation } from "./staff-invitations.ts";

interface Deps {
  config: { publicUrl: string | null };
  db: Db;
  http: Http;
  sharedRates: SharedRates;
  mailRoom: MailRoom;
}

const CHANGES: RateRule = { name: "staff.change", max: 60, perMs: 60_000 };

export function staffRoutes(deps: Deps) {
  const { db, http, mailRoom } = deps;
  return mount("staff", [
    http.endpoint(staffApi.listStaff, async ({ query }) => ({
      ...(await readStaff(db, query)),
      mailReady: (await mailRoom.open()) !== null,
    })),
    http.endpoint(staffApi.changeStaff, { limit: CHANGES }, ({ viewer, params, body, address }) =>
      changeStaffRole(db, viewer, address, { userId: params.userId, role: body.role }),
    ),
    http.endpoint(staffApi.removeStaff, { limit: CHANGES }, ({ viewer, params, address }) =>
      removeStaff(db, viewer, address, params.userId),
    ),
    http.endpoint(staffApi.inviteStaff, { limit: CHANGES }, ({ viewer, body, address }) => inviteStaff(deps, viewer, address, body)),
    http.endpoint(staffApi.listStaffInvitations, ({ query }) => readStaffInvitations(db, query)),
    http.endpoint(staffApi.resendStaffInvitation, { limit: CHANGES }, ({ viewer, params, address }) =>
      resendStaffInvitation(deps, viewer, address, params.invitationId),
    ),
    http.endpoint(staffApi.withdrawStaffInvitation, { limit: CHANGES }, ({ viewer, params, address }) =>
      withdrawStaffInvitation(db, viewer, address, params.invitationId),
    ),
  ]);
}
