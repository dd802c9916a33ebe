/** The side of the owner: another node's connection, with the sockets of visitors whose conversations this node owns. */
import { Elysia } from "elysia";
import type { AgentBook } from "../agents/book.ts";
import type { Previews } from "../agents/previews.ts";
import type { Node } from "../nodes/node.ts";
import type { Clock } from "../platform/clock.ts";
import { DomainError, notFound } from "../platform/errors.ts";
import type { Http } from "../platform/http/http.ts";
import type { Keys } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import { StorageRefused } from "../platform/storage/db.ts";
import { findAgent } from "./find-agent.ts";
import type { Hub } from "./hub.ts";
import { LINK_PATH, LINK_PURPOSE, type LinkFailure, senderOf, type ToOwner, toOwner } from "./link-frames.ts";
import type { Links } from "./links.ts";
import { BACK_PRESSURE, Peer, type Wire } from "./peer.ts";
import { parseJson } from "./recognise.ts";
import type { Seat } from "./seat.ts";

interface Deps {
  hub: Hub;
  book: AgentBook;
  previews: Previews;
  links: Links;
  node: Node;
  keys: Keys;
  clock: Clock;
  log: Log;
  http: Http;
}

type RawSocket = Pick<Bun.ServerWebSocket<LinkSocket>, "send" | "close">;

const BROKEN = 4400;

/** A visitor's socket on the other node. */
interface Guest {
  peer: Peer;
  seat: Seat | null;
  hasLeft: boolean;
}

class GuestWire implements Wire {
  constructor(
    private readonly raw: RawSocket,
    private readonly seat: number,
    private readonly onClose: () => void,
  ) {}

  send(frame: string): boolean {
    return this.raw.send(`${this.seat} ${frame}`) !== BACK_PRESSURE;
  }

  close(code: number, reason: string): void {
    this.raw.send(JSON.stringify({ seat: this.seat, close: [code, reason] }));
    this.onClose();
  }
}

class LinkSocket {
  private readonly guests = new Map<number, Guest>();

  constructor(
    private readonly deps: Deps,
    private readonly from: string,
  ) {}

  open(): void {
    this.deps.log.debug("another node is connected", { node: this.from });
  }

  message(raw: RawSocket, message: string | Buffer): void {
    const read = toOwner.safeParse(parseJson(String(message)));
    // Both sides are this program: a frame that cannot be read is from a version that this one does not understand.
    if (!read.success) {
      this.deps.log.error("a frame of another node could not be read", { node: this.from });
      raw.close(BROKEN, "malformed");
    } else if (read.data.op === "leave") this.leave(read.data.seat);
    else void this.answer(raw, read.data);
  }

  drain(): void {
    for (const { peer } of this.guests.values()) peer.drained();
  }

  close(): void {
    for (const seat of [...this.guests.keys()]) this.leave(seat);
  }

  private async answer(raw: RawSocket, frame: Exclude<ToOwner, { op: "leave" }>): Promise<void> {
    const { call } = frame;
    try {
      if (frame.op === "join") return await this.join(raw, frame);
      raw.send(JSON.stringify({ call, ok: (await this.handle(frame)) ?? null }));
    } catch (error) {
      raw.send(JSON.stringify({ call, fail: this.failureOf(error, frame.op) }));
    }
  }

  private async join(raw: RawSocket, { seat, call, visitorId, chat }: Extract<ToOwner, { op: "join" }>): Promise<void> {
    const agent = await findAgent(this.deps, chat);
    if (!agent) throw notFound();
    // The conversation may be about to be given up, because it was idle, or have been taken by another node already.
    if ((await this.deps.links.owners.claim(visitorId)) !== null) throw new StorageRefused("another node owns this conversation");
    const peer = new Peer(new GuestWire(raw, seat, () => this.leave(seat)));
    const guest: Guest = { peer, seat: null, hasLeft: false };
    this.guests.set(seat, guest);
    const isSeated = await this.deps.hub.joinOwn(visitorId, agent, peer, (given, snapshot) => {
      guest.seat = given;
      raw.send(JSON.stringify({ call, ok: snapshot }));
    });
    if (guest.hasLeft) guest.seat?.leave();
    if (isSeated) return;
    this.guests.delete(seat);
    raw.send(JSON.stringify({ call, ok: null }));
  }

  private async handle(frame: Exclude<ToOwner, { op: "leave" | "join" }>): Promise<unknown> {
    const { hub } = this.deps;
    if (frame.op === "end") return hub.resetOwn(frame.visitorId);
    const seat = this.guests.get(frame.seat)?.seat;
    if (!seat) throw new StorageRefused("the socket has left");
    if (frame.op === "resume") return seat.resume(frame.clientId, frame.chunkIndex);
    if (frame.op === "reset") return seat.reset();
    const { visitor, clientId, text, language, addressKey } = frame;
    const agent = await findAgent(this.deps, visitor.chat);
    if (!agent) throw notFound();
    return seat.receive({ visitor, agent, clientId, text, language, addressKey });
  }

  private leave(seat: number): void {
    const guest = this.guests.get(seat);
    if (!guest) return;
    this.guests.delete(seat);
    guest.hasLeft = true;
    guest.seat?.leave();
  }

  private failureOf(error: unknown, op: string): LinkFailure {
    if (error instanceof DomainError && error.code === "not_found") return "not_found";
    if (error instanceof DomainError || error instanceof StorageRefused) return "busy";
    this.deps.log.error("a call of another node failed", { node: this.from, op, error });
    return "failed";
  }
}

export function linkRoutes(deps: Deps) {
  /** Another node has the installation's key, and names this node: a token that another node was shown is of no use here. */
  const senderOfRequest = (request: Request): string | null => {
    const [, token = ""] = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
    return deps.node.id && senderOf(deps.keys.verify(token, LINK_PURPOSE), deps.node.id, deps.clock.now());
  };

  return new Elysia({ name: "links" }).get(LINK_PATH, ({ request, server }) => {
    const from = senderOfRequest(request);
    if (from !== null && server?.upgrade(request, { data: new LinkSocket(deps, from) })) return undefined;
    // Without a valid token, this address does not exist.
    return deps.http.errorResponse(notFound(), request);
  });
}
