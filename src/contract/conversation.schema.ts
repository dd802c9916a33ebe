/** The filters of lists of conversations, and the query for one conversation. */
import { z } from "zod";
import { CONVERSATION_ID_MAX, EXPORT_FORMATS, SEARCH_AFTER, SEARCH_MAX } from "./conversation.ts";
import { dayRange, pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";

const searchQuery = pageQuery(PAGE_SIZE.conversations).extend({
  q: z.string().trim().max(SEARCH_MAX).default(""),
  /** The place where an earlier search for the same text stopped. */
  after: z
    .string()
    .regex(SEARCH_AFTER)
    .transform((text) => {
      const dot = text.indexOf(".");
      return { updatedAt: Number(text.slice(0, dot)), id: text.slice(dot + 1) };
    })
    .optional(),
});
export type SearchQuery = z.output<typeof searchQuery>;

export const conversationListQuery = searchQuery.extend({ unanswered: z.enum(["0", "1"]).default("0") });
export const archiveQuery = searchQuery.extend({
  /** The id of an agent or an owner. */
  id: z.string().trim().max(CONVERSATION_ID_MAX).default(""),
  ...dayRange,
});
/** The filters of the table of conversations, which has no search in their texts. */
export const archiveExportQuery = archiveQuery.pick({ id: true, from: true, to: true });
export const exportQuery = z.object({ format: z.enum(EXPORT_FORMATS).default("json") });
/** `after` is the sequence number of the last message that the client has read. */
export const conversationQuery = z.object({ after: z.coerce.number<string>().int().min(0).default(0) });
