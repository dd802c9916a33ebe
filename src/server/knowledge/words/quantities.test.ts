import { expect, test } from "bun:test";
import { hostileSeeds, show, steepness } from "../../../../test/hostile-seeds.ts";
import { findAsked } from "./asked.ts";
import { ENDLESS, readCodes, readQuantities } from "./quantities.ts";

test("a quantity has a unit that is the same in both languages", () => {
  expect(readQuantities("krabi 4 hari 3 malam")).toEqual([
    { unit: "day", from: 4, to: 4 },
    { unit: "night", from: 3, to: 3 },
  ]);
  expect(readQuantities("2 hours")).toEqual(readQuantities("120 minit"));
  expect(readQuantities("setengah kilo")).toEqual(readQuantities("500g"));
  expect(readQuantities("two seaters")).toEqual([]);
  expect(readQuantities("a 3hp pump, 7-foot wreath")).toEqual([
    { unit: "hp", from: 3, to: 3 },
    { unit: "foot", from: 7, to: 7 },
  ]);
});

test("ranges, limits, labels and ordinals are quantities; prices are not", () => {
  expect(readQuantities("6 hingga 12 tahun")).toEqual([{ unit: "year", from: 6, to: 12 }]);
  expect(readQuantities("minimum 4 orang")).toEqual([{ unit: "person", from: 4, to: ENDLESS }]);
  expect(readQuantities("within 10km")).toEqual([{ unit: "km", from: 0, to: 10 }]);
  expect(readQuantities("form 2, umur 60")).toEqual([
    { unit: "form", from: 2, to: 2 },
    { unit: "age", from: 60, to: 60 },
  ]);
  expect(readQuantities("the third company")).toEqual([{ unit: "ordinal", from: 3, to: 3 }]);
  expect(readQuantities("ten follow-up sessions")).toEqual([{ unit: "session", from: 10, to: 10 }]);
  expect(readQuantities("rm850, rm 20")).toEqual([]);
});

test("a code mixes letters and digits, and is neither a price nor a quantity nor a time", () => {
  expect(readCodes("gas r32 utk rtx4060 10kg rm850 5pm 1st kek2")).toEqual(["r32", "rtx4060"]);
});

test("a question asks for one kind of fact, whatever other words it has", () => {
  const kinds = (text: string) => findAsked(text).map(({ kind }) => kind);
  expect(kinds("slot petang ada pukul berapa")).toEqual(["clock"]);
  expect(kinds("berapa peratus deposit")).toEqual(["percent"]);
  expect(kinds("how many days to get it ready")).toEqual(["duration"]);
  expect(kinds("how much for two, and where are you?")).toEqual(["money", "place"]);
  expect(kinds("kena bayar deposit ke")).toEqual([]);
});

test("hostile texts are read in time proportional to their length", () => {
  const words = ["1", "1-", "two ", "10 working ", "how many a ", "berapa ", "r1", "1.1"];
  const seeds = [...hostileSeeds({ words, count: 200 })].filter((_, place) => place % 6 === 0);
  const readAll = (text: string) => [readQuantities(text), readCodes(text), findAsked(text)];
  for (const seed of seeds) expect(steepness(readAll, seed, { floor: 5 }), show(seed)).toBeNull();
});
