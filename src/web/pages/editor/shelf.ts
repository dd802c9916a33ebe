/**
 * Keeps a draft while its page is closed: during the reload after the first save, and during a login when the session
 * ended while the owner was writing. It is kept only in this tab, and separately for each owner.
 */
import { keepInTab, readInTab } from "../../tab-storage.ts";
import { type Draft, type EntryForm, emptyDraft } from "./fields/draft.ts";

export interface Shelved {
  draft: Draft;
  /** The text in the knowledge form, if it was not in the list yet. */
  entry: EntryForm | null;
}

/** An older draft is not restored. */
const KEPT_MS = 3_600_000;

const keyOf = (userId: string, chatId: string | null) => `sapa:draft:${userId}:${chatId ?? "new"}`;

export const shelve = (userId: string, chatId: string | null, kept: Shelved): void =>
  keepInTab(keyOf(userId, chatId), { at: Date.now(), ...kept });

/** Returns and removes the kept draft; null when there is none. */
export function takeShelved(userId: string, chatId: string | null): Shelved | null {
  const kept = readInTab<Shelved & { at: number }>(keyOf(userId, chatId));
  keepInTab(keyOf(userId, chatId), null);
  if (kept === null || Date.now() - kept.at >= KEPT_MS) return null;
  return { draft: { ...emptyDraft(), ...kept.draft }, entry: kept.entry };
}
