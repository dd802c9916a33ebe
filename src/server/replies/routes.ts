import { Elysia } from "elysia";
import { CHAT_ERRORS, CLOSE, SOCKET_PATH } from "../../contract/chat.ts";
import { addressKey, type Http } from "../platform/http.ts";
import type { Log } from "../platform/log.ts";
import type { Rates } from "../platform/rates.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { type Connection, type ConnectionDeps, createConnection } from "./connection.ts";
import { createPeer, type Peer, type Wire } from "./peer.ts";

interface Deps extends ConnectionDeps {
  http: Http;
  settings: SettingsSource;
  rates: Rates;
  log: Log;
  isOwnOrigin(origin: string, request: Request): boolean;
  /** Sockets at one time, of all and of one address; below the process's limit of open files. */
  maxSockets: number;
  maxSocketsOfAddress: number;
}

interface Open {
  peer: Peer;
  connection: Connection;
  address: string;
}

export function replyRoutes(deps: Deps) {
  const sockets = new Map<string, Open>();
  const ofAddress = new Map<string, number>();
  const change = (address: string, by: number) => {
    const count = (ofAddress.get(address) ?? 0) + by;
    if (count > 0) ofAddress.set(address, count);
    else ofAddress.delete(address);
    return count;
  };

  /** A page of another site may not use a visitor's socket; a program, or a sandboxed page, brings a ticket. */
  const isRefusedOrigin = (request: Request): boolean => {
    const origin = request.headers.get("origin");
    return origin !== null && origin !== "null" && !deps.isOwnOrigin(origin, request);
  };

  return new Elysia({ name: "replies" }).ws(SOCKET_PATH, {
    beforeHandle({ request }) {
      if (isRefusedOrigin(request)) return new Response(null, { status: 403 });
    },
    async open(ws) {
      const address = addressKey(deps.http.addressOf(ws.data.request, ws.data.server));
      // Elysia's own type of Bun's socket leaves out what send returns.
      const raw = ws.raw as unknown as Bun.ServerWebSocket<unknown>;
      const wire: Wire = {
        send: (frame) => raw.send(frame, frame.length > COMPRESS_FROM) !== BACK_PRESSURE,
        close: (code, reason) => raw.close(code, reason),
      };
      const peer = createPeer(wire);
      const isOver = change(address, 1) > deps.maxSocketsOfAddress || sockets.size >= deps.maxSockets;
      const { request } = ws.data;
      const connection = createConnection(deps, peer, { addressKey: address, isOwnOrigin: (origin) => deps.isOwnOrigin(origin, request) });
      sockets.set(ws.id, { peer, connection, address });
      const { rates } = await deps.settings.read();
      if (isOver || deps.rates.take(rates.connect, address) > 0) {
        peer.send({ event: "error", data: { code: "too_many", message: CHAT_ERRORS.too_many } });
        peer.close(CLOSE.tooMany, "too many connections");
      }
    },
    message(ws, message) {
      void sockets.get(ws.id)?.connection.receive(message);
    },
    drain(ws) {
      sockets.get(ws.id)?.peer.drained();
    },
    close(ws) {
      const open = sockets.get(ws.id);
      if (!open) return;
      sockets.delete(ws.id);
      change(open.address, -1);
      open.connection.closed();
    },
  });
}

/** What Bun's socket says when it keeps a frame because the network is full. */
const BACK_PRESSURE = -1;
/** Bytes from which compressing a frame is worth its time. */
const COMPRESS_FROM = 512;
