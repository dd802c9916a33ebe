/** The queries and bodies of the calls about a person's businesses. */
import { z } from "zod";
import { AGENT_NAME_MAX } from "./agent.ts";
import { BUSINESS_SEARCH_MAX, BUSINESS_SORTS } from "./business.ts";
import { LANGUAGES } from "./language.ts";
import { HANDOVER_ENDS } from "./member.ts";
import { refusal } from "./messages/message.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { textField } from "./text.schema.ts";
import { displayName, email } from "./user.schema.ts";

export const businessListQuery = pageQuery(PAGE_SIZE.businesses).extend({
  q: z.string().trim().max(BUSINESS_SEARCH_MAX).default(""),
  sort: z.enum(BUSINESS_SORTS).default("name").catch("name"),
});

/** `chatName`: of a first agent; empty or absent: the business begins without one. */
export const newBusiness = z.object({
  name: displayName.refine((name) => name !== "", refusal("businesses.name")),
  chatName: textField(AGENT_NAME_MAX).trim().default(""),
});

/** Without an address, the answer has a link for the next owner. */
export const handoverInput = z.object({
  email: email.optional(),
  language: z.enum(LANGUAGES).optional(),
  handover: z.enum(HANDOVER_ENDS, refusal("handover.choose")),
});
