/** The WebSocket client of tests and benchmarks, written from docs/protocol.md alone. */
import type { ServerEvent, SessionData } from "../src/contract/chat.ts";

type EventName = ServerEvent["event"];
export type EventOf<Name extends EventName> = Extract<ServerEvent, { event: Name }>;

export interface SocketClient {
  events: ServerEvent[];
  session: SessionData;
  send(event: string, data: unknown): void;
  sendRaw(frame: string): void;
  /** Waits for the next event of this kind (for this message id) that was not returned yet. */
  next<Name extends EventName>(event: Name, id?: string): Promise<EventOf<Name>>;
  /** Sends a message and waits for the end of its turn, at most `withinMs` (default 8 s). */
  ask(text: string, id?: string, withinMs?: number): Promise<Answer>;
  /** Resolves with the close code when the socket is closed. */
  closed: Promise<number>;
  close(): void;
}

export interface Answer {
  id: string;
  text: string;
  kind: string;
  chunks: number;
  error: string | null;
  interrupted: boolean;
}

const WAIT_MS = 8_000;

export async function askTicket(url: string, chatId: string): Promise<string> {
  const response = await fetch(`${url}/api/chats/${chatId}/ticket`, { method: "POST" });
  return ((await response.json()) as { ticket: string }).ticket;
}

/** Opens a socket and sends no frame. */
export async function openSocket(url: string, headers: Record<string, string> = {}): Promise<SocketClient> {
  // Bun's WebSocket accepts headers, which the browser's type does not have.
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/socket`, { headers } as unknown as string[]);
  const events: ServerEvent[] = [];
  const taken = new Set<ServerEvent>();
  const waiters = new Set<() => void>();
  const closed = new Promise<number>((resolve) => {
    socket.onclose = (event) => {
      resolve(event.code);
      for (const wake of waiters) wake();
    };
  });
  socket.onmessage = (message) => {
    events.push(JSON.parse(String(message.data)));
    for (const wake of waiters) wake();
  };
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error("the socket was refused"));
  });

  const until = async <T>(find: () => T | undefined, what: string, withinMs = WAIT_MS): Promise<T> => {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (Date.now() > deadline || socket.readyState === WebSocket.CLOSED) {
        throw new Error(`no ${what}; got ${JSON.stringify(events.slice(-8))}`);
      }
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiters.delete(wake);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(wake, 200);
        waiters.add(wake);
      });
    }
  };

  const client: SocketClient = {
    events,
    session: undefined as unknown as SessionData,
    closed,
    send: (event, data) => socket.send(JSON.stringify({ event, data })),
    sendRaw: (frame) => socket.send(frame),
    close: () => socket.close(),
    async next(name, id) {
      const isWanted = (event: ServerEvent) => event.event === name && !taken.has(event) && (!id || ("id" in event && event.id === id));
      const found = await until(() => events.find(isWanted), `${name} ${id ?? ""}`);
      taken.add(found);
      return found as EventOf<typeof name>;
    },
    async ask(text, id = crypto.randomUUID(), withinMs = WAIT_MS) {
      const from = events.length;
      client.send("chatMessage", { id, text });
      return until(() => readAnswer(events.slice(from), id), `end of the turn ${id}`, withinMs);
    },
  };
  return client;
}

/** Opens a socket and says hello. */
export async function connect(url: string, chatId: string, credentials: { ticket?: string; session?: string } = {}): Promise<SocketClient> {
  const client = await openSocket(url);
  const known = credentials.ticket || credentials.session ? credentials : { ticket: await askTicket(url, chatId) };
  client.send("hello", { chatId, ...known });
  client.session = (await client.next("session")).data;
  return client;
}

/** @returns undefined until the turn has ended. */
function readAnswer(events: ServerEvent[], id: string): Answer | undefined {
  const own = events.filter((event) => "id" in event && event.id === id);
  const error = own.find((event) => event.event === "error");
  const isTyping = own.filter((event) => event.event === "botTyping").at(-1)?.data;
  const refused = events.find((event) => event.event === "error" && event.data.id === id);
  if (refused && isTyping === undefined) return { id, text: "", kind: "", chunks: 0, error: codeOf(refused), interrupted: false };
  if (isTyping !== false) return undefined;
  const whole = own.find((event) => event.event === "botMessage");
  const chunks = own.filter((event) => event.event === "botMessageChunk");
  if (whole?.event === "botMessage")
    return { id, text: whole.data.text, kind: whole.data.kind, chunks: 0, error: null, interrupted: false };
  const pieces = chunks.map((event) => (event.event === "botMessageChunk" ? event.data : null));
  const text = pieces.map((piece) => piece?.chunk ?? "").join("");
  return {
    id,
    text,
    kind: "reply",
    chunks: pieces.length,
    error: error ? codeOf(error) : null,
    interrupted: pieces.at(-1)?.interrupted ?? false,
  };
}

function codeOf(event: ServerEvent): string {
  return event.event === "error" ? event.data.code : "";
}
