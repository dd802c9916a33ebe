/** The way of a new account to a live chat, as the dashboard shows it until it is done (product 10.11). Imports nothing. */

/** How many entries and how many questions are enough. A plan with fewer entries asks for as many as it allows. */
export const SETUP_ENTRIES = 5;
export const SETUP_QUESTIONS = 3;

export interface Setup {
  /** The account's first agent; null if it has none. */
  chatId: string | null;
  entries: Progress;
  /** Questions that the owner has asked in the preview. */
  questions: Progress;
  /** The first website on which an agent was opened, and when (ISO 8601 UTC). */
  site: { host: string; at: string } | null;
  /** Whether a visitor has written. */
  hasVisitor: boolean;
}

/** `done` is at most `of`. */
export interface Progress {
  done: number;
  of: number;
}

export const SETUP_STEPS = ["named", "entries", "questions", "site", "visitor"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export function isStepDone({ chatId, entries, questions, site, hasVisitor }: Setup, step: SetupStep): boolean {
  const done: Record<SetupStep, boolean> = {
    named: chatId !== null,
    entries: entries.done >= entries.of,
    questions: questions.done >= questions.of,
    site: site !== null,
    visitor: hasVisitor,
  };
  return done[step];
}

export const isSetupDone = (setup: Setup): boolean => SETUP_STEPS.every((step) => isStepDone(setup, step));
