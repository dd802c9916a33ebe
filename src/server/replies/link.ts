/** The connection to another node for the sockets of visitors whose conversations that node owns. */
import { notFound } from "../platform/errors.ts";
import { StorageBusy } from "../platform/storage/db.ts";
import type { Incoming } from "./accept.ts";
import type { Received, Snapshot } from "./conversation.ts";
import { callOf, fromOwner, type LinkFailure, type ToOwner } from "./link-frames.ts";
import { type Peer, TRY_AGAIN } from "./peer.ts";
import { parseJson } from "./recognise.ts";
import type { Greet, Seat } from "./seat.ts";

/** How long a node may take to answer a call, and to answer a ping after a call without an answer. */
const LIMITS = { answerMs: 10_000, pongMs: 2_000 };
/** How many bytes may wait for the network. Further calls fail. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

interface Call {
  /** Called in the step in which the answer arrives, so that no event of the seat is handled before it. */
  resolve(value: unknown): void;
  reject(error: Error): void;
  timer: Timer;
}

/** Bun's client can ping; the browsers' type does not know it. */
type PingSocket = WebSocket & { ping(): void };

export interface LinkAddress {
  url: string;
  token: string;
  /** How long the node may take to accept the connection. */
  withinMs: number;
}

/** No connection to the node could be opened; the message is for the log. */
export class LinkFailed extends Error {
  override name = "LinkFailed";
}

export class Link {
  private readonly seats = new Map<number, Peer>();
  private readonly calls = new Map<number, Call>();
  private last = 0;
  private isOver = false;
  /** Runs while the node has to answer a ping. */
  private pingTimer: Timer | null = null;

  private constructor(
    private readonly socket: PingSocket,
    private readonly onEnd: () => void,
    private readonly limits: typeof LIMITS,
  ) {
    socket.onmessage = ({ data }) => this.hear(String(data));
    socket.addEventListener("pong", () => this.noteLife());
    socket.onclose = socket.onerror = () => this.end();
  }

  /** `onEnd` is called once when the connection ends. @throws LinkFailed */
  static async open({ url, token, withinMs }: LinkAddress, onEnd: () => void, limits = LIMITS): Promise<Link> {
    const { promise, resolve, reject } = Promise.withResolvers<Link>();
    // Bun's client takes headers; the browsers' type does not know them.
    const options = { headers: { authorization: `Bearer ${token}` } } as unknown as string[];
    const socket = new WebSocket(url, options) as PingSocket;
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new LinkFailed(reason));
    };
    const timer = setTimeout(() => {
      fail(`no answer within ${Math.ceil(withinMs / 1000)} s`);
      socket.close();
    }, withinMs);
    socket.onopen = () => {
      clearTimeout(timer);
      resolve(new Link(socket, onEnd, limits));
    };
    socket.onclose = () => fail("the connection was closed");
    socket.onerror = (event) => fail(explain("message" in event ? String(event.message) : ""));
    return promise;
  }

  /** Like `Hub.join`, for a visitor of the other node. @throws DomainError not_found, storage errors. */
  async join(visitorId: string, chat: string, peer: Peer, greet: Greet): Promise<boolean> {
    const seat = ++this.last;
    this.seats.set(seat, peer);
    const isSeated = await this.call({ op: "join", seat, visitorId, chat }, (snapshot) => {
      if (snapshot === null) return false;
      greet(this.seatAt(seat), snapshot as Snapshot);
      return true;
    }).catch((error) => {
      this.leave(seat);
      throw error;
    });
    if (!isSeated) this.seats.delete(seat);
    return isSeated;
  }

  /** Ends a conversation for all of the visitor's sockets. @throws storage errors. */
  async endConversation(visitorId: string): Promise<void> {
    await this.call({ op: "end", visitorId });
  }

  /** Closes the sockets of all seats, whose clients then connect again. */
  end(code = TRY_AGAIN, reason = "busy"): void {
    if (this.isOver) return;
    this.isOver = true;
    this.noteLife();
    this.socket.close();
    for (const peer of this.seats.values()) peer.close(code, reason);
    for (const { reject, timer } of this.calls.values()) {
      clearTimeout(timer);
      reject(unreachable());
    }
    this.seats.clear();
    this.calls.clear();
    this.onEnd();
  }

  private seatAt(seat: number): Seat {
    return {
      receive: ({ agent: _, ...message }: Incoming) => this.call({ op: "receive", seat, ...message }, (value) => value as Received),
      resume: async (clientId, chunkIndex) => void (await this.call({ op: "resume", seat, clientId, chunkIndex })),
      reset: async () => void (await this.call({ op: "reset", seat })),
      leave: () => this.leave(seat),
    };
  }

  private leave(seat: number): void {
    if (this.seats.delete(seat)) this.say({ op: "leave", seat });
  }

  private call<Value = unknown>(request: CallRequest, read: (answer: unknown) => Value = (value) => value as Value): Promise<Value> {
    if (this.isOver || this.socket.bufferedAmount > MAX_WAITING_BYTES) return Promise.reject(unreachable());
    const call = ++this.last;
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const timer = setTimeout(() => this.giveUp(call), this.limits.answerMs);
    this.calls.set(call, { resolve: (answer) => resolve(read(answer)), reject, timer });
    this.say({ ...request, call });
    return promise;
  }

  /** Only this call fails, unless the node does not answer a ping either: then it is treated like one that is gone. */
  private giveUp(call: number): void {
    this.calls.get(call)?.reject(unreachable());
    this.calls.delete(call);
    if (this.pingTimer) return;
    this.pingTimer = setTimeout(() => this.end(), this.limits.pongMs);
    this.socket.ping();
  }

  private noteLife(): void {
    if (this.pingTimer) clearTimeout(this.pingTimer);
    this.pingTimer = null;
  }

  private say(frame: ToOwner): void {
    if (!this.isOver) this.socket.send(JSON.stringify(frame));
  }

  private hear(text: string): void {
    this.noteLife();
    if (!text.startsWith("{")) {
      const space = text.indexOf(" ");
      this.seats.get(Number(text.slice(0, space)))?.sendFrame(text.slice(space + 1));
      return;
    }
    const answer = parseJson(text);
    const read = fromOwner.safeParse(answer);
    const frame = read.success ? read.data : { call: callOf(answer) ?? 0, fail: "failed" as const };
    if ("close" in frame) {
      const peer = this.seats.get(frame.seat);
      this.seats.delete(frame.seat);
      peer?.close(...frame.close);
      return;
    }
    const call = this.calls.get(frame.call);
    if (!call) return;
    this.calls.delete(frame.call);
    clearTimeout(call.timer);
    if ("fail" in frame) call.reject(failureOf(frame.fail));
    else call.resolve(frame.ok);
  }
}

type WithoutCall<Frame> = Frame extends { call: number } ? Omit<Frame, "call"> : never;
type CallRequest = WithoutCall<ToOwner>;

/** What Bun's client says, without the URL: the log has that in a field of its own. */
function explain(message: string): string {
  const [, status] = /Expected 101 status code: (\d+)/.exec(message) ?? [];
  if (status) return `what answers at this address (${status}) is not this node`;
  return message.replace(/^WebSocket connection to '[^']*' failed: /, "") || "the connection failed";
}

const unreachable = () => new StorageBusy("the node that holds this conversation cannot be reached");

function failureOf(failure: LinkFailure): Error {
  if (failure === "not_found") return notFound();
  if (failure === "busy") return new StorageBusy("the node that holds this conversation is busy");
  return new Error("the node that holds this conversation failed; its log says why");
}
