/**
 * Stores the visitor's session in the frame's own storage. Where the browser refuses it (third-party storage is blocked),
 * the loader uses the host page's storage. The editor's preview stores nothing.
 */

/** `refused`: the browser refuses storage to a cross-site frame. */
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

/** Stores a session; null deletes it. @returns whether the storage accepted it. */
export function writeSession(chatId: string, origin: string, session: string | null): boolean {
  try {
    if (session === null) localStorage.removeItem(keyOf(chatId, origin));
    else localStorage.setItem(keyOf(chatId, origin), session);
    return true;
  } catch {
    return false;
  }
}
