/** A question about a branch or product that the message before named is not answered with a passage about its sibling. */
import { describe, expect, test } from "bun:test";
import { parseEntry } from "../../contract/knowledge.ts";
import { answerFromKnowledge } from "./answerer.ts";

const asker =
  (...entries: string[]) =>
  (previousQuestion: string | undefined, question: string) =>
    answerFromKnowledge({ agentName: "Seri", entries: entries.map(parseEntry), question, previousQuestion });

describe("a follow-up about a sibling", () => {
  const branches = asker(
    "Klang branch: Monday to Friday 9am to 6pm.",
    "Kajang branch: open daily including Sunday 10am to 8pm.",
    "Parking is free at both branches.",
    "We sell uniforms from RM35.",
  );

  test("stays with the branch of the message before", () => {
    for (const [previous, question] of [
      ["klang branch opening hours", "is it open on sunday"],
      ["klang branch opening hours", "do you close on sunday?"],
      ["cawangan klang buka pukul berapa", "ahad tutup ke"],
    ] as const)
      expect(branches(previous, question).entries, question).not.toContain(1);
  });

  test("may name another branch or another subject", () => {
    expect(branches("klang branch opening hours", "is the kajang branch open on sunday").text).toContain("10am to 8pm");
    expect(branches("klang branch opening hours", "is parking free?").text).toContain("Parking is free");
    expect(branches(undefined, "is it open on sunday").text).toContain("Kajang");
  });

  test("stays with the product of the message before", () => {
    const classes = asker(
      "Kelas yoga RM40 sejam, setiap Selasa.",
      "Kelas pilates RM50, tikar disediakan.",
      "Kami di tingkat 2, Wisma Aman.",
    );
    expect(classes("berapa kelas yoga", "tikar disediakan tak?")).toMatchObject({ found: false, entries: [] });
    expect(classes("berapa kelas yoga", "kelas pilates pula?").text).toContain("RM50");
    const tanks = asker(
      "Tank sets (with filter, light and gravel): 1 feet RM75, 2 feet RM140, 2.5 feet RM190",
      "Tank cleaning service: RM60 for tanks up to 3 feet, RM90 above that.",
      "Shop opens 11am to 9pm daily.",
    );
    expect(tanks("brapa tank 2 kaki", "3 kaki?").text).not.toContain("RM60");
  });
});
