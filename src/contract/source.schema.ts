/** The bodies and queries of the calls for sources. Rules: product 19. */
import { z } from "zod";
import { refusal } from "./messages/message.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { CONFLICT_CHOICES, MAX_CHOSEN, MAX_SOURCE_URL, SOURCE_PAGE_STATES, SOURCE_SCHEDULES } from "./source.ts";
import { textField } from "./text.schema.ts";

/** The body of a new source that is no file. The address may be written without "https://". */
export const newSource = z.object({
  kind: z.enum(["page", "site"], refusal("sources.kind")),
  url: textField(MAX_SOURCE_URL).refine((url) => url.trim() !== "", refusal("sources.address")),
});
export type NewSource = z.input<typeof newSource>;

export const sourceListQuery = pageQuery(PAGE_SIZE.sources);
/** `state`: only pages in this state. */
export const sourceQuery = pageQuery(PAGE_SIZE.sourcePages).extend({
  state: z.enum(SOURCE_PAGE_STATES).optional().catch(undefined),
});

/** What is left out stays as it is. */
export const changedSource = z.object({
  schedule: z.enum(SOURCE_SCHEDULES, refusal("sources.schedule")).optional(),
  takesNew: z.boolean().optional(),
});

/**
 * Of the pages that wait: with `all` false, those in `ids` count and the others are left out; with `all` true, those in `ids`
 * are left out and the others count.
 */
export const chosenPages = z.object({
  all: z.boolean(),
  ids: z.array(z.string().max(64)).max(MAX_CHOSEN).default([]),
});
export type ChosenPages = z.output<typeof chosenPages>;

export const settledConflict = z.object({ keep: z.enum(CONFLICT_CHOICES, refusal("sources.keep")) });
