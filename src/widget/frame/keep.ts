/**
 * Where the visitor's session is kept: the frame's own storage, or the loader in the host page's where the browser
 * refuses it to frames (third-party storage blocked). The editor's preview keeps nothing.
 */

/** `refused`: this browser gives a cross-site frame no storage. */
export type Kept = { kind: "kept"; session: string | null } | { kind: "refused" };

function keyOf(chatId: string, origin: string): string {
  return `sapa:${chatId}:${origin}`;
}

export function readSession(chatId: string, origin: string): Kept {
  try {
    return { kind: "kept", session: localStorage.getItem(keyOf(chatId, origin)) };
  } catch {
    return { kind: "refused" };
  }
}

/** Null forgets. Answers whether the storage took it. */
export function writeSession(chatId: string, origin: string, session: string | null): boolean {
  try {
    if (session === null) localStorage.removeItem(keyOf(chatId, origin));
    else localStorage.setItem(keyOf(chatId, origin), session);
    return true;
  } catch {
    return false;
  }
}
