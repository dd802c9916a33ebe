/**
 * Keeps a draft while its page is closed: during the reload after the first save, and during a login when the session
 * ended while the owner was writing. It is kept only in this tab, and separately for each owner.
 */
import { type Draft, type EntryForm, emptyDraft } from "./fields/draft.ts";

export interface Shelved {
  draft: Draft;
  /** The text in the knowledge form, if it was not in the list yet. */
  entry: EntryForm | null;
}

/** An older draft is not restored. */
const KEPT_MS = 3_600_000;

const keyOf = (userId: string, chatId: string | null) => `sapa:draft:${userId}:${chatId ?? "new"}`;

/** Keeps a page's draft. It is lost if the browser refuses storage or has no room. */
export function shelve(userId: string, chatId: string | null, kept: Shelved): void {
  try {
    sessionStorage.setItem(keyOf(userId, chatId), JSON.stringify({ at: Date.now(), ...kept }));
  } catch (error) {
    console.debug("editor: the draft could not be kept", error);
  }
}

/** Returns and removes the kept draft; null when there is none. */
export function takeShelved(userId: string, chatId: string | null): Shelved | null {
  try {
    const raw = sessionStorage.getItem(keyOf(userId, chatId));
    sessionStorage.removeItem(keyOf(userId, chatId));
    if (raw === null) return null;
    const { at, draft, entry } = JSON.parse(raw) as Shelved & { at: number };
    return Date.now() - at < KEPT_MS ? { draft: { ...emptyDraft(), ...draft }, entry } : null;
  } catch (error) {
    console.debug("editor: no kept draft", error);
    return null;
  }
}
