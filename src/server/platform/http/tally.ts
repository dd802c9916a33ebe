/** Counts what is currently open for each key, such as the sockets of each address. */
export interface Tally {
  /** The current count of this key. */
  of(key: string): number;
  /** Adds one, or `more`. @returns the new count. */
  add(key: string, more?: number): number;
  /** Subtracts one, or `less`; keys with a count of zero use no memory. */
  remove(key: string, less?: number): void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    add(key, more = 1) {
      const count = of(key) + more;
      counts.set(key, count);
      return count;
    },
    remove(key, less = 1) {
      const left = of(key) - less;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
