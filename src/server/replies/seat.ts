import type { Incoming } from "./accept.ts";
import type { Received, Snapshot } from "./conversation.ts";

/** A socket's place in a conversation, which is its only way to the conversation. Valid until the socket leaves. */
export interface Seat {
  /** Stores and charges a message, and begins or queues its reply. @throws DomainError not_found, storage errors. */
  receive(incoming: Incoming): Promise<Received>;
  /** Sends the part of a reply that the socket has missed. @throws storage errors. */
  resume(clientId: string, chunkIndex: number): Promise<void>;
  /** Ends the conversation for all of the visitor's sockets. @throws storage errors. */
  reset(): Promise<void>;
  leave(): void;
}

/** Gets the seat and the conversation as it is now, before any later event. */
export type Greet = (seat: Seat, snapshot: Snapshot) => void;
