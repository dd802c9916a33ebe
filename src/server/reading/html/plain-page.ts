/** A page of plain text, in the form of other pages. Pure. */
import type { Page } from "./page.ts";

export const plainPage = (text: string): Page => ({
  title: "",
  language: null,
  canonical: null,
  links: [],
  base: null,
  blocks: text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => ({ text: line, level: 0, region: "main" as const, isLink: false })),
  look: { siteName: null, colours: [], logo: null, questions: [] },
  isCut: false,
});
