/**
 * The agent ("chat" on the wire): its fields, defaults and bounds. Imports nothing, so the widget may use it.
 * Rules: product 3.
 */

/** The launcher's colour until one is chosen. By itself, because the loader carries it to every page. */
export const LAUNCHER_COLOUR = "#6366F1";

/** The default of each optional field. A field that holds its default may be left out of a save. */
export const AGENT_DEFAULTS = {
  toggleIcon: "",
  profileImage: "",
  defaultMessage: "",
  mood: "",
  focus: "",
  userChatboxColor: "#DCF8C6",
  botBackgroundColor: "#E5E5EA",
  userBackgroundColor: "#FFFFFF",
  chatboxBackgroundImage: "",
  toggleIconColor: LAUNCHER_COLOUR,
  sendButtonColor: "#aed581",
  iconButtonColor: "#000000",
  typingText: "Typing...",
  loadingIndicatorColor: "#000000",
  domain: "",
} as const;

/** Shown in lists for an agent whose name is empty. */
export const UNNAMED_AGENT = "Unnamed Chat";

/** The fixed id of the product's own agent: on the landing page, it knows the product. */
export const DEMO_CHAT_ID = "demo";
/** The fixed id of the invented shop's agent: in the landing page's picture and at /demo, it knows the shop. */
export const DEMO_SHOP_CHAT_ID = "demo-kedai";
/** Anyone on the internet may talk to these, so they have a cap of their own. */
export const DEMO_CHAT_IDS: readonly string[] = [DEMO_CHAT_ID, DEMO_SHOP_CHAT_ID];

/** Lengths in UTF-16 units, the unit of `String.length` and of an input's `maxLength`. */
export const AGENT_MAX = {
  chatName: 80,
  url: 2048,
  defaultMessage: 2000,
  focus: 4000,
  typingText: 80,
  domain: 2000,
  limitText: 500,
  offlineText: 500,
} as const;

/** The colour fields, each stored as #RGB, #RGBA, #RRGGBB or #RRGGBBAA. */
export const COLOUR_FIELDS = [
  "userChatboxColor",
  "botBackgroundColor",
  "userBackgroundColor",
  "toggleIconColor",
  "sendButtonColor",
  "iconButtonColor",
  "loadingIndicatorColor",
] as const;
export type ColourField = (typeof COLOUR_FIELDS)[number];

/** The look: what a visitor's browser needs to draw the widget. */
export interface AgentTheme extends Record<ColourField, string> {
  toggleIcon: string;
  profileImage: string;
  chatboxBackgroundImage: string;
  typingText: string;
}

/** What `GET /api/chats/:chatId` gives a stranger, and what the frame's HTML carries. */
export interface PublicAgent extends AgentTheme {
  id: string;
  chatName: string;
  defaultMessage: string;
}

/** What the owner and the administrator get. */
export interface OwnAgent extends PublicAgent {
  userId: string;
  mood: string;
  focus: string;
  /** Absent when the list is larger than one save can carry, or was not asked for: the entries are read page by page. */
  knowledge?: string[];
  knowledgeCount: number;
  domain: string;
  paused: boolean;
  limitText: string;
  offlineText: string;
  /** Whether the owner's server can vouch for visitors; the secret itself is shown once. */
  hasIdentifySecret: boolean;
  messageCount: number;
  /** The last change of the agent or of its knowledge. */
  lastUpdate: string;
  /** Of all fields but the knowledge. Sent back as `If-Match`: a save in between is then refused. */
  version: string;
}

/** A site on which the agent was opened lately. */
export interface Sighting {
  host: string;
  /** ISO 8601 UTC. */
  lastSeen: string;
  opens: number;
}

/** A row of the dashboard's list. */
export interface AgentSummary {
  id: string;
  chatName: string;
  messageCount: number;
  lastUpdate: string;
  toggleIconColor: string;
  profileImage: string;
  paused: boolean;
}

/** The stored value is Malay, the label English (product 3.3). */
export const MOODS = [
  "",
  "mesra dan santai",
  "profesional dan formal",
  "ceria dan bersemangat",
  "santai dan minimalis",
  "lucu dan suka berjenaka",
  "empati dan prihatin",
  "pintar dan berinformasi",
  "mewah dan elegan",
  "tekun dan analitikal",
  "inspirasi dan motivasi",
  "sopan dan rendah diri",
  "misterius dan penuh intrig",
  "garang dan pemarah",
] as const;

/** An agent can be brought back by whoever deleted it for this long (product 3.6). */
export const RESTORE_WINDOW_MS = 60_000;

const COLOUR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Only hexadecimal colours: anything CSS could read as more than a colour is refused. */
export function isColour(value: string): boolean {
  return COLOUR.test(value);
}
