/** Starts processes and kills each after its life, until the job has ended. @returns how many had not ended it */
export async function killUntil(
  isDone: () => Promise<boolean>,
  start: () => Promise<{ kill(): Promise<unknown> }>,
  lifeMs: () => number,
): Promise<number> {
  for (let kills = 0; ; kills++) {
    const process = await start();
    const ends = performance.now() + lifeMs();
    let done = await isDone();
    while (!done && performance.now() < ends) {
      await Bun.sleep(5);
      done = await isDone();
    }
    await process.kill();
    if (done) return kills;
  }
}
