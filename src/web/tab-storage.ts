/** What pages keep in this tab only, as JSON. A browser may refuse storage or have no room: then nothing is kept. */

/** @param value null removes what was kept. */
export function keepInTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.debug(`storage of this tab: ${key} could not be changed`, error);
  }
}

/** @returns null if nothing is kept, or if it cannot be read. */
export function readInTab<Kept>(key: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
  } catch (error) {
    console.debug(`storage of this tab: ${key} could not be read`, error);
    return null;
  }
}
