/**
 * A page whose ticket has expired needs a new one from the server, so it reloads itself once. The visitor's unsent text
 * is kept in the history entry, which survives a reload even where storage is refused.
 */

export interface Unsent {
  draft: string;
  messages: string[];
  /** The version of the consent's text to which the visitor has agreed. */
  agreed?: string;
}

interface Carried extends Unsent {
  reloadedAt: number;
}

const ONCE_PER_MS = 60_000;

function readCarried(): Partial<Carried> {
  return ((history.state as { sapa?: Carried } | null)?.sapa ?? {}) satisfies Partial<Carried>;
}

let isReloading = false;

/**
 * Reloads the page. While a reload is running, it only adds more unsent text. @returns false if the page was just
 * reloaded, since another reload would not help.
 */
export function reloadOnce(unsent: Unsent): boolean {
  const { reloadedAt = 0, messages = [] } = readCarried();
  if (!isReloading && Date.now() - reloadedAt < ONCE_PER_MS) return false;
  const all = isReloading ? [...messages, ...unsent.messages] : unsent.messages;
  history.replaceState({ sapa: { ...unsent, messages: all, reloadedAt: Date.now() } satisfies Carried }, "");
  if (!isReloading) location.reload();
  isReloading = true;
  return true;
}

/** Returns and removes the unsent text from before the reload. */
export function takeUnsent(): Unsent {
  const { draft = "", messages = [], agreed, reloadedAt = 0 } = readCarried();
  if (reloadedAt) history.replaceState({ sapa: { draft: "", messages: [], agreed, reloadedAt } }, "");
  return { draft, messages, agreed };
}
