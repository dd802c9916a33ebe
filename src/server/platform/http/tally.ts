/** Counts what is currently open for each key, such as the sockets of each address. */
export interface Tally {
  /** The current count of this key. */
  of(key: string): number;
  /** Adds one. @returns the new count. */
  add(key: string): number;
  /** Subtracts one; keys with a count of zero use no memory. */
  remove(key: string): void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    add(key) {
      const count = of(key) + 1;
      counts.set(key, count);
      return count;
    },
    remove(key) {
      const left = of(key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
