/** The queries of the calls for versions. */
import { z } from "zod";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { VERSION_COMPARISONS } from "./version.ts";

export const versionListQuery = pageQuery(PAGE_SIZE.versions);
/** The newest version that the client knows: nobody publishes or discards what they have not seen. */
const version = z.int().min(0);
export const draftMode = z.object({ isOn: z.boolean(), version });
export const draftDecision = z.object({ version });
export const versionQuery = pageQuery(PAGE_SIZE.versionEntries).extend({
  compare: z.enum(VERSION_COMPARISONS).default("before").catch("before"),
});
