/**
 * Calls that the document's first script starts while the application's code is still on its way. The application takes their
 * answers instead of asking again.
 */

declare global {
  interface Window {
    /** Empty once the application has drawn its first page: a later call wants a fresh answer. */
    sapaEarly?: Map<string, Promise<Response>>;
  }
}

const keyOf = (address: string, token: string | null) => `${token ?? ""} ${address}`;

/** @param token whose answer it is: after a change of the session, the answer is dropped. */
export function startEarly(address: string, token: string, headers: Record<string, string>): void {
  const answer = fetch(address, { headers, credentials: "omit" });
  // The code that takes the answer handles the failure; a failure of an answer that is never taken does not matter.
  answer.catch((error: unknown) => console.debug("early call", address, error));
  window.sapaEarly?.set(keyOf(address, token), answer);
}

/** The answer to a call that was started early; each can be taken once. */
export function takeEarly(address: string, token: string | null): Promise<Response> | undefined {
  const key = keyOf(address, token);
  const answer = window.sapaEarly?.get(key);
  window.sapaEarly?.delete(key);
  return answer;
}

export function forgetEarly(): void {
  window.sapaEarly?.clear();
}
