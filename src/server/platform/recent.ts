/** A cache with a maximum weight (bytes, characters) that evicts the least recently used entries. */
export interface Recent<Key, Value> {
  /** Returns the value and marks it as used. */
  get(key: Key): Value | undefined;
  /** Stores a value, unless it is heavier than the maximum by itself. */
  set(key: Key, value: Value): void;
  delete(key: Key): void;
}

export function createRecent<Key, Value>({ max, weigh }: { max: number; weigh(value: Value): number }): Recent<Key, Value> {
  // A Map keeps the order of insertion: the first entry is the least recently used one.
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
