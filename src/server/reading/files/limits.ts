/** What reading one file may cost. Imports nothing. */

export interface ReadLimits {
  /** After this time, the process that reads is ended. If it has not had `workSeconds` by then, that is the machine's fault. */
  seconds: number;
  /** Processor time, whole seconds: a file that needs more is refused, however long it takes. */
  workSeconds: number;
  /** Memory of the process that reads. */
  memoryBytes: number;
  pages: number;
  /** UTF-16 units of text. */
  characters: number;
  /** What a file that is an archive unpacks to, and how many times as much as it is. */
  unpackedBytes: number;
  ratio: number;
}

const MEGABYTE = 1_024 * 1_024;

export const READ_LIMITS: ReadLimits = {
  seconds: 19,
  workSeconds: 16,
  memoryBytes: 640 * MEGABYTE,
  pages: 1_000,
  characters: 2_000_000,
  unpackedBytes: 100 * MEGABYTE,
  ratio: 250,
};
