/** Sign-up, login, and the account of the person who is signed in. */
import type { agentListQuery } from "../agent.schema.ts";
import type { AgentPage } from "../agent.ts";
import type { LoginAnswer } from "../factor.ts";
import type { Notice } from "../notice.ts";
import type { Setup } from "../setup.ts";
import type { accountChange, accountLogQuery, loginInput, passwordChange, signUpInput, usageQuery } from "../user.schema.ts";
import type { AccountLogPage, SessionUser, SignedIn, UsageDay, UserDetails } from "../user.ts";
import { call, type Done } from "./call.ts";

export const accountCalls = {
  signUp: call<{ body: typeof signUpInput; answer: SignedIn }>()("POST", "/api/users/signup", "anyone"),
  logIn: call<{ body: typeof loginInput; answer: LoginAnswer }>()("POST", "/api/login", "anyone", { hasCookie: true }),
  logOut: call()("POST", "/api/logout", "person"),
  /** Everything that the dashboard shows. An owner can read only their own account, the administrator any account. */
  fetchUser: call<{ answer: UserDetails }>()("GET", "/api/users/:id", "viewer", { timeoutMs: 30_000 }),
  fetchUsage: call<{ query: typeof usageQuery; answer: { days: UsageDay[] } }>()("GET", "/api/users/:id/usage", "viewer"),
  /** The agents of an account, a page at a time, with what the owner may have to answer. */
  listAgents: call<{ query: typeof agentListQuery; answer: AgentPage }>()("GET", "/api/users/:id/chats", "viewer"),
  updateAccount: call<{ body: typeof accountChange; answer: SessionUser }>()("PUT", "/api/users/:id", "person"),
  /** Ends the account's other sessions and gives this one a new token. */
  changePassword: call<{ body: typeof passwordChange; answer: Done & { token: string } }>()("POST", "/api/users/:id/password", "person"),
  /** What the administrator did with the account. */
  listAccountLog: call<{ query: typeof accountLogQuery; answer: AccountLogPage }>()("GET", "/api/users/:id/log", "owner"),
  /** Null after the owner has closed the list, and for an account without limits, which is the administrator's. */
  fetchSetup: call<{ answer: { setup: Setup | null } }>()("GET", "/api/users/:id/setup", "viewer"),
  closeSetup: call()("POST", "/api/users/:id/setup/close", "editor"),
  listNotices: call<{ answer: { notices: Notice[] } }>()("GET", "/api/notices", "viewer"),
  /** What a viewer may dismiss depends on the kind: `NOTICE_FOR`. */
  dismissNotice: call()("POST", "/api/notices/:id/read", "viewer"),
};
