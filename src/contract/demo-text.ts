/** The texts about the sample shop on the page at /demo, by language. */
import type { Language } from "./language.ts";
import type { DemoWords } from "./text/demo.ts";
import { demo as en } from "./text/en/demo.ts";
import { demo as ms } from "./text/ms/demo.ts";

export const DEMO_KEDAI_WORDS: Record<Language, DemoWords> = { en, ms };
