/** Logs are JSON lines on standard error (design.md §9). JSON escapes control characters, so no line can be forged. */

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Record<string, unknown>;
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const SECRET_NAME = /pass(word)?$|secret|token|api_?key|authorization|signature_?key|cookie/i;

/** Errors become their name, message and stack; members with a secret's name are blanked wherever they stand. */
function safeValue(key: string, value: unknown): unknown {
  if (key !== "" && SECRET_NAME.test(key) && typeof value === "string") return "[redacted]";
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return value;
}

export function createLog(level: LogLevel, write: (line: string) => void = (line) => void process.stderr.write(line)): Log {
  const threshold = LOG_LEVELS.indexOf(level);
  const at =
    (name: Exclude<LogLevel, "silent">) =>
    (message: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(name) < threshold) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level: name, message, ...fields }, safeValue)}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
