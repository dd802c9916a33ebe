/**
 * The business that this tab shows (docs/decisions/2026-11-24-members-and-roles.md). Each tab keeps its own, so that a switch in
 * one tab never changes what another one saves into. A new tab begins with the business that was chosen last in the browser.
 */
import type { SessionUser } from "../contract/user.ts";

/** In this tab's storage. */
const HERE = "sapa.business";
/** In the storage of all tabs: for those that are opened later. */
const LATEST = "sapa.latest-business";
/** The name of a business that this tab has just lost, until a page has said so. */
const LOST = "sapa.lost-business";

// Some browsers refuse storage in private windows; then the tab remembers by itself.
let memory: string | null = null;

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch (error) {
    console.debug("business: no storage", error);
    return null;
  }
}

function write(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch (error) {
    console.debug("business: not stored", error);
  }
}

const tab = () => sessionStorage;
const browser = () => localStorage;

/** What this tab shows, as it is stored; null: nothing is chosen yet. */
export const readHere = (): string | null => read(tab, HERE) ?? memory;

export function keepHere(user: SessionUser): void {
  memory = JSON.stringify(user);
  write(tab, HERE, memory);
}

/** What was chosen last in any tab. */
export const readLatest = (): string | null => read(browser, LATEST);

export const keepLatest = (user: SessionUser): void => write(browser, LATEST, JSON.stringify(user));

/** Forgets the business of this tab, and as the last choice. */
export function forgetBusiness(lostName: string): void {
  memory = null;
  write(tab, HERE, null);
  write(browser, LATEST, null);
  write(tab, LOST, lostName);
}

/** @returns the name of the business that this tab has lost, once. */
export function takeLost(): string | null {
  const name = read(tab, LOST);
  write(tab, LOST, null);
  return name;
}
