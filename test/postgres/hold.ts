/** A row that another program has locked. */
import type { SQL } from "bun";

/** Runs a `select … for update` in a transaction of a connection of its own, until it is released, which also ends the connection. */
export async function holdRow(program: SQL, select: string, values: unknown[] = []): Promise<{ release(): Promise<void> }> {
  const locked = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const holding = program.begin(async (held) => {
    await held.unsafe(select, values);
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  return {
    async release() {
      over.resolve();
      await holding;
      await program.close();
    },
  };
}
