import { describe, expect, test } from "bun:test";
import { LEXICON } from "../lexicon/concepts.ts";
import { byLetter, findNear, newEffort } from "./near.ts";
import { conceptsOf, readUnits, toWords } from "./read.ts";
import { stem } from "./stem.ts";
import { bitOf, findExpected, findTypes, type ValueType } from "./values.ts";

const meanings = (text: string) => readUnits(text).flatMap(({ concepts }) => concepts.map((concept) => LEXICON.concepts[concept]?.name));

describe("words", () => {
  test("forms of a word match in both languages", () => {
    expect(stem("menghantar")).toBe(stem("hantar"));
    expect(stem("pembayaran")).toBe(stem("bayar"));
    expect(stem("menyewa")).toBe("sewa");
    expect(stem("deliveries")).toBe(stem("delivery"));
    for (const form of ["hantar", "penghantaran", "dihantar", "hantarkan", "deliver", "delivering", "deliveries"]) {
      expect(conceptsOf(form), form).toEqual(conceptsOf("delivery"));
    }
  });

  test("short forms, particles and repeated letters are written out", () => {
    expect(toWords("brp hrga kek2 skrg")).toEqual(["berapa", "harga", "kek", "sekarang"]);
    expect(toWords("sedappp")).toEqual(["sedap"]);
    expect(toWords("form 2 dan form2")).toEqual(["form", "2", "dan", "form", "2"]);
    expect(readUnits("adakah anda yang the of untuk la eh")).toEqual([]);
  });

  test("a phrase has one meaning, in either language", () => {
    for (const text of ["letak kereta", "tempat letak kereta", "car park", "parking"])
      expect(meanings(text), text).toContain("parking/parking");
    expect(meanings("letak kereta")).not.toContain("vehicle/car");
    expect(meanings("Crème BRÛLÉE")).toEqual(meanings("creme brulee"));
  });

  test("number words, digits and prices in ringgit are values", () => {
    expect(readUnits("two dua 2").map(({ stems }) => stems[0])).toEqual(["#2", "#2", "#2"]);
    expect(readUnits("RM1,200.00").at(-1)?.stems).toEqual(readUnits("1200")[0]?.stems as string[]);
  });

  test("scripts without spaces are cut into pieces of two characters", () => {
    expect(readUnits("营业时间").map(({ word }) => word)).toEqual(["营业", "业时", "时间"]);
  });
});

describe("a mistyped word", () => {
  const words = byLetter(["reservation", "harga", "croissant", "screen", "scream", "butang"]);

  test("counts as the nearest known word that is near enough", () => {
    expect(findNear("resevation", words, newEffort())?.word).toBe("reservation");
    expect(findNear("hrga", words, newEffort())?.word).toBe("harga");
    expect(findNear("scren", words, newEffort())?.word).toBe("screen");
    expect(findNear("butter", words, newEffort())).toBeNull();
  });
});

describe("kinds of facts", () => {
  const has = (mask: number, ...types: ValueType[]) => types.every((type) => mask & bitOf(type));

  test("are found in a text", () => {
    expect(has(findTypes("isnin hingga jumaat 9 pagi, rm35, 2 hari"), "day", "time", "money", "duration")).toBe(true);
    expect(has(findTypes("we are friendly."), "money")).toBe(false);
  });

  test("are recognized in a question that asks for them", () => {
    expect(has(findExpected("berapa harga kek"), "money")).toBe(true);
    expect(has(findExpected("pukul berapa buka"), "time")).toBe(true);
    expect(has(findExpected("where are you"), "place")).toBe(true);
    expect(has(findExpected("siapa yang ajar"), "person")).toBe(true);
  });
});
