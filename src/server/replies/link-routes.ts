/** The side of the owner: another node's connection, with the sockets of visitors whose conversations this node owns. */
import { Elysia } from "elysia";
import type { AgentBook } from "../agents/book.ts";
import type { Previews } from "../agents/previews.ts";
import type { Node } from "../nodes/node.ts";
import { DomainError, notFound } from "../platform/errors.ts";
import type { Http } from "../platform/http/http.ts";
import type { Log } from "../platform/log.ts";
import { StorageRefused } from "../platform/storage/db.ts";
import { findAgent } from "./find-agent.ts";
import type { Hub } from "./hub.ts";
import { callOf, LINK_PATH, type LinkFailure, type ToOwner, toOwner } from "./link-frames.ts";
import { LinkOutbox } from "./link-outbox.ts";
import type { Links } from "./links.ts";
import { Peer, TRY_AGAIN, type Wire } from "./peer.ts";
import { parseJson } from "./recognise.ts";
import type { Seat } from "./seat.ts";

interface Deps {
  hub: Hub;
  book: AgentBook;
  previews: Previews;
  links: Links;
  node: Node;
  log: Log;
  http: Http;
}

type RawSocket = Pick<Bun.ServerWebSocket<LinkSocket>, "send">;

/** A visitor's socket on the other node. */
interface Guest {
  peer: Peer;
  seat: Seat | null;
  hasLeft: boolean;
}

class GuestWire implements Wire {
  constructor(
    private readonly outbox: LinkOutbox,
    private readonly seat: number,
    private readonly onClose: () => void,
    private readonly onTooSlow: () => void,
  ) {}

  send(frame: string): boolean {
    if (!this.outbox.event(this.seat, frame)) this.onTooSlow();
    return true;
  }

  close(code: number, reason: string): void {
    this.outbox.say({ seat: this.seat, close: [code, reason] });
    this.onClose();
  }
}

class LinkSocket {
  private readonly guests = new Map<number, Guest>();
  private outbox = new LinkOutbox(() => 0);
  private hasToldUnknown = false;

  constructor(
    private readonly deps: Deps,
    private readonly from: string,
  ) {}

  open(raw: RawSocket): void {
    this.outbox = new LinkOutbox((text) => raw.send(text));
    this.deps.log.debug("another node is connected", { node: this.from });
  }

  message(_raw: RawSocket, message: string | Buffer): void {
    const frame = parseJson(String(message));
    const read = toOwner.safeParse(frame);
    if (!read.success) this.refuseUnknown(frame);
    else if (read.data.op === "leave") {
      this.outbox.forget(read.data.seat);
      this.leave(read.data.seat);
    } else void this.answer(read.data);
  }

  private refuseUnknown(frame: unknown): void {
    if (!this.hasToldUnknown) this.deps.log.error("a frame of another node could not be read", { node: this.from });
    this.hasToldUnknown = true;
    const call = callOf(frame);
    if (call !== null) this.outbox.say({ call, fail: "failed" });
  }

  drain(): void {
    this.outbox.drained();
  }

  close(): void {
    for (const seat of [...this.guests.keys()]) this.leave(seat);
    // The other node closes its sockets: calls that are still running need no answer.
    this.outbox = new LinkOutbox(() => 1);
  }

  private async answer(frame: Exclude<ToOwner, { op: "leave" }>): Promise<void> {
    const { call } = frame;
    try {
      if (frame.op === "join") return await this.join(frame);
      this.outbox.say({ call, ok: (await this.handle(frame)) ?? null });
    } catch (error) {
      this.outbox.say({ call, fail: this.failureOf(error, frame.op) });
    }
  }

  private async join(frame: Extract<ToOwner, { op: "join" }>): Promise<void> {
    const { seat } = frame;
    const wire = new GuestWire(
      this.outbox,
      seat,
      () => this.leave(seat),
      () => this.tooSlow(seat),
    );
    const guest: Guest = { peer: new Peer(wire), seat: null, hasLeft: false };
    // From now on the socket can leave, which the other node also says when it has waited long enough.
    this.guests.set(seat, guest);
    let isSeated = false;
    try {
      isSeated = await this.seat(guest, frame);
    } finally {
      if (guest.hasLeft) guest.seat?.leave();
      if (!isSeated) this.guests.delete(seat);
    }
    if (!isSeated) this.outbox.say({ call: frame.call, ok: null });
  }

  private async seat(guest: Guest, { call, visitorId, chat }: Extract<ToOwner, { op: "join" }>): Promise<boolean> {
    const agent = await findAgent(this.deps, chat);
    if (!agent) throw notFound();
    // The conversation may be about to be given up, because it was idle, or have been taken by another node already.
    if ((await this.deps.links.owners.claim(visitorId)) !== null) throw new StorageRefused("another node owns this conversation");
    return await this.deps.hub.joinOwn(visitorId, agent, guest.peer, (given, snapshot) => {
      if (guest.hasLeft) throw new StorageRefused("the socket has left");
      if (!this.outbox.offer({ call, ok: snapshot })) {
        this.warnOfDelay();
        throw new StorageRefused("too much waits for the other node");
      }
      guest.seat = given;
    });
  }

  /** The visitor's client connects again and resumes. */
  private tooSlow(seat: number): void {
    this.warnOfDelay();
    this.outbox.forget(seat);
    this.guests.get(seat)?.peer.close(TRY_AGAIN, "too slow");
  }

  private warnOfDelay(): void {
    this.deps.log.warn("a visitor at another node must connect again, because that node reads too slowly", { node: this.from });
  }

  private async handle(frame: Exclude<ToOwner, { op: "leave" | "join" }>): Promise<unknown> {
    const { hub } = this.deps;
    if (frame.op === "end") return hub.resetOwn(frame.visitorId);
    const seat = this.guests.get(frame.seat)?.seat;
    if (!seat) throw new StorageRefused("the socket has left");
    if (frame.op === "resume") return seat.resume(frame.clientId, frame.chunkIndex);
    if (frame.op === "reset") return seat.reset();
    const { op: _, seat: __, call: ___, ...message } = frame;
    const agent = await findAgent(this.deps, message.visitor.chat);
    if (!agent) throw notFound();
    return seat.receive({ ...message, agent });
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
  /** Another node has the installation's key, and names this node: a token that another node was shown, or that was used before, is of no use here. */
  const senderOfRequest = (request: Request): string | null => {
    const [, token = ""] = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
    return deps.node.id && deps.links.tokens.spend(token, deps.node.id);
  };

  return new Elysia({ name: "links" }).get(LINK_PATH, ({ request, server }) => {
    const from = senderOfRequest(request);
    if (from !== null && server?.upgrade(request, { data: new LinkSocket(deps, from) })) return undefined;
    // Without a valid token, this address does not exist.
    return deps.http.errorResponse(notFound(), request);
  });
}
