/** What an installation has about one visitor of an agent. Rules: product 20. */

/** `GET /api/visitors/:id`. */
export interface VisitorDetails {
  id: string;
  chatId: string;
  chatName: string;
  /** The website on which the visitor wrote; empty for the chat page. */
  origin: string;
  /** What the owner's server has vouched for; null for an anonymous visitor. */
  identity: { id: string; name: string; email: string } | null;
  /** ISO 8601 UTC. */
  firstSeen: string;
  lastSeen: string;
  conversations: number;
  messages: number;
}
