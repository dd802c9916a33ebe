/**
 * Where a draft waits while its page is away: over the reload after the first save, and over a login when the session
 * ended in the middle of writing. In this tab only, and each owner's by itself.
 */
import { type Draft, type EntryForm, emptyDraft } from "./draft.ts";

export interface Shelved {
  draft: Draft;
  /** What stood in the knowledge form, when it was in no list yet. */
  entry: EntryForm | null;
}

/** A draft that nobody came back for is not brought up again. */
const KEPT_MS = 3_600_000;

const keyOf = (userId: string, chatId: string | null) => `sapa:draft:${userId}:${chatId ?? "new"}`;

/** Puts a page away. A browser that refuses storage, or has no room, loses it: there is nowhere else. */
export function shelve(userId: string, chatId: string | null, kept: Shelved): void {
  try {
    sessionStorage.setItem(keyOf(userId, chatId), JSON.stringify({ at: Date.now(), ...kept }));
  } catch (error) {
    console.debug("editor: the draft could not be kept", error);
  }
}

/** Takes what was put away; null when there is none. */
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
