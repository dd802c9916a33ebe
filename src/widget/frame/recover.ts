/**
 * A page whose ticket has lapsed needs a new one from the server. It reloads itself once, and what the visitor had
 * written goes along in the history entry: that survives a reload even where storage is refused.
 */

export interface Unsent {
  draft: string;
  messages: string[];
}

interface Carried extends Unsent {
  reloadedAt: number;
}

const ONCE_PER_MS = 60_000;

function readCarried(): Partial<Carried> {
  return ((history.state as { sapa?: Carried } | null)?.sapa ?? {}) satisfies Partial<Carried>;
}

let isReloading = false;

/** False when it was tried a moment ago: a reload does not help then. While one is under way, takes along more. */
export function reloadOnce(unsent: Unsent): boolean {
  const { reloadedAt = 0, messages = [] } = readCarried();
  if (!isReloading && Date.now() - reloadedAt < ONCE_PER_MS) return false;
  const all = isReloading ? [...messages, ...unsent.messages] : unsent.messages;
  history.replaceState({ sapa: { draft: unsent.draft, messages: all, reloadedAt: Date.now() } satisfies Carried }, "");
  if (!isReloading) location.reload();
  isReloading = true;
  return true;
}

/** What the page before the reload carried over; taken once. */
export function takeUnsent(): Unsent {
  const { draft = "", messages = [], reloadedAt = 0 } = readCarried();
  if (reloadedAt) history.replaceState({ sapa: { draft: "", messages: [], reloadedAt } }, "");
  return { draft, messages };
}
