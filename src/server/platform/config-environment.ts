/**
 * The process's environment. Only the configuration may read it. This file imports nothing, so that the program can use
 * it early at startup.
 */
export type Environment = Record<string, string | undefined>;

export function readEnvironment(): Environment {
  return process.env;
}
