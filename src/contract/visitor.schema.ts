import { z } from "zod";
import { DEFAULT_LANGUAGE, LANGUAGES } from "./language.ts";

/** The language of the headings in the file. */
export const visitorFileQuery = z.object({ lang: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE) });
