/** Logs are JSON lines on standard error (product 11.3). JSON escapes control characters, so no line can be forged. */

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

/** Maximum characters of one text in a line: a text from a client may be as long as a request's headers. */
const MAX_TEXT = 4_000;

const clipped = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** Errors become their name, message and stack; members whose name suggests a secret are redacted at any depth. */
function safeValue(key: string, value: unknown): unknown {
  if (typeof value === "string") return key !== "" && SECRET_NAME.test(key) ? "[redacted]" : clipped(value);
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return typeof value === "bigint" ? String(value) : value;
}

/** Never throws: a line whose fields cannot be written as JSON (such as a circular object) keeps its message. */
function toLine(head: LogFields, fields: LogFields): string {
  try {
    return JSON.stringify({ ...head, ...fields }, safeValue);
  } catch {
    return JSON.stringify({ ...head, note: "the fields of this line could not be written" });
  }
}

/** How many lines with the same message are written in one window; further lines are only counted. */
const MAX_SAME = 100;
const WINDOW_MS = 60_000;

interface Window {
  /** When the window began, by the monotonic clock. */
  at: number;
  written: number;
  leftOut: number;
}

/**
 * A client that can make the server log a line can do so a thousand times a second, so each message has a limit per
 * minute. The messages are constants in our code, so there are few of them.
 */
function createBound(elapsed: () => number): (message: string) => { leftOut?: number; isLast?: true } | null {
  const windows = new Map<string, Window>();
  return (message) => {
    const now = elapsed();
    let window = windows.get(message);
    const { leftOut } = window ?? { leftOut: 0 };
    const isNew = !window || now - window.at >= WINDOW_MS;
    if (!window || isNew) {
      window = { at: now, written: 0, leftOut: 0 };
      windows.set(message, window);
    }
    if (window.written >= MAX_SAME) {
      window.leftOut++;
      return null;
    }
    window.written++;
    return { ...(isNew && leftOut > 0 ? { leftOut } : {}), ...(window.written === MAX_SAME ? { isLast: true } : {}) };
  };
}

/** `elapsed`: milliseconds by a clock that never goes back. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stderr.write(line),
  elapsed: () => number = () => performance.now(),
): Log {
  const threshold = LOG_LEVELS.indexOf(level);
  const bound = createBound(elapsed);
  const at =
    (name: Exclude<LogLevel, "silent">) =>
    (message: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(name) < threshold) return;
      const said = bound(message);
      if (!said) return;
      const { leftOut, isLast } = said;
      const more = {
        ...(leftOut ? { leftOutBefore: leftOut } : {}),
        ...(isLast ? { note: "further lines with this message are omitted for up to a minute" } : {}),
      };
      write(`${toLine({ time: new Date().toISOString(), level: name, message }, { ...fields, ...more })}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
