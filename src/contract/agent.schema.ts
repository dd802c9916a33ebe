/** What `POST /api/chats`, `PUT /api/chats/:chatId` and the preview take. Rules: product 3 and 4. */
import { z } from "zod";
import { AGENT_DEFAULTS, AGENT_MAX, COLOUR_FIELDS, type ColourField, isColour, MOODS } from "./agent.ts";
import { parseDomains } from "./domain.ts";
import { knowledgeList } from "./knowledge.schema.ts";
import { IMAGE_URL_INVALID, isPictureUrl } from "./knowledge.ts";
import { textField } from "./text.schema.ts";

const pictureUrl = textField(AGENT_MAX.url)
  .refine((value) => value === "" || isPictureUrl(value), IMAGE_URL_INVALID)
  .default("");

const colour = (field: ColourField) => textField(16).refine(isColour, "This is not a colour.").default(AGENT_DEFAULTS[field]);
const colours = Object.fromEntries(COLOUR_FIELDS.map((field) => [field, colour(field)])) as Record<ColourField, ReturnType<typeof colour>>;

const MOOD_VALUES: ReadonlySet<string> = new Set(MOODS);

const domain = textField(AGENT_MAX.domain)
  .default("")
  .transform((value, context) => {
    const { patterns, refused } = parseDomains(value);
    if (refused.length > 0) context.addIssue({ code: "custom", message: `This is not a domain name: ${refused.join(", ")}` });
    return patterns.join(", ");
  });

/**
 * All fields but the name. An absent one takes its default, since clients send only what differs from it; absent
 * `knowledge`, `paused`, `limitText` and `offlineText` leave what is stored.
 */
const agentFields = {
  toggleIcon: pictureUrl,
  profileImage: pictureUrl,
  defaultMessage: textField(AGENT_MAX.defaultMessage).default(""),
  mood: textField(80)
    .refine((value) => MOOD_VALUES.has(value), "Choose one of the listed moods.")
    .default(""),
  focus: textField(AGENT_MAX.focus).default(""),
  ...colours,
  chatboxBackgroundImage: pictureUrl,
  typingText: textField(AGENT_MAX.typingText).default(AGENT_DEFAULTS.typingText),
  domain,
  knowledge: knowledgeList.optional(),
  paused: z.boolean().optional(),
  limitText: textField(AGENT_MAX.limitText).optional(),
  offlineText: textField(AGENT_MAX.offlineText).optional(),
};

const chatName = textField(AGENT_MAX.chatName).trim().min(1, "Chat name is required");

export const agentInput = z.object({ chatName: z.preprocess((value?: string | null) => value ?? "", chatName), ...agentFields });
export type AgentInput = z.output<typeof agentInput>;

/** A draft need not have a name yet. */
export const agentDraft = z.object({ chatName: textField(AGENT_MAX.chatName).default(""), ...agentFields });
export type AgentDraft = z.output<typeof agentDraft>;

export const newPreview = z.object({ chatId: z.string().max(64).optional(), draft: agentDraft });
export const previewUpdate = z.object({ draft: agentDraft });

/** `?knowledge=none`: the agent without its list, for a client that reads the entries page by page. */
export const agentQuery = z.object({ knowledge: z.enum(["list", "none"]).default("list").catch("list") });

export const domainQuestion = z.object({
  chatId: z.string().max(64),
  domain: z.string().max(300),
  lang: z.enum(["en", "ms"]).optional().catch(undefined),
});
