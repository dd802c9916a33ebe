/**
 * A minimal client of docs/protocol.md for one conversation with the demo agent on the landing page. It stores nothing.
 * The widget is the complete client.
 */
import { DEMO_SHOP_CHAT_ID } from "../../../contract/agent.ts";
import { agentCalls } from "../../../contract/calls/agents.ts";
import { type ClientEvent, type ServerEvent, SOCKET_PATH } from "../../../contract/chat.ts";
import { call } from "../../api.ts";

export interface DemoHandlers {
  /** The last chunk may offer texts to send next. */
  onChunk: (id: string, text: string, isLast: boolean, offers?: readonly string[]) => void;
  onMessage: (id: string, text: string, offers?: readonly string[]) => void;
  /** The turn or the connection ended without an answer. */
  onFailure: (message: string | null) => void;
}

const CONNECT_TIMEOUT_MS = 10_000;

export class DemoSocket {
  private socket: WebSocket | null = null;
  private session: string | null = null;
  private isReady = false;
  private waiting: ClientEvent[] = [];
  private readonly handlers: DemoHandlers;

  constructor(handlers: DemoHandlers) {
    this.handlers = handlers;
  }

  /** Sends a message, and connects first if necessary. */
  send(id: string, text: string): void {
    const event: ClientEvent = { event: "chatMessage", data: { id, text } };
    if (this.isReady) this.write(event);
    else this.waiting.push(event);
    if (!this.socket) this.connect().catch((error: unknown) => this.fail(error));
  }

  close(): void {
    const { socket } = this;
    this.socket = null;
    this.isReady = false;
    this.waiting = [];
    socket?.close();
  }

  private write(event: ClientEvent): void {
    this.socket?.send(JSON.stringify(event));
  }

  private fail(error: unknown): void {
    console.debug("demo conversation", error);
    this.close();
    this.handlers.onFailure(null);
  }

  private async connect(): Promise<void> {
    const ticket =
      this.session === null
        ? (await call(agentCalls.requestTicket, { params: { chatId: DEMO_SHOP_CHAT_ID }, token: null })).ticket
        : undefined;
    const address = new URL(SOCKET_PATH, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    const timer = setTimeout(() => !this.isReady && this.fail("no session in time"), CONNECT_TIMEOUT_MS);
    socket.onopen = () => this.write({ event: "hello", data: { chatId: DEMO_SHOP_CHAT_ID, ticket, session: this.session ?? undefined } });
    socket.onmessage = ({ data }: MessageEvent<string>) => this.read(JSON.parse(data) as ServerEvent);
    socket.onclose = () => {
      clearTimeout(timer);
      if (this.socket === socket) this.fail("closed");
    };
  }

  private read(event: ServerEvent): void {
    if (event.event === "session") {
      this.session = event.data.session;
      this.isReady = true;
      for (const frame of this.waiting.splice(0)) this.write(frame);
    } else if (event.event === "botMessageChunk") {
      this.handlers.onChunk(event.data.id, event.data.chunk, event.data.isLast, event.data.quickReplies);
    } else if (event.event === "botMessage") {
      this.handlers.onMessage(event.data.id, event.data.text, event.data.quickReplies);
    } else if (event.event === "error") {
      this.handlers.onFailure(event.data.message);
    }
  }
}
