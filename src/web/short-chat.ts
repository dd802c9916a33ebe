/**
 * A minimal client of docs/protocol.md for one conversation, without storage: with the demo agent on the landing page, and
 * with a draft in the editor. The widget is the complete client.
 */
import { type ClientEvent, type Ending, type ServerEvent, SOCKET_PATH } from "../contract/chat.ts";

export interface ShortChatHandlers {
  /** The last chunk has the reply's ending. */
  onChunk: (id: string, text: string, isLast: boolean, ending: Ending) => void;
  onMessage: (id: string, text: string, ending: Ending) => void;
  /** The turn or the connection ended without an answer. */
  onFailure: (message: string | null) => void;
}

const CONNECT_TIMEOUT_MS = 10_000;

interface Whom {
  chatId: string;
  requestTicket: () => Promise<{ ticket: string }>;
}

export class ShortChat {
  private socket: WebSocket | null = null;
  private session: string | null = null;
  private isReady = false;
  private waiting: ClientEvent[] = [];
  private readonly whom: Whom;
  private readonly handlers: ShortChatHandlers;

  constructor(whom: Whom, handlers: ShortChatHandlers) {
    this.whom = whom;
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
    console.debug("short conversation", error);
    this.close();
    this.handlers.onFailure(null);
  }

  private async connect(): Promise<void> {
    const { chatId } = this.whom;
    const ticket = this.session === null ? (await this.whom.requestTicket()).ticket : undefined;
    const address = new URL(SOCKET_PATH, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    const timer = setTimeout(() => !this.isReady && this.fail("no session in time"), CONNECT_TIMEOUT_MS);
    socket.onopen = () => this.write({ event: "hello", data: { chatId, ticket, session: this.session ?? undefined } });
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
      this.handlers.onChunk(event.data.id, event.data.chunk, event.data.isLast, event.data);
    } else if (event.event === "botMessage") {
      this.handlers.onMessage(event.data.id, event.data.text, event.data);
    } else if (event.event === "error") {
      this.handlers.onFailure(event.data.message);
    }
  }
}
