import { accountCalls } from "../contract/calls/accounts.ts";
import { call } from "./api.ts";
import { endSession, endView, readSession } from "./session.ts";

/** Ends the session, or the view of an account, in this browser at once and notifies the server; the guard then shows /login. */
export function signOut(): void {
  const { token, isView } = readSession();
  if (isView) endView();
  else endSession("person");
  if (token !== null)
    call(accountCalls.logOut, { token, keepalive: true }).catch((error: unknown) =>
      console.debug("logout was not heard; the token expires by itself", error),
    );
}
