/** A socket that reconnects: with backoff and jitter, and immediately when the network returns or the page becomes visible. */
import { CLOSE, type ClientEvent, type ServerEvent } from "../../contract/chat.ts";

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A socket that was silent for this long is replaced when the page becomes visible or while a reply is due. */
const DOUBT_AFTER_MS = 60_000;
/** The server answers a hello and a message immediately, so after one of them a shorter silence is enough. */
const ANSWER_WITHIN_MS = 10_000;
const WATCH_MS = 5_000;

export interface LinkHandlers {
  /** Called when the socket is connected and the hello must be sent. */
  onOpen(): void;
  onEvent(event: ServerEvent): void;
  /** Called when the connection is lost; the link keeps trying to reconnect. */
  onLost(): void;
  /** Called when the server refuses the client with `CLOSE.unauthenticated` or `CLOSE.gone`. The link has stopped. */
  onRefused(code: number): void;
  /** Whether a reply of the server is due, so that a long silence means a dead connection. */
  isOwed(): boolean;
}

export interface Link {
  /** Sends an event. @returns false if there is no connection; the caller must then keep the message. */
  send(event: ClientEvent): boolean;
  /** Resets the backoff after the server has accepted the client. */
  settle(): void;
  stop(): void;
}

/** Milliseconds before attempt `count` (from 0). They double up to a cap, and vary so that visitors do not all reconnect at once. */
export function backoffDelay(count: number, random: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** count) * (0.5 + random / 2);
}

/** Parses a frame; null for anything that is not an event. */
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
  /** When the oldest event was sent that has no answer yet. */
  let askedAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const life = new AbortController();

  const connect = () => {
    clearTimeout(timer);
    if (life.signal.aborted || socket) return;
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
    if (!life.signal.aborted) timer = setTimeout(connect, backoffDelay(attempts++, Math.random()));
  };

  const cut = () => {
    const old = socket;
    socket = null;
    old?.close();
    return old;
  };

  const drop = () => cut() && handlers.onLost();

  const restart = () => {
    drop();
    connect();
  };

  /** The browser notices the loss of the network long before the socket does. */
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
    life.abort();
    clearTimeout(timer);
    clearInterval(watch);
    cut();
  };

  addEventListener("online", restart, life);
  addEventListener("offline", goOffline, life);
  addEventListener("pageshow", wake, life);
  document.addEventListener("visibilitychange", wake, life);
  connect();

  return {
    send(event) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(event));
      // A resume may get no answer, for example for a message that still waits.
      if (event.event !== "resume") askedAt ??= Date.now();
      return true;
    },
    settle() {
      attempts = 0;
    },
    stop,
  };
}
