import { stripImageMarkers } from "../../../../contract/knowledge.ts";

/** An answer without the picture that it may begin with. */
export const answerText = (answer: string): string => stripImageMarkers(answer.replace(/^\[image\]\S*?\[\/image\]/, "")).trim();
