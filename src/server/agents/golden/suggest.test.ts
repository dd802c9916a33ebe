/** Which questions an entry suggests. */
import { expect, test } from "bun:test";
import { questionsOf } from "./suggest.ts";

const askedOf = (text: string, language: "en" | "ms" | null = null) => questionsOf(text, language).map(({ question }) => question);

test.each([
  ["# Drinks\n\nLatte: RM11\nFlat White: RM12.50", ["How much is the latte?", "How much is the flat white?"]],
  ["# Harga kek\n\nKek pandan: Kecil RM38; Besar RM60", ["Berapa harga kek pandan?"]],
  ["| Item | Price |\n| --- | --- |\n| Haircut for men | RM25 |", ["How much is the haircut for men?"]],
  ["- **iPhone 11 screen** - RM199", ["How much is the iPhone 11 screen?"]],
  ["Passport photos RM15", ["How much are the passport photos?"]],
  ["Spring rolls with sauce are RM8.", ["How much are the spring rolls with sauce?"]],
  ["1. Rebonding from RM180", ["How much is the rebonding?"]],
  ["Delivery costs RM8 within Shah Alam.", ["How much is the delivery?"]],
])("prices are asked for as visitors do: %j", (text, questions) => {
  expect(askedOf(text)).toEqual(questions);
});

test("a price without other words is asked for in the language of the other entries", () => {
  expect(askedOf("Latte: RM11", "ms")).toEqual(["Berapa harga latte?"]);
  expect(askedOf("Kek pandan: RM38", "en")).toEqual(["Berapa harga kek pandan?"]);
});

test("the answer contains the price if there is only one", () => {
  const saysOf = (text: string) => questionsOf(text, "en").map(({ says }) => says);
  expect(saysOf("Latte: RM 11.50")).toEqual([["RM 11.50"]]);
  expect(saysOf("Embroidery RM1,200, with your name")).toEqual([["RM1,200"]]);
  expect(saysOf("Name tags RM98, ready in 7 days")).toEqual([["RM98"]]);
  expect(saysOf("Latte: hot RM11; iced RM13")).toEqual([[]]);
  expect(saysOf("Rebonding from RM180")).toEqual([[]]);
});

test("a question and a heading are suggested as they are, and of several headings the nearest one", () => {
  expect(askedOf("How much is delivery?\nDelivery costs RM8.")).toEqual(["How much is delivery?"]);
  expect(askedOf("# Services › Returns\n\nWithin 7 days.")).toEqual(["Returns"]);
  expect(askedOf("**Opening hours**:\nNine to five.")).toEqual(["Opening hours"]);
});

test.each([
  "The shop opens at nine in the morning.",
  "We charge RM10 for every trip.",
  "Free for orders above RM80.",
  "Jumlah RM50",
  "After-hours emergencies: call 013-555 0118. The emergency fee is RM150.",
  "Cafe: burgers, maggi, isotonic drinks RM4",
  "Tree cutting is by height: RM250",
  "RM50",
  "Discount RM5",
  "# Heading only",
  "- one\n- two",
  "",
])("nothing is suggested for %j", (text) => {
  expect(askedOf(text)).toEqual([]);
});

test("hostile texts are read in linear time", () => {
  for (const text of ["a ".repeat(50_000), `${"is ".repeat(2_000)}RM5`, "RM5 ".repeat(20_000), `${"| ".repeat(5_000)}RM5`]) askedOf(text);
});
