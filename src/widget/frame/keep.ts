/**
 * Stores the visitor's session in the frame's own storage. Where the browser refuses it (third-party storage is blocked),
 * the loader uses the host page's storage. The editor's preview stores nothing.
 */

/** `refused`: the browser refuses storage to a cross-site frame. */
export type Kept = { kind: "kept"; session: string | null } | { kind: "refused" };

function keyOf(chatId: string, origin: string): string {
  return `sapa:${chatId}:${origin}`;
}

const resetKeyOf = (chatId: string, origin: string) => `${keyOf(chatId, origin)}:reset`;

export function readSession(chatId: string, origin: string): Kept {
  try {
    return { kind: "kept", session: localStorage.getItem(keyOf(chatId, origin)) };
  } catch {
    return { kind: "refused" };
  }
}

/** Stores a session; null deletes it. @returns whether the storage accepted it. */
export function writeSession(chatId: string, origin: string, session: string | null): boolean {
  return write(keyOf(chatId, origin), session);
}

/** Whether a reset may not have reached the server. */
export function isResetOwed(chatId: string, origin: string): boolean {
  try {
    return localStorage.getItem(resetKeyOf(chatId, origin)) !== null;
  } catch {
    return false;
  }
}

export function oweReset(chatId: string, origin: string, isOwed: boolean): void {
  write(resetKeyOf(chatId, origin), isOwed ? "1" : null);
}

function write(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
