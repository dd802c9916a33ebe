import { expect, test } from "bun:test";
import type { Block } from "../html/blocks.ts";
import { CommonLines, lineOf } from "./common-lines.ts";

const line = (text: string, more: Partial<Block> = {}): Block => ({ text, level: 0, region: "body", isLink: false, ...more });
const link = (text: string) => line(text, { isLink: true });
const NONE = { pages: 0, lines: [] };

/** What is left of each page after all were counted. */
function leftOf(pages: Block[][]): string[][] {
  const lines = new CommonLines(NONE);
  const all = pages.map((page) => page.map(lineOf));
  for (const page of all) lines.addPage(page);
  return all.map((page, at) => {
    const common = lines.among(page);
    return page.flatMap((line, place) => (common.has(line) ? [] : [pages[at]?.[place]?.text ?? ""]));
  });
}

test("links that many pages have are left out, also the menu of one part of the site", () => {
  const pages = Array.from({ length: 20 }, (_, at) => [
    link("Home"),
    ...(at >= 15 ? [link("Older posts")] : []),
    line(`Text of page ${at}`),
  ]);
  expect(leftOf(pages)).toEqual(pages.map((_, at) => [`Text of page ${at}`]));
});

test("two pages have nothing in common that could be a menu", () => {
  expect(
    leftOf([
      [link("Home"), line("One")],
      [link("Home"), line("Two")],
    ]),
  ).toEqual([
    ["Home", "One"],
    ["Home", "Two"],
  ]);
});

test("a price that many things have stays with each of them", () => {
  const pages = Array.from({ length: 10 }, (_, at) => [line(`Cake ${at}`), line("RM 10.00"), line("Add to cart")]);
  expect(leftOf(pages).every((left) => left.includes("RM 10.00"))).toBe(true);
});

test("a sentence that some products share stays, and one that all pages have goes", () => {
  const washing = "Wash it by hand in cold water and dry it in the shade.";
  const banner = "Welcome to the shop that all families of the town have loved since 1970";
  const pages = Array.from({ length: 10 }, (_, at) => [
    line(banner),
    line("Open"),
    line(`Shirt ${at}`),
    ...(at < 6 ? [line(washing)] : []),
  ]);
  const left = leftOf(pages).flat();
  expect([left.includes(washing), left.filter((text) => text === washing).length]).toEqual([true, 6]);
  expect(left).not.toContain("Open");
});

test("a notice about cookies is left out like a menu", () => {
  const pages = Array.from({ length: 6 }, (_, at) => [
    line(`Page ${at}`),
    ...(at % 2 ? [line("This site uses cookies to be better for you than it was before.")] : []),
  ]);
  expect(
    leftOf(pages)
      .flat()
      .filter((text) => text.includes("cookies")),
  ).toEqual([]);
});

test("a heading goes only with all that is below it", () => {
  const heading = (text: string) => line(text, { level: 3 });
  const pages = Array.from({ length: 10 }, (_, at) => [
    heading("Description"),
    line(`This is cake ${at}.`),
    heading("Follow us"),
    link("Facebook"),
    link("TikTok"),
  ]);
  expect(leftOf(pages)[0]).toEqual(["Description", "This is cake 0."]);
});

test("what is remembered of a site recognizes its menu on the first page of the next reading", () => {
  const lines = new CommonLines(NONE);
  for (let at = 0; at < 200; at++) lines.addPage([link("Home"), link("Cart"), line(`Text ${at}`)].map(lineOf));
  const memory = lines.toMemory();
  expect(memory.lines).toHaveLength(2);
  expect(memory.pages).toBe(40);
  const next = new CommonLines(memory);
  const page = [link("Home"), link("Cart"), line("Something new")].map(lineOf);
  const common = next.among(page);
  expect(page.map((one) => common.has(one))).toEqual([true, true, false]);
});

test("the state is a plain value of bounded size", () => {
  const lines = new CommonLines(NONE);
  for (let at = 0; at < 300; at++)
    lines.addPage([link("Home"), ...Array.from({ length: 200 }, (_, i) => line(`Line ${i} of page ${at}`))].map(lineOf));
  const text = JSON.stringify(lines.toState());
  expect(text.length).toBeLessThan(200_000);
  expect(new CommonLines(JSON.parse(text)).toState()).toEqual(lines.toState());
});

test("whether headings are empty is found in one pass, however many there are", () => {
  const page = Array.from({ length: 3_000 }, (_, at) => lineOf(line(`Heading ${at % 7}`, { level: 1 + (at % 6) })));
  const lines = new CommonLines(NONE);
  for (let at = 0; at < 5; at++) lines.addPage(page);
  let looks = 0;
  const watched = new Proxy(page, {
    get(target, name, receiver) {
      if (typeof name === "string" && /^\d+$/.test(name)) looks++;
      return Reflect.get(target, name, receiver);
    },
  });
  expect(lines.among(watched).size).toBe(3_000);
  expect(looks).toBeLessThan(3_000 * 8);
});
