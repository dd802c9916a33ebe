/** Each topic that the answerer offers is answered with the entry from which it was taken. */
import { expect, test } from "bun:test";
import { loadSets } from "../../../bench/answers/sets.ts";
import { MAX_QUICK_REPLIES, QUICK_REPLY_LENGTH } from "../../contract/chat.ts";
import { parseEntry } from "../../contract/knowledge.ts";
import { DEMO_AGENTS } from "../demo/demo.ts";
import { answerFromKnowledge } from "./answerer.ts";
import { haveSameFacts } from "./answerer-subject.ts";
import { indexEntries } from "./knowledge-index.ts";
import { LEXICONS } from "./lexicon/languages.ts";

/** Asks all questions and sends each topic that is offered. @returns the offers, and what went wrong. */
function sendOffers(agentName: string, knowledge: readonly string[], questions: readonly string[]) {
  const entries = knowledge.map(parseEntry);
  const index = indexEntries(entries);
  const ask = (question: string, previousQuestion?: string) =>
    answerFromKnowledge({ agentName, entries, index, question, previousQuestion });
  const faults: string[] = [];
  let offered = 0;
  for (const question of questions) {
    const { offers = [], text } = ask(question);
    offered += offers.length;
    if (offers.length > MAX_QUICK_REPLIES) faults.push(`${question}: ${offers.length} topics`);
    for (const offer of offers) {
      if (!text.toLowerCase().includes(offer.text.toLowerCase()) || offer.text.length > QUICK_REPLY_LENGTH)
        faults.push(`${question}: ${offer.text}`);
      const reply = ask(offer.text, question);
      if (!reply.entries.includes(offer.entry) || reply.offers) faults.push(`${question} → ${offer.text}: ${reply.text}`);
    }
  }
  return { offered, faults };
}

const UNKNOWN = [
  "Do you repair violins?",
  "Ada jual kuda?",
  "how much is a flight to the moon",
  "boleh saya bawa gajah",
  "kopi",
  "harga",
  "price",
];

test.each(DEMO_AGENTS.map((agent) => [agent.name, agent.knowledge] as const))("of the demo agent %s", (name, knowledge) => {
  const { offered, faults } = sendOffers(name, knowledge, UNKNOWN);
  expect(faults).toEqual([]);
  expect(offered).toBeGreaterThan(8);
});

test.each(["a02", "a05", "b08", "c01", "c07", "c10", "o03"])("of the labelled business %s", (id) => {
  const business = loadSets().find((set) => set.id === id);
  if (!business) throw new Error("the set is missing");
  const questions = [...UNKNOWN, ...business.questions.map(({ text }) => text)];
  const { offered, faults } = sendOffers(business.name, business.knowledge, questions);
  expect(faults).toEqual([]);
  expect(offered).toBeGreaterThan(15);
});

test("the words before a colon are offered, and a greeting that an entry begins with is not", () => {
  const entries = ["Good morning: that is our motto.", "Dress code: closed shoes and a shirt, please.", "We like shoes."].map(parseEntry);
  const { offers, text } = answerFromKnowledge({ agentName: "Seri", entries, question: "Do you repair violins?" });
  expect(offers).toEqual([{ text: "Dress code", entry: 1 }]);
  expect(text).toBe("I do not know that yet. I can tell you about: Dress code.");
});

test("the passages nearest to the question are offered before what visitors ask about most often", () => {
  const entries = [
    "Opening hours: daily from 9 am.",
    "Parking: free behind the shop.",
    "Delivery: within 8 km.",
    "Orchid course: four Saturdays in March.",
    "Repotting: bring your orchid in its pot.",
  ].map(parseEntry);
  const { offers = [], found } = answerFromKnowledge({
    agentName: "Seri",
    entries,
    question: "who breeds the orchid hybrids for shows abroad",
  });
  expect(found).toBe(false);
  expect(
    offers
      .slice(0, 2)
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(["Orchid course", "Repotting"]);
});

test("a topic is not cut within a clause, and an unrelated label is offered behind topics that visitors ask about", () => {
  const entries = [
    "Opening hours: daily from 9 am.",
    "Baju Melayu with pocket: RM150.",
    "Every boarding cat must show a vaccination card with the stamp of its clinic from the last twelve months of the year.",
    "Paint is tinted while you wait, which takes us about fifteen minutes or so, in over 1,000 colours.",
    "Fondant with drawings (cars, cartoons, flowers, animals, planes, boats) takes the kitchen two days of work.",
    "Delivery: within 8 km.",
  ].map(parseEntry);
  const offersOf = (question: string) =>
    (answerFromKnowledge({ agentName: "Seri", entries, question }).offers ?? []).map(({ text }) => text);
  expect(offersOf("who is the owner")).toHaveLength(3);
  expect(offersOf("who is the owner")).not.toContain("Baju Melayu with pocket");
  expect(offersOf("who invented the vaccination card")).toContain("Every boarding cat must show a vaccination card");
  expect(offersOf("who invented tinted paint")).toContain("Paint is tinted while you wait");
  expect(offersOf("who invented fondant")).toContain("Fondant with drawings");
});

test("a topic has no marks of Markdown or of pictures, and is answered", () => {
  const entries = [
    "## **Dress** code\n\nClosed shoes and a [shirt](https://example.com/shirt), please.",
    "- **Lockers:** RM2 a day.",
    "| Pool lane | RM15 |\n| --- | --- |\n| Sauna | RM9 |",
    "[image:12] *Towels*: bring your own.",
  ].map(parseEntry);
  for (const [asked, offered] of [
    ["who designed the dress code of 1920", "Dress code"],
    ["which colour of lockers is the prettiest", "Lockers"],
    ["who invented towels in ancient Rome", "Towels"],
    ["who dug the pool lane of the sultan", "Pool lane, RM15"],
  ] as const) {
    const { offers = [] } = answerFromKnowledge({ agentName: "Seri", entries, question: asked });
    expect(
      offers.map(({ text }) => text),
      asked,
    ).toContain(offered);
    for (const { text, entry } of offers) {
      expect(text).not.toMatch(/[*#|[\]_`]/);
      expect(answerFromKnowledge({ agentName: "Seri", entries, question: text }).entries).toEqual([entry]);
    }
  }
});

const offersOf = (question: string, ...entries: string[]) => {
  const { offers = [] } = answerFromKnowledge({ agentName: "Seri", entries: entries.map(parseEntry), question });
  return offers.map(({ text }) => text);
};
const sent = (text: string, ...entries: string[]) =>
  answerFromKnowledge({ agentName: "Seri", entries: entries.map(parseEntry), question: text }).text;

test("three topics are offered of knowledge that is one entry", () => {
  const salon = "Haircut RM25, colour RM120.\n\nDelivery: we send wigs by post.\n\nPayment: cash and DuitNow.\n\nDress code: closed shoes.";
  expect(offersOf("Do you repair violins?", salon)).toHaveLength(3);
});

test("a topic is answered with the passage for which it is offered, and not with another one of the same name", () => {
  const branches =
    "# Cheras branch\n\nHaircut RM25, colour RM120.\n\nWe lock the door of the salon at 9 pm.\n\n# Kajang branch\n\nA haircut costs RM22 in Kajang.";
  const split = ["Cheras branch: haircut RM25, colour RM120.", "Cheras branch: we lock the door of the salon at 9 pm."];
  for (const entries of [[branches], split]) {
    const offers = offersOf("who locks the violin room in cheras", ...entries);
    const [of] = offers.filter((text) => text.includes("lock the door"));
    expect(offers[0]).toBe(of as string);
    expect(sent(of as string, ...entries)).toContain("9 pm");
  }
});

test("a heading that is sent with other apostrophes, quotation marks and dashes is answered with its passage", () => {
  const sent = [
    ["What’s in the “Raya” box – 2026", 'What\'s in the "Raya" box - 2026'],
    ['Kids\' meals - "mini" menu', "Kids’ meals — “mini” menu"],
    ["Owner´s choice‑set", "Owner‘s choice-set"],
  ] as const;
  const entries = sent.map(([heading], at) => parseEntry(`${heading}:\nTin number ${at + 7}.`));
  for (const [heading, typed] of sent)
    for (const question of [heading, typed, ` ${typed} `])
      expect(answerFromKnowledge({ agentName: "Shop", entries, question })).toMatchObject({
        entries: [sent.findIndex(([one]) => one === heading)],
        chance: 1,
      });
});

test("brackets before a colon do not hide the label, and a list of prices is not cut for a topic", () => {
  const tanks = "Tank sets (with filter, light and gravel): 1 feet RM75, 2 feet RM140, 2.5 feet RM190";
  expect(offersOf("who invented tank sets", tanks, "Parking: free.")).toContain("Tank sets");
});

test("whether a fixed topic is offered depends on the permitted share of wrong answers", () => {
  const entries = DEMO_AGENTS[0]?.knowledge.map(parseEntry) ?? [];
  const index = indexEntries(entries);
  const ask = (question: string, wrongPercent: number) =>
    answerFromKnowledge({ agentName: "Seri", entries, index, question, wrongPercent });
  for (const percent of [10, 1, 10])
    for (const { text } of ask("Do you repair violins?", percent).offers ?? [])
      expect(ask(text, percent).found, `${text} at ${percent} %`).toBe(true);
});

const BILINGUAL = [
  "Delivery: RM5 within 8 km.",
  "Penghantaran: RM5 dalam 8 km.",
  "Opening hours: 9 am to 6 pm, closed on Monday.",
  "Waktu operasi: 9 pagi hingga 6 petang, tutup pada hari Isnin.",
  "Parking: free behind the shop.",
  "Tempat letak kereta: percuma di belakang kedai.",
  "Repotting: RM12 for each pot.",
  "Tukar pasu: RM12 untuk setiap pasu.",
].map(parseEntry);

test("a business that writes everything twice offers each subject once, in the visitor's language", () => {
  const offersOf = (question: string) =>
    (answerFromKnowledge({ agentName: "Seri", entries: BILINGUAL, question }).offers ?? []).map(({ entry }) => entry);
  for (const question of ["do you repair violins?", "can you deliver a horse to the moon?", "who is the owner of the pots"]) {
    expect(offersOf(question), question).toHaveLength(3);
    expect(
      offersOf(question).filter((entry) => entry % 2 === 1),
      question,
    ).toEqual([]);
  }
  for (const question of ["ada baiki biola tak?", "boleh hantar kuda ke bulan?", "siapa pemilik pasu ini"]) {
    expect(offersOf(question), question).toHaveLength(3);
    expect(
      offersOf(question).filter((entry) => entry % 2 === 0),
      question,
    ).toEqual([]);
  }
});

test("what is nearest to the question is offered in the visitor's language if it is written twice", () => {
  const shop = DEMO_AGENTS.find(({ knowledge }) => knowledge.some((entry) => entry.startsWith("Tempahan kek")));
  const entries = (shop?.knowledge ?? []).map(parseEntry);
  const offersOf = (question: string) =>
    (answerFromKnowledge({ agentName: "Seri", entries, question }).offers ?? []).map(({ text }) => text);
  expect(offersOf("ada jual kuda tak")).toContain("Tempahan kek");
  expect(offersOf("ada jual kuda tak")).not.toContain("We sell whole cakes to order");
  expect(offersOf("do you repair violins")).toContain("We sell whole cakes to order");
});

test("a general topic is not offered beside a label about the same thing, and siblings are two topics", () => {
  const entries = [
    "Payment by bank transfer: to our account at CIMB.",
    "Package A: RM50.",
    "Package B: RM80.",
    "Payment: cash or card.",
  ].map(parseEntry);
  const offersOf = (question: string) =>
    (answerFromKnowledge({ agentName: "Seri", entries, question }).offers ?? []).map(({ text }) => text);
  expect(offersOf("can I pay with gold coins from the moon").filter((text) => text.toLowerCase().startsWith("payment"))).toHaveLength(1);
  const packages = offersOf("which package has a private aeroplane");
  expect(packages).toContain("Package A");
  expect(packages).toContain("Package B");
});

test("the list of topics ends with one mark, whatever the last topic ends with", () => {
  for (const [question, language] of [
    ["do you repair violins?", "en"],
    ["ada jual kuda?", "ms"],
  ] as const)
    for (const last of [
      "What's good here?",
      "Come and see us!",
      "Kedai Roti Sdn. Bhd.",
      "Menu…",
      "Parking",
      "Apa \u201cyang sedap?\u201d",
    ]) {
      const text = LEXICONS[language].talk.say.unknown(["Delivery", last]);
      expect(text, question).toMatch(/[^.?!…][.?!…]["”]?$/);
      expect(text).toContain(`: Delivery, ${last}`);
    }
});

test("a rule and its translation whose numbers are words are one topic", () => {
  const knowledge = [
    "Parties of six or more: please reserve a table ahead.",
    "Enam orang atau lebih: sila tempah meja lebih awal.",
    "Parties of ten or more get a private room.",
    "Parking is free.",
  ];
  const passages = knowledge.map((text, entry) => ({ entry, lead: "", showLead: false, text, image: null }));
  const [six, enam, ten] = passages;
  if (!six || !enam || !ten) throw new Error("unreachable");
  expect(haveSameFacts(six, enam)).toBe(true);
  expect(haveSameFacts(six, ten)).toBe(false);
  expect(haveSameFacts(six, { ...enam, text: `${enam.text} RM6` })).toBe(false);
  const entries = knowledge.map(parseEntry);
  for (const question of ["can we have a violin for our table", "boleh bawa gajah untuk meja kami"]) {
    const { offers = [] } = answerFromKnowledge({ agentName: "Seri", entries, question });
    expect(offers.map(({ entry }) => entry).filter((entry) => entry < 2).length, question).toBeLessThanOrEqual(1);
  }
});
