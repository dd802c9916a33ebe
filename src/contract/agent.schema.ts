/** The bodies of `POST /api/chats`, `PUT /api/chats/:chatId` and the preview. Rules: product 3 and 4. */

import { z } from "zod";
import { AGENT_NAME_MAX, AGENT_SEARCH_MAX, AGENT_SORTS, isColour, MOODS } from "./agent.ts";
import {
  AGENT_FIELD_NAMES,
  AGENT_FIELDS,
  type AgentField,
  type AgentValues,
  type FieldsWith,
  PICTURE_URL_MAX,
  tidyTexts,
} from "./agent-fields.ts";
import { parseDomains } from "./domain.ts";
import { knowledgeList, newKnowledgeList } from "./knowledge.schema.ts";
import { isPictureUrl } from "./knowledge.ts";
import { LANGUAGES } from "./language.ts";
import { refusal } from "./messages/message.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { textField, translatedText } from "./text.schema.ts";

const MOOD_VALUES: ReadonlySet<string> = new Set(MOODS);

/** A domain list is stored in the form that `parseDomains` read from it. */
const domainList = (max: number) =>
  textField(max).transform((value, context) => {
    const { patterns, refused } = parseDomains(value);
    if (refused.length > 0) context.addIssue({ code: "custom", message: refusal("agents.domain", { names: refused.join(", ") }) });
    return patterns.join(", ");
  });

const textList = (max: number, most: number) =>
  z
    .array(textField(max), { error: refusal("text.noList") })
    .transform(tidyTexts)
    .refine((texts) => texts.length <= most, refusal("text.tooMany", { max: `${most}` }));

function checkOf(name: AgentField) {
  const row = AGENT_FIELDS[name];
  switch (row.kind) {
    case "text":
      return textField(row.max);
    case "colour":
      return textField(16).refine(isColour, refusal("agents.colour"));
    case "picture":
      return textField(PICTURE_URL_MAX).refine((value) => value === "" || isPictureUrl(value), refusal("agents.pictureUrl"));
    case "mood":
      return textField(80).refine((value) => MOOD_VALUES.has(value), refusal("agents.mood"));
    case "domain":
      return domainList(row.max);
    case "texts":
      return textList(row.max, row.most);
    case "translated":
      return translatedText(row.max);
    case "flag":
      return z.boolean();
  }
}

type KeptField = FieldsWith<{ absent: "keep" }>;
type FieldCheck<Name extends AgentField> = z.ZodType<AgentValues[Name], AgentValues[Name]>;
type FieldInput<Name extends AgentField> = Name extends KeptField ? z.ZodOptional<FieldCheck<Name>> : z.ZodDefault<FieldCheck<Name>>;

function inputOf(name: AgentField) {
  const { absent, initial } = AGENT_FIELDS[name];
  const check: z.ZodType = checkOf(name);
  return absent === "keep" ? check.optional() : check.default(initial);
}

/**
 * All fields except the name. An absent field takes its initial value or keeps the stored one, as its row says, because
 * clients send only what differs. Absent `knowledge` keeps the stored entries.
 */
const agentFields = {
  ...(Object.fromEntries(AGENT_FIELD_NAMES.map((name) => [name, inputOf(name)])) as { [Name in AgentField]: FieldInput<Name> }),
  knowledge: knowledgeList.optional(),
};

const chatName = textField(AGENT_NAME_MAX).trim().min(1, refusal("agents.nameRequired"));

export const agentInput = z.object({ chatName: z.preprocess((value?: string | null) => value ?? "", chatName), ...agentFields });
export type AgentInput = z.output<typeof agentInput>;

export const newAgent = agentInput.extend({ knowledge: newKnowledgeList.optional() });

/** The copy of an agent has its own name, which the client writes in its language. */
export const agentCopy = z.object({ chatName: z.preprocess((value?: string | null) => value ?? "", chatName) });

/** A draft need not have a name yet. */
export const agentDraft = z.object({ chatName: textField(AGENT_NAME_MAX).default(""), ...agentFields });
export type AgentDraft = z.output<typeof agentDraft>;

export const newPreview = z.object({ chatId: z.string().max(64).optional(), draft: agentDraft });
export const previewUpdate = z.object({ draft: agentDraft });

/**
 * `?knowledge=none`: the agent without its list, for a client that reads the entries page by page. `?lang=en`: the loader's
 * question, whose answer says in this language why its page may not show the agent.
 */
export const agentQuery = z.object({
  knowledge: z.enum(["list", "none"]).default("list").catch("list"),
  lang: z.enum(LANGUAGES).optional().catch(undefined),
});

export const agentListQuery = pageQuery(PAGE_SIZE.agents).extend({
  q: z.string().trim().max(AGENT_SEARCH_MAX).default(""),
  sort: z.enum(AGENT_SORTS).default("created").catch("created"),
});

export const domainQuestion = z.object({
  chatId: z.string().max(64),
  domain: z.string().max(300),
  lang: z.enum(LANGUAGES).optional().catch(undefined),
});
