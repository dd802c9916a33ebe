import { expect, test } from "bun:test";
import { MAX_SOURCES, SOURCE_QUOTE, SOURCE_TITLE } from "../../contract/chat.ts";
import { type KnowledgeEntry, parseEntry } from "../../contract/knowledge.ts";
import { demo } from "../../contract/text/en/demo.ts";
import { runAtOnce } from "../platform/steps.ts";
import { answerFromKnowledge } from "./answerer.ts";
import { describeTopic } from "./answerer-label.ts";
import { splitEntry } from "./rank/split.ts";
import * as sources from "./sources.ts";

const findSources = (entries: readonly KnowledgeEntry[], reply: string) => runAtOnce(sources.findSources(entries, reply));
const shop = demo.knowledge.map(parseEntry);
const titles = (reply: string) => findSources(shop, reply).map(({ title }) => title);

test("a reply rests on the entries whose numbers and words it shares, in either language", () => {
  expect(titles("We are open from 7:30 am to 6 pm on weekdays, and closed on Tuesday.")).toEqual([
    "What time do you open and close today?",
  ]);
  expect(titles("Penghantaran RM40 ke atas percuma, dalam 45 minit, sejauh 8 km.")).toEqual([
    "Delivery costs RM5 within 8 km and takes about 45 minutes",
  ]);
  expect(titles("Kaya toast is RM6.00 and nasi lemak seri is RM12.90.")[0]).toBe("Menu and prices");
});

test("a reply that says nothing of the entries rests on none", () => {
  for (const reply of ["", "Hello! How can I help you?", "I am sorry, I do not know that.", "Selamat datang, apa khabar?"]) {
    expect(findSources(shop, reply)).toEqual([]);
  }
});

test("there are at most three sources, and their texts are bounded", () => {
  const many = Array.from(
    { length: 9 },
    (_, at) => `Branch ${at} offers weddings, catering and birthday parties. ${"Very long. ".repeat(200)}`,
  );
  const found = findSources(many.map(parseEntry), "Every branch offers weddings, catering and birthday parties.");
  expect(found).toHaveLength(MAX_SOURCES);
  for (const { title, quote } of found) {
    expect(title.length).toBeLessThanOrEqual(SOURCE_TITLE);
    expect(quote.length).toBeLessThanOrEqual(SOURCE_QUOTE);
    expect(quote).toStartWith("Branch");
  }
});

test("a picture's address is not part of a quote", () => {
  const [source] = findSources(
    [parseEntry("[image]https://example.com/c.png[/image]Pandan cake for eight people: RM58")],
    "A pandan cake for eight people costs RM58.",
  );
  expect(source).toEqual({ entry: 0, title: "Pandan cake for eight people", quote: "Pandan cake for eight people: RM58" });
});

test("an answer of two parts names both passages, also of one entry", () => {
  const entries = [parseEntry(demo.knowledge.join("\n\n"))];
  const { sources } = answerFromKnowledge({ agentName: "Seri", entries, question: "Is there parking and how much is delivery?" });
  expect(sources?.map(({ title }) => title)).toEqual([
    "Parking is free after 6 pm",
    "Delivery costs RM5 within 8 km and takes about 45 minutes",
  ]);
});

test("the sources of a reply are found in short steps, in many entries and in a long one", () => {
  const many = Array.from({ length: 500 }, (_, at) => parseEntry(`Branch ${at} is open until ${at} pm on Sunday.`));
  const long = parseEntry(many.map(({ text }) => text).join("\n\n"));
  for (const entries of [many, [long]]) {
    const finding = sources.findSources(entries, "Branch 321 is open until 321 pm on Sunday.");
    let steps = 0;
    let step = finding.next();
    for (; !step.done; step = finding.next()) steps++;
    expect(steps).toBeGreaterThanOrEqual(500);
    expect(step.value[0]?.quote).toContain("Branch 321");
  }
});

test("a title and a quote have no marks of Markdown or of pictures", () => {
  const entries = ["### **Parking**\n\n- Free behind the [shop](https://example.com) [image:3]\n- **RM2** on Sundays"].map(parseEntry);
  const found = findSources(entries, "Parking is free behind the shop. On Sundays it costs RM2.");
  expect(found).toEqual([{ entry: 0, title: "Parking", quote: "Free behind the shop RM2 on Sundays" }]);
});

test("a title, a quote, a quick reply and an answer have no character that turns the direction of a text, and no control character", () => {
  const turned = [
    "Q: What is the \u202eprice\u2066?\nA: The cake is RM\u202e54\u0007.",
    "Uncle \u202eTan: he has founded us.",
    "Parking: free.",
  ];
  const entries = turned.map(parseEntry);
  const BAD = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
  const answer = answerFromKnowledge({ agentName: "Seri", entries, question: "What is the price?" });
  expect(answer).toMatchObject({
    text: "The cake is RM54.",
    sources: [{ entry: 0, title: "What is the price?", quote: "The cake is RM54." }],
  });
  const topics = entries.flatMap((entry, position) =>
    [...splitEntry(entry, position)].flatMap((passage) => (passage ? describeTopic(passage) : [])),
  );
  expect(topics).toEqual(["What is the price?", "Uncle Tan", "Parking"]);
  expect(findSources(entries, "The cake price is RM54.")[0]?.quote).not.toMatch(BAD);
});

test("a picture in a question is not part of its title, and a question that is only a picture is named by its answer", () => {
  const picture = "[image]https://example.com/wifi.png[/image]";
  const titleOf = (question: string) =>
    findSources([parseEntry(`Q: ${question}\nA: The wifi password is seri2024.`)], "Our wifi password is seri2024.")[0]?.title;
  expect(titleOf(`${picture} wifi?`)).toBe("wifi?");
  expect(titleOf(picture)).toBe("The wifi password is seri2024");
});
