/** Tells systemd that the server is ready, alive or stopping (sd_notify), for a unit with Type=notify. */
import type { Environment } from "./config-environment.ts";

export interface Notifier {
  /** The server accepts visitors. From now on, the watchdog is told that the process is alive. */
  ready(status: string): void;
  /** One line for `systemctl status`. */
  status(text: string): void;
  stopping(): void;
}

/** Sends one message to a socket of datagrams. `path` begins with @ if the socket is in Linux's abstract namespace. */
export type SendDatagram = (path: string, message: string) => void;

const AF_UNIX = 1;
const SOCK_DGRAM_CLOEXEC = 2 | 0o2000000;
/** In Linux, an address has 108 bytes for the path. */
const LONGEST_PATH = 107;

/** The address for sendto(2): the family, and the path, whose first byte is 0 in the abstract namespace. */
export function addressOfSocket(path: string): Uint8Array {
  const name = Buffer.from(path);
  if (!/^[@/]/.test(path) || name.length > LONGEST_PATH) throw new Error(`${path} is not the address of a socket`);
  if (name[0] === 0x40) name[0] = 0;
  const family = Buffer.alloc(2);
  new Uint16Array(family.buffer, family.byteOffset, 1)[0] = AF_UNIX;
  // A path in the file system ends with a 0; the length of an abstract one is the address's.
  return Buffer.concat([family, name, Buffer.alloc(name[0] === 0 ? 0 : 1)]);
}

/** Through the C library: neither Bun nor its node:dgram has sockets of this kind. @throws Error */
async function openSocket(): Promise<SendDatagram> {
  const { dlopen } = await import("bun:ffi");
  const open = (name: string) =>
    dlopen(name, {
      socket: { args: ["i32", "i32", "i32"], returns: "i32" },
      sendto: { args: ["i32", "ptr", "u64", "i32", "ptr", "u32"], returns: "i64" },
    });
  const library = openFirst(open, ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`]);
  const socket = library.symbols.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
  if (socket < 0) throw new Error("the system gave no socket");
  return (path, message) => {
    const bytes = Buffer.from(message);
    const address = addressOfSocket(path);
    const sent = library.symbols.sendto(socket, bytes, bytes.length, 0, address, address.length);
    if (Number(sent) !== bytes.length) throw new Error(`${path} did not take the message`);
  };
}

function openFirst<T>(open: (name: string) => T, names: readonly string[]): T {
  for (const name of names.slice(0, -1)) {
    try {
      return open(name);
    } catch {
      // The C library of this system has the next name.
    }
  }
  return open(names.at(-1) ?? "");
}

const SILENT: Notifier = { ready: () => undefined, status: () => undefined, stopping: () => undefined };

interface Options {
  env: Environment;
  /** Called with the first failure: the server goes on without its service manager. */
  onFailure(error: unknown): void;
  open?: () => Promise<SendDatagram>;
  every?: (ms: number, act: () => void) => { stop(): void };
}

function repeat(ms: number, act: () => void): { stop(): void } {
  const timer = setInterval(act, ms);
  return { stop: () => clearInterval(timer) };
}

/** Does nothing if no service manager asked for it. */
export async function createNotifier({ env, onFailure, open = openSocket, every = repeat }: Options): Promise<Notifier> {
  const { NOTIFY_SOCKET: path } = env;
  if (!path) return SILENT;
  let hasFailed = false;
  const fail = (error: unknown) => {
    if (!hasFailed) onFailure(error);
    hasFailed = true;
  };
  const socket = await open().catch((error: unknown) => {
    fail(error);
    return null;
  });
  const send = (...lines: string[]) => {
    try {
      // A status of several lines could otherwise contain messages of its own.
      socket?.(path, lines.map((line) => line.replaceAll("\n", " ")).join("\n"));
    } catch (error) {
      fail(error);
    }
  };
  const interval = readWatchdog(env);
  let beat: { stop(): void } | null = null;
  return {
    ready(status) {
      send("READY=1", `STATUS=${status}`);
      if (interval !== null) beat ??= every(interval, () => send("WATCHDOG=1"));
    },
    status: (text) => send(`STATUS=${text}`),
    stopping() {
      beat?.stop();
      send("STOPPING=1", "STATUS=Letting replies end");
    },
  };
}

/** How often to send a sign of life, in milliseconds: twice as often as systemd wants it. Null if it wants none from this process. */
function readWatchdog({ WATCHDOG_USEC: usec, WATCHDOG_PID: pid }: Environment): number | null {
  if (!usec || !/^\d{1,15}$/.test(usec) || Number(usec) === 0) return null;
  if (pid && Number(pid) !== process.pid) return null;
  return Math.max(Number(usec) / 2_000, 1);
}
