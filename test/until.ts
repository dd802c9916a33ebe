/**
 * Reads until the value is truthy, and returns it. On a busy machine what a test waits for comes later than anyone would
 * guess: a test waits for a state, never for a time.
 *
 * @throws Error if it still is not after `within` milliseconds.
 */
export async function until<T>(read: () => Promise<T> | T, within = 15_000): Promise<T> {
  for (const end = performance.now() + within; ; await Bun.sleep(5)) {
    const value = await read();
    if (value) return value;
    if (performance.now() > end) throw new Error(`${read} was still ${value} after ${within / 1_000} s.`);
  }
}
