/**
 * When keys were last found to work, remembered in this browser. A key is known by its vendor and the mask under which the
 * server shows it, so that a replaced key has no tick.
 */
import { isMask, maskSecret } from "../../../../contract/settings.ts";

const STORED_AS = "sapa.keyChecks";
/** More than there are vendors. */
const MAX_REMEMBERED = 40;

const nameOf = (provider: string, key: string) => `${provider} ${isMask(key) ? key : maskSecret(key)}`;

function readAll(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, string>) : {};
  } catch (error) {
    console.debug("admin: the times of checked keys could not be read", error);
    return {};
  }
}

/** @returns when this key was found to work (ISO 8601), or null. */
export function lastCheck(provider: string, key: string): string | null {
  const at = key === "" ? undefined : readAll()[nameOf(provider, key)];
  return typeof at === "string" && !Number.isNaN(Date.parse(at)) ? at : null;
}

/** Remembers that this key works, or that it no longer does. */
export function noteCheck(provider: string, key: string, works: boolean): void {
  if (key === "") return;
  const { [nameOf(provider, key)]: _, ...others } = readAll();
  const kept = Object.entries(others).slice(-MAX_REMEMBERED);
  if (works) kept.push([nameOf(provider, key), new Date().toISOString()]);
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(Object.fromEntries(kept)));
  } catch (error) {
    console.debug("admin: the time of a checked key could not be stored", error);
  }
}
