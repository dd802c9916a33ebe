/** Nothing is quoted that the judge does not find likely enough, except a topic that the answerer offered. */
import { expect, test } from "bun:test";
import { parseEntry } from "../../contract/knowledge.ts";
import { answerFromKnowledge } from "./answerer.ts";

const ask = (question: string, ...entries: string[]) =>
  answerFromKnowledge({ agentName: "Seri", entries: entries.map(parseEntry), question });

test("a short question that several passages match is asked back, although only one of them has its language", () => {
  const shop = [
    "Penghantaran percuma dalam Ipoh, RM10 di luar Ipoh.",
    "Delivery rider wanted: RM1,800 a month, own motorcycle.",
    "Kedai buka 9 pagi hingga 6 petang, Isnin hingga Sabtu.",
    "Baju kurung RM120 sepasang, siap dalam 2 minggu.",
  ];
  for (const question of ["delivery", "delivery fee", "any delivery"]) {
    const { text, offers = [], chance } = ask(question, ...shop);
    expect(text, question).not.toContain("1,800");
    expect(chance, question).toBeUndefined();
    expect(
      offers.map(({ entry }) => entry),
      question,
    ).toEqual([1, 0]);
  }
});

test("a sentence that looks like a definition is quoted only if it is likely to answer", () => {
  const cendol = ["Cendol kami ialah yang paling laris, RM5 semangkuk.", "Kedai buka 10 pagi.", "Kopi RM2."];
  for (const question of ["apa itu cendol", "what is cendol"])
    expect(ask(question, ...cendol)).toMatchObject({ found: false, entries: [] });
});
