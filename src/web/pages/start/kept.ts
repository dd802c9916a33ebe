/** Keeps what was typed into the guided start while its page is closed or reloaded: only in this tab, for each owner. */
import { keepInTab, readInTab } from "../../tab-storage.ts";
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

export const keep = (userId: string, kept: Kept): void => keepInTab(keyOf(userId), kept);

/** Reads what was kept for this agent; null if there is nothing. */
export function readKept(userId: string, chatId: string | null): Kept | null {
  const kept = readInTab<Kept>(keyOf(userId));
  return kept?.chatId === chatId ? kept : null;
}

export const forget = (userId: string): void => keepInTab(keyOf(userId), null);
