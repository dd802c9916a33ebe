import { accountCalls } from "../contract/calls/accounts.ts";
import { call } from "./api.ts";
import { endSession, readSession } from "./session.ts";

/** Ends the session in this browser at once and notifies the server; the guard then shows /login. */
export function signOut(): void {
  const { token } = readSession();
  endSession("person");
  if (token !== null)
    call(accountCalls.logOut, { token, keepalive: true }).catch((error: unknown) =>
      console.debug("logout was not heard; the token expires by itself", error),
    );
}
