/** What a website's look proposes for an agent. */
import { useState } from "react";
import { isColour } from "../../../../contract/agent.ts";
import { AGENT_DEFAULTS, AGENT_FIELDS, COLOUR_FIELDS } from "../../../../contract/agent-fields.ts";
import { isPictureUrl } from "../../../../contract/knowledge.ts";
import type { SiteLook } from "../../../../contract/source.ts";
import type { Draft } from "../fields/draft.ts";
import { paletteFrom } from "../fields/palettes.ts";

const { max, most } = AGENT_FIELDS.starterQuestions;

/** What can be used of the look: only what the agent's fields take. */
export function usableLook(look: SiteLook | null): { colours: string[]; logo: string | null; questions: string[] } {
  const questions =
    look?.questions.map((question) => question.trim()).filter((question) => question !== "" && question.length <= max) ?? [];
  return {
    colours: look?.colours.filter(isColour) ?? [],
    logo: look?.logo && isPictureUrl(look.logo) ? look.logo : null,
    questions: [...new Set(questions)],
  };
}

export type LookProposals = ReturnType<typeof useLookProposal>;

/** Proposals with a tick each. What the owner has already chosen is not ticked, so that it stays. */
export function useLookProposal(look: SiteLook | null, draft: Draft) {
  const usable = usableLook(look);
  const [colour, setColour] = useState<string | null>(() => {
    return COLOUR_FIELDS.every((field) => draft[field] === AGENT_DEFAULTS[field]) ? (usable.colours[0] ?? null) : null;
  });
  const [usesLogo, setUsesLogo] = useState(() => usable.logo !== null && draft.profileImage === "");
  const [questions, setQuestions] = useState<readonly string[]>(() => {
    return draft.starterQuestions.some((question) => question.trim() !== "") ? [] : usable.questions.slice(0, most);
  });
  const toggleQuestion = (question: string) =>
    setQuestions((now) => {
      if (now.includes(question)) return now.filter((one) => one !== question);
      return now.length >= most ? now : [...now, question];
    });
  const patch: Partial<Draft> = {
    ...(colour !== null && paletteFrom(colour)),
    ...(usesLogo && usable.logo !== null && { profileImage: usable.logo }),
    // In the order of the website.
    ...(questions.length > 0 && { starterQuestions: usable.questions.filter((question) => questions.includes(question)) }),
  };
  return { usable, colour, setColour, usesLogo, setUsesLogo, questions, toggleQuestion, isFull: questions.length >= most, patch };
}
