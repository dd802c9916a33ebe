/** One socket that stays: it reconnects with backoff and jitter, at once when the network or the page comes back. */
import { CLOSE, type ClientEvent, type ServerEvent } from "../../contract/chat.ts";

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A socket that said nothing for this long is doubted when the page wakes, or while a reply is owed. */
const DOUBT_AFTER_MS = 60_000;
/** The server answers a hello and a message at once, so silence after one is doubted sooner. */
const ANSWER_WITHIN_MS = 10_000;
const WATCH_MS = 5_000;

export interface LinkHandlers {
  /** Connected: say who you are. */
  onOpen(): void;
  onEvent(event: ServerEvent): void;
  /** Not connected; the link goes on trying. */
  onLost(): void;
  /** The server will not have us as we are: `CLOSE.unauthenticated` or `CLOSE.gone`. The link has stopped. */
  onRefused(code: number): void;
  /** Whether the server owes a reply, so that silence is suspicious. */
  isOwed(): boolean;
}

export interface Link {
  /** False when there is no connection: the caller keeps the message. */
  send(event: ClientEvent): boolean;
  /** The server has accepted us: the next delay is short again. */
  settle(): void;
  /** Drops a connection that is in doubt and makes another. */
  restart(): void;
  stop(): void;
}

/** Milliseconds before attempt `count` (from 0): doubling, capped, and spread so that visitors do not return in step. */
export function backoffDelay(count: number, random: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** count) * (0.5 + random / 2);
}

/** Reads a frame; null for anything that is not an event. */
export function readFrame(data: unknown): ServerEvent | null {
  try {
    const frame = JSON.parse(String(data)) as ServerEvent | null;
    return frame && typeof frame.event === "string" && frame.data !== undefined ? frame : null;
  } catch {
    return null;
  }
}

export function openLink(address: string, handlers: LinkHandlers): Link {
  let socket: WebSocket | null = null;
  let attempts = 0;
  let heardAt = 0;
  /** When the first thing was said that nothing has answered yet. */
  let askedAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasStopped = false;

  const connect = () => {
    clearTimeout(timer);
    if (hasStopped || socket) return;
    const current = new WebSocket(address);
    socket = current;
    heardAt = Date.now();
    askedAt = null;
    current.onopen = () => current === socket && handlers.onOpen();
    current.onmessage = (message) => {
      if (current !== socket) return;
      heardAt = Date.now();
      askedAt = null;
      const event = readFrame(message.data);
      if (event) handlers.onEvent(event);
    };
    current.onclose = ({ code }) => current === socket && lose(code);
  };

  const lose = (code: number) => {
    socket = null;
    if (code === CLOSE.unauthenticated || code === CLOSE.gone) {
      stop();
      handlers.onRefused(code);
      return;
    }
    handlers.onLost();
    connectLater();
  };

  const connectLater = () => {
    if (!hasStopped) timer = setTimeout(connect, backoffDelay(attempts++, Math.random()));
  };

  const drop = () => {
    const old = socket;
    socket = null;
    old?.close();
    if (old) handlers.onLost();
  };

  const restart = () => {
    drop();
    connect();
  };

  /** The browser knows that the network is gone long before the socket does. */
  const goOffline = () => {
    if (!socket) return;
    drop();
    connectLater();
  };

  const wake = () => {
    if (document.visibilityState === "hidden") return;
    attempts = 0;
    if (socket && Date.now() - heardAt > DOUBT_AFTER_MS) restart();
    else connect();
  };

  const watch = setInterval(() => {
    const isUnanswered = askedAt !== null && Date.now() - askedAt > ANSWER_WITHIN_MS;
    if (isUnanswered || (handlers.isOwed() && Date.now() - heardAt > DOUBT_AFTER_MS)) restart();
  }, WATCH_MS);

  const stop = () => {
    hasStopped = true;
    clearTimeout(timer);
    clearInterval(watch);
    removeEventListener("online", restart);
    removeEventListener("offline", goOffline);
    removeEventListener("pageshow", wake);
    document.removeEventListener("visibilitychange", wake);
    const old = socket;
    socket = null;
    old?.close();
  };

  addEventListener("online", restart);
  addEventListener("offline", goOffline);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  connect();

  return {
    send(event) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(event));
      // A resume for a message that waits has nothing to bring.
      if (event.event !== "resume") askedAt ??= Date.now();
      return true;
    },
    settle() {
      attempts = 0;
    },
    restart,
    stop,
  };
}
