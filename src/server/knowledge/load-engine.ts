/** Loads the code that reads questions when it is first needed: its word lists take a third of the time of a start. */

let engine: Promise<typeof import("./engine.ts")> | undefined;

/** Call it once after the ready line, and read the model, which takes some 50 ms: then no visitor waits for either. */
export function loadEngine(): Promise<typeof import("./engine.ts")> {
  engine ??= import("./engine.ts");
  return engine;
}
