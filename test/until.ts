/**
 * Reads until the value is truthy, and returns it. A test waits for a state and never for a time, because on a busy
 * machine everything may take longer than expected.
 *
 * @throws Error if the value is still not truthy after `within` milliseconds.
 */
export async function until<T>(read: () => Promise<T> | T, within = 15_000): Promise<T> {
  for (const end = performance.now() + within; ; await Bun.sleep(5)) {
    const value = await read();
    if (value) return value;
    if (performance.now() > end) throw new Error(`${read} was still ${value} after ${within / 1_000} s.`);
  }
}
