import { Elysia } from "elysia";
import { CHAT_ERRORS, CLOSE, SOCKET_PATH } from "../../contract/chat.ts";
import { addressKey } from "../platform/address.ts";
import { busy, forbidden, notFound, tooMany } from "../platform/errors.ts";
import type { Http } from "../platform/http.ts";
import type { Log } from "../platform/log.ts";
import type { RateRule, Rates } from "../platform/rates.ts";
import { createTally } from "../platform/tally.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { Connection, type ConnectionDeps } from "./connection.ts";
import { Peer, TRY_AGAIN, type Wire } from "./peer.ts";

interface Deps extends ConnectionDeps {
  http: Http;
  settings: SettingsSource;
  rates: Rates;
  log: Log;
  /** `host`: the Host header that the socket was asked for with. */
  isOwnOrigin(origin: string, host: string | null): boolean;
  /** Sockets at one time; below the process's limit of open files. */
  maxSockets: number;
  /** What the limit of one address is multiplied by. */
  socketScale: number;
  /** Whether the process is running out of file descriptors. */
  areFilesShort(): boolean;
}

/** What we use of Bun's socket. */
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
 * One socket, as the data that Bun keeps with it: the server calls these methods with Bun's own socket. Elysia's `ws`
 * would keep the request, its context and seven functions for each, which is more than a visitor's whole conversation.
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
      // What it has sent already is not handled any more.
      this.connection?.closed();
      peer.close(closeCode, code);
    };
    void this.room.enter(this.address).then(
      (isWelcome) => isWelcome || refuse("too_many", CLOSE.tooMany),
      // The settings could not be read: the storage is lost, and the log says so already.
      () => refuse("busy", TRY_AGAIN),
    );
  }

  message(_raw: RawSocket, message: string | Buffer): void {
    void this.connection?.receive(message);
  }

  /** Bun answers pings by itself; without a limit, a few sockets that only ping keep the event loop busy. */
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
 * Sockets of one address that are opened only to say why they are closed again, which tells a visitor's widget when to
 * come back. Whoever connects again at once is refused without a socket, which costs a third.
 */
const REFUSALS: RateRule = { name: "socket.refusals", max: 20, perMs: 10_000 };

/** Counts the open sockets, in all and of each address. */
class Room {
  private readonly ofAddress = createTally();
  private count = 0;

  constructor(readonly deps: Deps) {}

  /** @returns whether the socket may stay. It counts in any case, until it leaves. */
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

  /** Seconds for which an address that goes on after being refused gets no socket at all. */
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

  /** A page of another site may not use a visitor's socket; a program, or a sandboxed page, brings a ticket. */
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
    // The request itself is not kept: it would live as long as the socket.
    const socket = new VisitorSocket(room, address, request.headers.get("host"));
    if (server?.upgrade(request, { data: socket })) return undefined;
    return deps.http.errorResponse(notFound(), request);
  });
}

/** What Bun's socket says when it keeps a frame because the network is full. */
const BACK_PRESSURE = -1;
/** Bytes from which compressing a frame is worth its time. */
const COMPRESS_FROM = 512;
