import { expect, test } from "bun:test";
import { MAX_SOURCES, SOURCE_QUOTE, SOURCE_TITLE } from "../../contract/chat.ts";
import { type KnowledgeEntry, parseEntry } from "../../contract/knowledge.ts";
import { DEMO_KEDAI_KNOWLEDGE } from "../../contract/text/demo.ts";
import { runAtOnce } from "../platform/steps.ts";
import { answerFromKnowledge } from "./answerer.ts";
import * as sources from "./sources.ts";

const findSources = (entries: readonly KnowledgeEntry[], reply: string) => runAtOnce(sources.findSources(entries, reply));
const shop = DEMO_KEDAI_KNOWLEDGE.map(parseEntry);
const titles = (reply: string) => findSources(shop, reply).map(({ title }) => title);

test("a reply rests on the entries whose numbers and words it shares, in either language", () => {
  expect(titles("We are open from 7:30 am to 6 pm on weekdays, and closed on Tuesday.")).toEqual(["Opening hours"]);
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
  const entries = [parseEntry(DEMO_KEDAI_KNOWLEDGE.join("\n\n"))];
  const { sources } = answerFromKnowledge({ agentName: "Seri", entries, question: "Is there parking and how much is delivery?" });
  expect(sources?.map(({ title }) => title)).toEqual([
    "Free Wi-Fi for guests",
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
