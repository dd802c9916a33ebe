/** A cache that is bounded by weight (bytes, characters) and forgets what was not used for the longest time. */
export interface Recent<Key, Value> {
  /** The value, which now counts as used. */
  get(key: Key): Value | undefined;
  /** Keeps a value. One that alone is heavier than the bound is not kept. */
  set(key: Key, value: Value): void;
  delete(key: Key): void;
}

export function createRecent<Key, Value>({ max, weigh }: { max: number; weigh(value: Value): number }): Recent<Key, Value> {
  // A Map keeps the order of insertion: the first is the one that was not used for the longest time.
  const kept = new Map<Key, Value>();
  let weight = 0;

  const remove = (key: Key): void => {
    const value = kept.get(key);
    if (value === undefined) return;
    kept.delete(key);
    weight -= weigh(value);
  };

  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      if (weigh(value) > max) return;
      kept.set(key, value);
      weight += weigh(value);
      for (const oldest of kept.keys()) {
        if (weight <= max) break;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
