import { z } from "zod";
import { MAX_MESSAGE_LENGTH } from "./chat.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { MAX_LISTED_WORDINGS } from "./question.ts";

export const questionGroupsQuery = pageQuery(PAGE_SIZE.questionGroups);
export const askedAgainInput = z.object({ questions: z.array(z.string().max(MAX_MESSAGE_LENGTH)).min(1).max(MAX_LISTED_WORDINGS) });
