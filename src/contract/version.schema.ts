/** The queries of the calls for versions. */
import { z } from "zod";
import { GOLDEN_MAX } from "./golden.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { PUBLISH_GATES, VERSION_COMPARISONS } from "./version.ts";

export const versionListQuery = pageQuery(PAGE_SIZE.versions);
/** The newest version that the client knows: a person cannot publish or discard changes that they have not seen. */
const version = z.int().min(0);
/** How many failed test questions the person has seen and publishes all the same. */
const override = z.int().min(0).max(GOLDEN_MAX.questions).default(0);
export const draftMode = z.object({ isOn: z.boolean(), version, override });
export const draftPublish = z.object({ version, override });
export const draftDecision = z.object({ version });
export const draftGate = z.object({ gate: z.enum(PUBLISH_GATES) });
export const versionQuery = pageQuery(PAGE_SIZE.versionEntries).extend({
  compare: z.enum(VERSION_COMPARISONS).default("before").catch("before"),
});
