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

/** The business that this document shows. It never changes to another one: a page of one business must not ask about another. */
let shown: string | null = null;
/** The next document of this tab has another business; what this one learns about its own must not be stored over it. */
let isLeaving = false;

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

/** What this document shows, as it is stored; null: nothing is chosen yet. */
export function readHere(): string | null {
  shown ??= read(tab, HERE);
  return shown;
}

/** The business of this document, with what is known about it now. */
export function keepHere(user: SessionUser): void {
  shown = JSON.stringify(user);
  if (!isLeaving) write(tab, HERE, shown);
}

/** The next document of this tab, and tabs that are opened from now on, show another business. */
export function keepNext(user: SessionUser): void {
  isLeaving = true;
  const next = JSON.stringify(user);
  write(tab, HERE, next);
  write(browser, LATEST, next);
}

/** A document that has just been loaded. */
export function beginDocument(): void {
  shown = null;
  isLeaving = false;
}

/** Forgets every choice, because the person has signed out. */
export function forgetChoices(): void {
  beginDocument();
  write(tab, HERE, null);
  write(browser, LATEST, null);
}

/** What was chosen last in any tab. */
export const readLatest = (): string | null => read(browser, LATEST);

/** Forgets the business of this tab, and as the last choice. This document still names it, until the page is loaded again. */
export function forgetBusiness(lostName: string): void {
  isLeaving = true;
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
