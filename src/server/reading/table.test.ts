import { describe, expect, test } from "bun:test";
import { readTable } from "./table.ts";

const linesOf = (rows: string[][]) => readTable(rows).flatMap(({ name, lines }) => (name === "" ? lines : [`# ${name}`, ...lines]));

describe("a table", () => {
  test("keeps the header with each row", () => {
    const rows = [
      ["Room", "Weekday", "Weekend"],
      ["Deluxe", "RM120", "RM150"],
      ["Suite", "RM220", "RM250"],
    ];
    expect(linesOf(rows)).toEqual(["Deluxe: Weekday RM120; Weekend RM150", "Suite: Weekday RM220; Weekend RM250"]);
  });

  test("moves the currency of a column to its bare numbers, and leaves out a label that says no more", () => {
    const rows = [
      ["Bil", "Perkara", "Harga (RM)"],
      ["1", "Nasi lemak", "5.00"],
      ["2", "Teh tarik", "2.50"],
    ];
    expect(linesOf(rows)).toEqual(["Nasi lemak: RM5.00", "Teh tarik: RM2.50"]);
  });

  test("without a header keeps its rows as they are", () => {
    expect(
      linesOf([
        ["Nasi lemak", "RM5"],
        ["Teh tarik", "RM2"],
      ]),
    ).toEqual(["Nasi lemak: RM5", "Teh tarik: RM2"]);
  });

  test("has sections below rows of a single cell, and a title above its header", () => {
    const rows = [
      ["KEDAI ALI", "", ""],
      ["Item", "Small", "Large"],
      ["Drinks", "", ""],
      ["Tea", "RM2", "RM3"],
      ["Food", "", ""],
      ["Rice", "RM5", "RM8"],
    ];
    expect(linesOf(rows)).toEqual(["# KEDAI ALI", "# Drinks", "Tea: Small RM2; Large RM3", "# Food", "Rice: Small RM5; Large RM8"]);
  });

  test("repeats a first cell that the row above has", () => {
    const rows = [
      ["Group", "Item", "Price"],
      ["Drinks", "Tea", "RM2"],
      ["", "Coffee", "RM3"],
    ];
    expect(linesOf(rows)).toEqual(["Drinks: Item: Tea; RM2", "Drinks: Item: Coffee; RM3"]);
  });

  test("of questions and answers becomes questions and answers", () => {
    const rows = [
      ["Question", "Answer"],
      ["Do you deliver?", "Yes, within 10 km."],
    ];
    expect(linesOf(rows)).toEqual(["Do you deliver?\nYes, within 10 km."]);
  });
});

test("prices below names, as in a grid of cards, each keep their name", () => {
  const grid = [
    ["Urutan badan", "Facial asas", "Manikur"],
    ["RM60", "RM220", "RM38"],
    ["Lulur", "Rawatan bekam", "Pedikur"],
    ["RM61", "RM221", "RM39"],
  ];
  expect(readTable(grid).flatMap(({ lines }) => lines)).toEqual([
    "Urutan badan RM60; Facial asas RM220; Manikur RM38",
    "Lulur RM61; Rawatan bekam RM221; Pedikur RM39",
  ]);
});
