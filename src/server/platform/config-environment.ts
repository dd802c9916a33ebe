/** The process's environment. Only the files of the configuration may read it; this one imports nothing, so that the start can ask early. */
export type Environment = Record<string, string | undefined>;

export function readEnvironment(): Environment {
  return process.env;
}
