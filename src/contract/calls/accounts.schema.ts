import { agentListQuery } from "../agent.schema.ts";
import { accountChange, accountLogQuery, loginInput, passwordChange, signUpInput, usageQuery } from "../user.schema.ts";
import { accountCalls } from "./accounts.ts";
import { describe } from "./call.schema.ts";

export const accountApi = describe(accountCalls, {
  signUp: { body: signUpInput, status: 201 },
  logIn: { body: loginInput },
  fetchUsage: { query: usageQuery },
  listAgents: { query: agentListQuery },
  listAccountLog: { query: accountLogQuery },
  updateAccount: { body: accountChange },
  changePassword: { body: passwordChange },
});
