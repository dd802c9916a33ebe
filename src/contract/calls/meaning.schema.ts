import { describe } from "./call.schema.ts";
import { meaningCalls } from "./meaning.ts";

export const meaningApi = describe(meaningCalls, {});
