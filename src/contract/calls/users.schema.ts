import { adminAccountChange, newAccountInput, userExportQuery, userListQuery } from "../user.schema.ts";
import { describe } from "./call.schema.ts";
import { userCalls } from "./users.ts";

export const userApi = describe(userCalls, {
  listUsers: { query: userListQuery },
  exportUsers: { query: userExportQuery },
  createUser: { body: newAccountInput, status: 201 },
  updateUser: { body: adminAccountChange },
});
