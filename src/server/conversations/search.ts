/** Searches conversations, with limits for the rows read, the time on the event loop, and the number of searches at once. */

import { SEARCH_FOUND } from "../../contract/conversation.ts";
import { told } from "../../contract/messages/message.ts";
import type { Clock } from "../platform/clock.ts";
import { conflict } from "../platform/errors.ts";
import type { Db } from "../platform/storage/db.ts";
import { type ArchiveCursor, type ArchiveFilter, listBodies, listPlaces } from "./archive-store.ts";

/** Messages that one statement reads: at most 32,000 characters each. */
const READ = 50;
/** Conversations that are looked up at a time. */
const PLACES = 200;
/** How long all searches together work before a pause of the same length for all other work. */
const SLICE_MS = 4;
/** Maximum of messages and conversations that one search reads: about a second of work. */
const MAX_READ = 200_000;
/** Maximum time of one search. Simultaneous searches share the time, so each of them stops earlier and can be continued. */
const MAX_MS = 5_000;

export interface Found {
  /** Conversations, the latest first. */
  ids: string[];
  /** The last conversation that was searched; null if the search reached the end. */
  stoppedAt: ArchiveCursor | null;
}

export interface SearchRequest {
  /** The account that searches: a newer search of the same account ends the older one. */
  accountId: string;
  filter: ArchiveFilter;
  /** The text to find in any message, ignoring case. */
  text: string;
  /** Where an earlier search stopped; null: begin with the latest conversation. */
  after: ArchiveCursor | null;
  /** Aborted when the client no longer waits for the answer. */
  signal: AbortSignal;
}

export type Search = (request: SearchRequest) => Promise<Found>;

const replaced = () => conflict(told("search.replaced"));

export function createSearch({ db, clock }: { db: Db; clock: Clock }): Search {
  const running = new Map<string, AbortController>();
  let line: Promise<void> = Promise.resolve();
  /** Searches take turns, with a pause before each turn in which none of them works. @returns a function that ends the turn. */
  const takeTurn = async (): Promise<() => void> => {
    const turn = Promise.withResolvers<void>();
    const before = line;
    line = turn.promise;
    await before;
    await clock.sleep(SLICE_MS);
    return turn.resolve;
  };

  const look = async ({ filter, text, after }: SearchRequest, pause: () => Promise<void>): Promise<Found> => {
    const wanted = text.toLowerCase();
    const began = clock.elapsed();
    const ids: string[] = [];
    let read = 0;
    let cursor = after;

    const hasText = async (conversationId: string): Promise<boolean> => {
      for (let sequence = 0; ; ) {
        await pause();
        const said = await listBodies(db, conversationId, sequence, READ);
        read += said.length;
        if (said.some(({ body }) => body.toLowerCase().includes(wanted))) return true;
        if (said.length < READ) return false;
        sequence = said.at(-1)?.sequence ?? 0;
      }
    };

    for (;;) {
      await pause();
      const places = await listPlaces(db, filter, cursor, PLACES);
      for (const place of places) {
        if (await hasText(place.id)) ids.push(place.id);
        read++;
        cursor = place;
        if (ids.length >= SEARCH_FOUND || read >= MAX_READ || clock.elapsed() - began > MAX_MS) return { ids, stoppedAt: cursor };
      }
      if (places.length < PLACES) return { ids, stoppedAt: null };
    }
  };

  return async (request) => {
    running.get(request.accountId)?.abort();
    const mine = new AbortController();
    running.set(request.accountId, mine);
    let endTurn: (() => void) | undefined;
    let until = 0;
    const pause = async (): Promise<void> => {
      if (clock.elapsed() < until) return;
      endTurn?.();
      endTurn = await takeTurn();
      if (mine.signal.aborted || request.signal.aborted) throw replaced();
      until = clock.elapsed() + SLICE_MS;
    };
    try {
      return await look(request, pause);
    } finally {
      endTurn?.();
      if (running.get(request.accountId) === mine) running.delete(request.accountId);
    }
  };
}
