/** An entry about one of several things of a kind does not answer a question about another one. */
import { expect, test } from "bun:test";
import { hostileSeeds, show, steepness } from "../../../../test/hostile-seeds.ts";
import { MAX_WRONG_PERCENT } from "../../../contract/answers.ts";
import { parseEntry } from "../../../contract/knowledge.ts";
import { answerFromKnowledge } from "../answerer.ts";
import { fold } from "../words/read.ts";
import { compareVariants, cutByVariant, readVariants } from "./variants.ts";

const compare = (question: string, text: string) =>
  compareVariants(readVariants(question), { variants: readVariants(text), folded: fold(text) });

test("names with a number, models, codes, sizes, letters and branches are variants", () => {
  for (const [question, same, other] of [
    ["how much is Premier 5", "Premier 5: RM149", "Premier 4: RM129"],
    ["screen for 13 pro", "Screen of a 13 Pro: RM450", "Screen of a 15 Pro Max: RM1,150"],
    ["skrin 15 pro", "15 Pro RM900", "15 Pro Max RM1,150"],
    ["bateri a55", "Galaxy A55: RM190", "Galaxy A54: RM180"],
    ["matematik tingkatan 2", "Form 2 mathematics", "Form 4 mathematics"],
    ["tudung bidang 60", "Tudung bidang 60: RM29", "Tudung bidang 50: RM25"],
    ["XXXL how much", "T-shirts: M RM25, XXXL RM35", "T-shirts: S, M and L RM25, XL RM28, XXL RM32"],
    ["size L price", "Diapers: M RM23.90 (10 pcs), L RM26.90, XL RM29.50", "Diapers: M RM23.90, XL RM29.50"],
    ["klia2 berapa", "KLIA2 transfer RM95", "KLIA1 transfer RM85"],
    ["klia 2 price", "KLIA2 transfer RM95", "KLIA1 transfer RM85"],
    ["jersey saiz L", "Jersey size L: RM38", "Jersey size M: RM35"],
    ["pakej C berapa", "Pakej C: RM699", "Pakej B: RM499"],
    ["harga bilik 3", "Bilik 3: RM180", "Bilik 2: RM150"],
    ["does the Kajang branch open", "Cawangan Kajang buka 9 pagi", "The Cheras branch opens at 10 am"],
  ] as const) {
    expect(compare(question, same), question).toBe("same");
    expect(compare(question, other), question).toBe("other");
  }
});

test("a repeated word and a word with an apostrophe are no variants", () => {
  expect(compare("barang2 berapa", "Barang dapur RM10, 3 barang percuma")).toBeNull();
  expect(compare("it's how much", "M, L and XL RM28")).toBeNull();
});

test("an amount beyond all zones of an entry is not answered by it, and one within them is", () => {
  const zones = ["Delivery: up to 10 km RM8, 10 to 25 km RM15.", "Kedai buka 9 pagi."].map(parseEntry);
  const ask = (question: string) => answerFromKnowledge({ agentName: "Seri", entries: zones, question });
  expect(ask("delivery 40km how much").text).not.toContain("RM15");
  expect(ask("delivery 20km how much").text).toContain("RM15");
});

test("lists and ranges contain their variants", () => {
  for (const [question, text] of [
    ["form 2", "Form 1, 2 and 3: RM100. Form 4 and 5: RM120."],
    ["tingkatan 4", "Tingkatan 1 hingga 5"],
    ["seksyen 8", "Seksyen 3 hingga Seksyen 9"],
    ["saiz L", "Sizes S to XL"],
    ["saiz 4XL", "size 4XL-5XL"],
    ["s22 ultra", "S-series (S21 to S23 Ultra)"],
    ["the Bukit Mertajam branch", "Second branch: Taman Delima, Bukit Mertajam"],
  ] as const)
    expect(compare(question, text), question).toBe("same");
});

test("a number with the suffix of a model is another variant than the number alone", () => {
  for (const [question, text] of [
    ["iphone 13 pro screen", "iPhone 13 screen RM350"],
    ["iphone 13 screen", "iPhone 13 Pro Max screen RM650"],
    ["iphone 13+ screen", "iPhone 13 screen RM350"],
    ["note 13 pro", "Redmi Note 13 Pro+: RM1,499"],
    ["note 13 pro+", "Redmi Note 13 Pro: RM1,199"],
  ] as const)
    expect(compare(question, text), question).toBe("other");
  for (const [question, text] of [
    ["iphone 13pro", "iPhone 13 Pro and 14 Pro"],
    ["iphone 14 plus", "iPhone 14+ screen RM520"],
    ["room 2 plus breakfast", "Room 2: RM90"],
    ["axia 2018", "Axia 2018 SE auto"],
    ["form 4 plus form 5", "Form 4 and 5: RM120"],
  ] as const)
    expect(compare(question, text), question).toBe("same");
});

test("the suffix of a model behind its code is part of the variant", () => {
  for (const [question, text] of [
    ["s21 ultra battery", "Samsung Galaxy S21 battery RM120"],
    ["s21ultra battery", "Samsung Galaxy S21 battery RM120"],
    ["s21+ battery", "Samsung Galaxy S21 battery RM120"],
    ["s21 fe", "S21 Plus and S21 Ultra RM150"],
    ["s21 battery", "Samsung Galaxy S21 Ultra battery RM180"],
    ["s22 ultra", "S21 RM120, S22 RM130, S23 RM140"],
    ["s22 ultra", "S21 Ultra RM120, S23 Ultra RM130"],
    ["s22 plus", "S21 to S23 Ultra"],
  ] as const)
    expect(compare(question, text), question).toBe("other");
  for (const [question, text] of [
    ["s21ultra", "S21, S21+ and S21 Ultra RM120"],
    ["s21fe screen", "Galaxy S21 FE screen RM300"],
    ["s21 plus", "S21, S21+ and S21 Ultra RM120"],
    ["s22", "S21 to S23 Ultra"],
    ["a4 plus binding", "A4 printing 20 sen"],
    ["a4 printing max 100 pages", "A4 printing 20 sen"],
    ["print a4 max 100 pages", "A4 printing 20 sen"],
    ["room2 plus breakfast", "Room 2: RM90"],
    ["k1 plus k2 fee", "K1 and K2: RM300 a month"],
    ["13 pro", "iPhone 11 Pro to 15 Pro"],
  ] as const)
    expect(compare(question, text), question).toBe("same");
});

test("quantities, prices, times and dates are no variants", () => {
  for (const text of ["book 2 rooms", "open 7 days", "pukul 3", "kek RM 45", "kek 3 kg", "5 orang", "lot 18 jalan 3", "10%", "deposit 50"])
    expect(readVariants(text), text).toEqual([]);
  expect(compare("book 2 rooms", "Book 4 days before.")).toBeNull();
});

test("another variant is never quoted, however many wrong answers the operator permits, and it is offered", () => {
  const ask = (question: string, list: readonly string[]) =>
    answerFromKnowledge({ agentName: "Seri", entries: list.map(parseEntry), question, wrongPercent: MAX_WRONG_PERCENT });
  const plans = ["Premier 4: RM129 a month, 500 Mbps.", "Opening hours: daily 9 am to 6 pm.", "Installation is free."];
  expect(ask("how much is Premier 5", plans)).toMatchObject({ found: false, entries: [], offers: [{ text: "Premier 4", entry: 0 }, {}] });
  expect(ask("how much is Premier 4", plans).text).toContain("RM129");
  const repairs = ["Screen replacement for the 13 Pro costs RM450.", "We close on Mondays.", "Batteries cost RM120."];
  expect(ask("how much is screen replacement for the 15 Pro Max", repairs).found).toBe(false);
  const branches = ["The Cheras branch opens 10 am to 7 pm.", "Parking is free.", "We accept cards."];
  expect(ask("cawangan Kajang buka pukul berapa", branches).found).toBe(false);
});

test("hostile texts are read in time proportional to their length", () => {
  const words = ["size s ", "form 1 to ", "a1", "13 pro ", "s21 ultra ", "a1 plus", "s1 to ", "branch ", "rm1", "1-", "saiz s, "];
  const seeds = [...hostileSeeds({ words, count: 200 })].filter((_, place) => place % 6 === 0);
  for (const read of [readVariants, cutByVariant])
    for (const seed of seeds) expect(steepness(read, seed, { floor: 5 }), show(seed)).toBeNull();
});

test("a text with a list of variants is written once for each of them", () => {
  expect(cutByVariant("how much is Premier 4/5")).toEqual(["how much is Premier 4", "how much is Premier 5"]);
  expect(cutByVariant("kelas Form 1, 2 dan 3 brp")).toEqual(["kelas Form 1 brp", "kelas Form 2 brp", "kelas Form 3 brp"]);
  for (const one of ["open 24/7", "room for 2 and 3 days", "RM4, 5 people", "10/12 March", "Premier 4"])
    expect(cutByVariant(one)).toEqual([one]);
});
