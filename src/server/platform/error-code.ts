/** The `code` of an error of the system, SQLite or Bun, such as "ENOENT"; empty if the error has none. */
export const errorCode = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");
