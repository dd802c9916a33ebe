/**
 * What an owner sets of an agent, one row for each field. The types, the check of a save, the columns, the answers, the
 * editor's draft and its tabs derive from this table; docs/recipes.md says what a new row needs. The name is not in it:
 * it is the only field that must be filled, and it is `chatName` on the wire. Rules: product 3.
 */
import { LAUNCHER_COLOUR } from "./colour.ts";
import { byKindOf, collectFields } from "./fields.ts";
import { NO_TEXTS, type Translated } from "./translated.ts";

/** What a field of each kind holds. */
export interface FieldKinds {
  text: string;
  /** #RGB, #RGBA, #RRGGBB or #RRGGBBAA. */
  colour: string;
  /** The address of a picture; empty where there is no picture. */
  picture: string;
  mood: string;
  /** The hosts that may show the agent, separated by commas. */
  domain: string;
  flag: boolean;
  /** A short list; blank and repeated items are dropped. */
  texts: readonly string[];
  /** A text in each language. */
  translated: Translated;
}

/** Lengths in UTF-16 units, the unit of `String.length` and of an input's `maxLength`. */
interface FieldLimits {
  text: { max: number };
  domain: { max: number };
  /** The length of each text, and how many texts there may be. */
  texts: { max: number; most: number };
  /** The length of the text in one language. */
  translated: { max: number };
}
export const PICTURE_URL_MAX = 2_048;

type Row = {
  [Kind in keyof FieldKinds]: {
    /** The name of the column in the table `agents`. */
    column: string;
    kind: Kind;
    /** The value of a new agent. */
    initial: FieldKinds[Kind];
    /** Who may read the field. `anyone`: it is sent to every visitor's browser, because the widget needs it. */
    audience: "anyone" | "owner";
    /** What a save without the field does: it sets the initial value, or it keeps the stored one. */
    absent: "initial" | "keep";
    /** The tab of the editor that has the field's control. */
    tab: "basic" | "appearance";
  } & (Kind extends keyof FieldLimits ? FieldLimits[Kind] : unknown);
}[keyof FieldKinds];

/** The fields that decide how the widget looks. */
const LOOK = { audience: "anyone", absent: "initial", tab: "appearance" } as const;

/** The fields, in the order in which the editor shows them. */
export const AGENT_FIELDS = {
  /** The line under the name. Empty: the widget says that the agent answers at once, while it does. */
  tagline: { column: "tagline", kind: "text", max: 60, initial: "", audience: "anyone", absent: "keep", tab: "basic" },
  defaultMessage: { column: "default_message", kind: "text", max: 2_000, initial: "", audience: "anyone", absent: "initial", tab: "basic" },
  starterQuestions: {
    column: "starter_questions",
    kind: "texts",
    max: 80,
    most: 4,
    initial: [],
    audience: "anyone",
    absent: "keep",
    tab: "basic",
  },
  /** What the launcher says once, a few seconds after the page has opened, to a visitor who has never opened the chat. */
  invitation: { column: "invitation", kind: "text", max: 120, initial: "", audience: "anyone", absent: "keep", tab: "basic" },
  mood: { column: "mood", kind: "mood", initial: "", audience: "owner", absent: "initial", tab: "basic" },
  focus: { column: "focus", kind: "text", max: 4_000, initial: "", audience: "owner", absent: "initial", tab: "basic" },
  /** Whether facts in a model's reply must be known from the agent's texts. */
  checkFacts: { column: "check_facts", kind: "flag", initial: true, audience: "owner", absent: "keep", tab: "basic" },
  domain: { column: "domain", kind: "domain", max: 2_000, initial: "", audience: "owner", absent: "initial", tab: "basic" },
  paused: { column: "paused", kind: "flag", initial: false, audience: "owner", absent: "keep", tab: "basic" },
  offlineText: { column: "offline_text", kind: "text", max: 500, initial: "", audience: "owner", absent: "keep", tab: "basic" },
  showSources: { column: "show_sources", kind: "flag", initial: false, audience: "owner", absent: "keep", tab: "basic" },
  limitText: { column: "limit_text", kind: "text", max: 500, initial: "", audience: "owner", absent: "keep", tab: "basic" },
  /** Whether visitors must agree to a text before their first message. */
  askConsent: { column: "ask_consent", kind: "flag", initial: false, audience: "owner", absent: "keep", tab: "basic" },
  /** That text. Empty in all languages: a standard text is shown. */
  consentText: {
    column: "consent_text",
    kind: "translated",
    max: 500,
    initial: NO_TEXTS,
    audience: "owner",
    absent: "keep",
    tab: "basic",
  },
  userChatboxColor: { column: "user_chatbox_color", kind: "colour", initial: "#DCF8C6", ...LOOK },
  botBackgroundColor: { column: "bot_background_color", kind: "colour", initial: "#E5E5EA", ...LOOK },
  userBackgroundColor: { column: "user_background_color", kind: "colour", initial: "#FFFFFF", ...LOOK },
  toggleIconColor: { column: "toggle_icon_color", kind: "colour", initial: LAUNCHER_COLOUR, ...LOOK },
  sendButtonColor: { column: "send_button_color", kind: "colour", initial: "#aed581", ...LOOK },
  iconButtonColor: { column: "icon_button_color", kind: "colour", initial: "#000000", ...LOOK },
  loadingIndicatorColor: { column: "loading_indicator_color", kind: "colour", initial: "#000000", ...LOOK },
  profileImage: { column: "profile_image", kind: "picture", initial: "", ...LOOK },
  toggleIcon: { column: "toggle_icon", kind: "picture", initial: "", ...LOOK },
  chatboxBackgroundImage: { column: "chatbox_background_image", kind: "picture", initial: "", ...LOOK },
  /** Whether the box is 400×640 instead of 350×450 where the window has room. */
  roomy: { column: "roomy", kind: "flag", initial: false, audience: "anyone", absent: "keep", tab: "appearance" },
  typingText: { column: "typing_text", kind: "text", max: 80, initial: "Typing...", ...LOOK },
} as const satisfies Record<string, Row>;

type Rows = typeof AGENT_FIELDS;
export type AgentField = keyof Rows;
/** The names of the fields whose rows have these members. */
export type FieldsWith<Members extends Partial<Row>> = { [Name in AgentField]: Rows[Name] extends Members ? Name : never }[AgentField];
export type ColourField = FieldsWith<{ kind: "colour" }>;
export type PictureField = FieldsWith<{ kind: "picture" }>;

export type TextsField = FieldsWith<{ kind: "texts" }>;

/** One value for each field. */
export type AgentValues = { [Name in AgentField]: FieldKinds[Rows[Name]["kind"]] };
/** The values that the widget needs. */
export type PublicValues = Pick<AgentValues, FieldsWith<{ audience: "anyone" }>>;

export const AGENT_FIELD_NAMES = Object.keys(AGENT_FIELDS) as AgentField[];
export const TEXTS_FIELDS = AGENT_FIELD_NAMES.filter((name): name is TextsField => AGENT_FIELDS[name].kind === "texts");
export const COLOUR_FIELDS = AGENT_FIELD_NAMES.filter((name): name is ColourField => AGENT_FIELDS[name].kind === "colour");
export const PICTURE_FIELDS = AGENT_FIELD_NAMES.filter((name): name is PictureField => AGENT_FIELDS[name].kind === "picture");
const PUBLIC_FIELDS = AGENT_FIELD_NAMES.filter((name): name is keyof PublicValues => AGENT_FIELDS[name].audience === "anyone");

/** Picks the values that a visitor's browser may read. */
export function publicValues(values: AgentValues): PublicValues {
  return collectFields<keyof PublicValues, PublicValues>(PUBLIC_FIELDS, (name) => values[name]);
}

/** Gives each field the entry that `made` has for the field's kind. */
export const byKind = <Made extends Record<keyof FieldKinds, unknown>>(made: Made) => byKindOf(AGENT_FIELDS, made);

const initials: { [Name in AgentField]: { initial: AgentValues[Name] } } = AGENT_FIELDS;
/** The values of a new agent. */
export const AGENT_DEFAULTS: AgentValues = collectFields(AGENT_FIELD_NAMES, (name) => initials[name].initial);

/** A list of texts as it is stored: trimmed, without blank texts and without repetitions. */
export function tidyTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== "");
}
