/** Search by meaning. */
import type { MeaningState } from "../meaning.ts";
import { ADMINISTRATOR, call } from "./call.ts";

export const meaningCalls = {
  readMeaning: call<{ answer: MeaningState }>()("GET", "/api/meaning", "admin", ADMINISTRATOR),
};
