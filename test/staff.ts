import type { StaffRole } from "../src/contract/staff-role.ts";
import type { TestApp } from "./app.ts";

export const STAFF_PASSWORD = "secret-1";

/** A new person of the staff, who has joined with a link. */
export async function joinStaff(sapa: TestApp, admin: string, role: StaffRole, username = `${role}-1`) {
  const { body: made } = await sapa.call("POST", "/api/staff/invitations", { token: admin, body: { role } });
  const input = { token: made.token, username, email: `${username}@example.com`, password: STAFF_PASSWORD };
  const { status, body } = await sapa.call("POST", "/api/join/signup", { body: input });
  if (status !== 201) throw new Error(`nobody joined: ${status}`);
  return { id: body.personId as string, token: body.token as string, username };
}
