import { Elysia } from "elysia";
import { CHAT_ERRORS, CLOSE, SOCKET_PATH } from "../../contract/chat.ts";
import { busy, forbidden, notFound, tooMany } from "../platform/errors.ts";
import { addressKey } from "../platform/http/address.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule, Rates } from "../platform/http/rates.ts";
import { createTally } from "../platform/http/tally.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { Connection, type ConnectionDeps } from "./connection.ts";
import { BACK_PRESSURE, Peer, TRY_AGAIN, type Wire } from "./peer.ts";

interface Deps extends ConnectionDeps {
  metrics: Metrics;
  http: Http;
  settings: SettingsSource;
  rates: Rates;
  log: Log;
  /** `host`: the Host header of the request that opens the socket. */
  isOwnOrigin(origin: string, host: string | null): boolean;
  /** Maximum number of concurrent sockets; below the process's limit of open files. */
  maxSockets: number;
  /** Factor that multiplies the limit of sockets per address. */
  socketScale: number;
  /** Whether the process is running out of file descriptors. */
  areFilesShort(): boolean;
}

/** The part of Bun's socket that we use. */
type RawSocket = Pick<Bun.ServerWebSocket<VisitorSocket>, "send" | "close" | "terminate">;

class BunWire implements Wire {
  constructor(private readonly raw: RawSocket) {}

  send(frame: string): boolean {
    return this.raw.send(frame, frame.length > COMPRESS_FROM) !== BACK_PRESSURE;
  }

  close(code: number, reason: string): void {
    this.raw.close(code, reason);
  }
}

/**
 * One socket, stored as the data of Bun's socket: the server calls these methods with Bun's socket. Elysia's `ws` would
 * keep the request, its context and seven functions for each socket, which is more than a visitor's whole conversation.
 */
class VisitorSocket {
  private peer: Peer | null = null;
  private connection: Connection | null = null;

  constructor(
    private readonly room: Room,
    private readonly address: string,
    private readonly host: string | null,
  ) {}

  open(raw: RawSocket): void {
    const peer = new Peer(new BunWire(raw));
    this.peer = peer;
    const { deps } = this.room;
    const isOwnOrigin = (origin: string) => deps.isOwnOrigin(origin, this.host);
    this.connection = new Connection(deps, peer, { addressKey: this.address, isOwnOrigin });
    const refuse = (code: "too_many" | "busy", closeCode: number) => {
      peer.send({ event: "error", data: { code, message: CHAT_ERRORS[code] } });
      // Frames that the client has already sent are no longer handled.
      this.connection?.closed();
      peer.close(closeCode, code);
    };
    void this.room.enter(this.address).then(
      (isWelcome) => isWelcome || refuse("too_many", CLOSE.tooMany),
      // The settings could not be read, because the storage is lost; the log already says so.
      () => refuse("busy", TRY_AGAIN),
    );
  }

  message(_raw: RawSocket, message: string | Buffer): void {
    void this.connection?.receive(message);
  }

  /** Bun answers pings automatically; without a limit, a few sockets that only ping would keep the event loop busy. */
  ping(raw: RawSocket): void {
    if (!this.connection?.mayPing()) raw.terminate();
  }

  pong(raw: RawSocket): void {
    this.ping(raw);
  }

  drain(): void {
    this.peer?.drained();
  }

  close(): void {
    this.room.leave(this.address);
    this.connection?.closed();
  }
}

/**
 * Limits how many sockets of one address are opened only to be closed with a reason, which tells the widget when to
 * connect again. Further attempts are refused without a socket, which costs a third as much.
 */
const REFUSALS: RateRule = { name: "socket.refusals", max: 20, perMs: 10_000 };

/** Counts the open sockets, in total and per address. */
class Room {
  private readonly ofAddress = createTally();
  private count = 0;

  constructor(readonly deps: Deps) {
    deps.metrics.gauge("sapa_sockets", "Open chats (WebSockets).", () => this.count);
  }

  /** @returns whether the socket may stay. It counts in either case, until `leave` is called. */
  async enter(address: string): Promise<boolean> {
    const { deps } = this;
    const isFull = this.count >= deps.maxSockets;
    this.count++;
    const ofThisAddress = this.ofAddress.add(address);
    const { rates, limits } = await deps.settings.read();
    const isWelcome =
      !isFull && ofThisAddress <= limits.socketsOfAddress * deps.socketScale && deps.rates.take(rates.connect, address) === 0;
    if (!isWelcome) deps.rates.take(REFUSALS, address);
    return isWelcome;
  }

  /** Seconds for which an address gets no socket, because it kept connecting after refusals. */
  closedFor(address: string): number {
    return this.deps.rates.wait(REFUSALS, address);
  }

  leave(address: string): void {
    this.count--;
    this.ofAddress.remove(address);
  }
}

export function replyRoutes(deps: Deps) {
  const room = new Room(deps);

  /** A page of another site may not open a visitor's socket. A program or a sandboxed page has no origin, and needs a ticket. */
  const isRefusedOrigin = (request: Request): boolean => {
    const origin = request.headers.get("origin");
    return origin !== null && origin !== "null" && !deps.isOwnOrigin(origin, request.headers.get("host"));
  };

  return new Elysia({ name: "replies" }).get(SOCKET_PATH, ({ request, server }) => {
    if (isRefusedOrigin(request)) return deps.http.errorResponse(forbidden(), request);
    if (deps.areFilesShort()) return deps.http.errorResponse(busy(), request);
    const address = addressKey(deps.http.addressOf(request, server));
    const closedFor = room.closedFor(address);
    if (closedFor > 0) return deps.http.errorResponse(tooMany(closedFor), request);
    // Do not keep the request: it would stay in memory as long as the socket.
    const socket = new VisitorSocket(room, address, request.headers.get("host"));
    if (server?.upgrade(request, { data: socket })) return undefined;
    return deps.http.errorResponse(notFound(), request);
  });
}

/** Minimum length in bytes for which compressing a frame is worthwhile. */
const COMPRESS_FROM = 512;
