/** How many things are open at the moment for each key, such as sockets for each address. */
export interface Tally {
  /** The number of them for this key. */
  of(key: string): number;
  /** One more. @returns the number with it. */
  add(key: string): number;
  /** One less; keys without any take no memory. */
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
