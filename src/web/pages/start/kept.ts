/** Keeps what was typed into the guided start while its page is closed or reloaded: only in this tab, for each owner. */
import type { Draft } from "../editor/fields/draft.ts";
import type { Answers } from "./answers.ts";

export interface Kept {
  /** The agent that the draft belongs to; null before its first save. */
  chatId: string | null;
  draft: Draft;
  /** Null until an answer was typed. */
  answers: Answers | null;
}

const keyOf = (userId: string) => `sapa:start:${userId}`;

export function keep(userId: string, kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(kept));
  } catch (error) {
    console.debug("start: what was typed is not kept", error);
  }
}

/** Reads what was kept for this agent; null if there is nothing. */
export function readKept(userId: string, chatId: string | null): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? "null") as Kept | null;
    return kept?.chatId === chatId ? kept : null;
  } catch (error) {
    console.debug("start: nothing kept", error);
    return null;
  }
}

export function forget(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId));
  } catch (error) {
    console.debug("start: storage refused", error);
  }
}
