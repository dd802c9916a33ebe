import { domainQuestion } from "../agent.schema.ts";
import { describe } from "./call.schema.ts";
import { embeddingCalls } from "./embedding.ts";

export const embeddingApi = describe(embeddingCalls, { validateDomain: { body: domainQuestion } });
