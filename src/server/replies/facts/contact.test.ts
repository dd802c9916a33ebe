import { expect, test } from "bun:test";
import { hostileSeeds, show, steepness } from "../../../../test/hostile-seeds.ts";
import { parseEntry } from "../../../contract/knowledge.ts";
import { findContact } from "./contact.ts";

const find = (...entries: string[]) => findContact(entries.map(parseEntry));

test("the contact is the one under a heading about it", () => {
  expect(find("Email us your ideas at ideas@kedai.example.", "Contact: WhatsApp 012-555 0142 or hello@kedai.example.")).toBe(
    "Contact: WhatsApp 012-555 0142 or hello@kedai.example.",
  );
  expect(
    find("Our shop: 012-555 0199, ask for Ali.", "# About\n\nWe bake.\n\n## Hubungi kami\n\n012-555 0142 (9 pagi hingga 5 petang)."),
  ).toBe("012-555 0142 (9 pagi hingga 5 petang).");
});

test("a contact for applicants, suppliers, the press or emergencies is not used while there is another one", () => {
  for (const special of [
    "Email careers@kedai.example to work with us.",
    "Jawatan kosong: hubungi Puan Siti 013-555 0101.",
    "Contact for suppliers: purchasing@kedai.example.",
    "Our beans are supplied by Bean House, call 03-555 0101.",
    "Send files by email to print@kedai.example.",
    "Contact (press): media@kedai.example.",
    "Emergency towing: call 1-800-555-017 or 019-555 0101.",
    "## Careers\n\nWhatsApp 013-555 0101.",
  ]) {
    expect(find(special, "You may call us at 012-555 0142."), special).toBe("You may call us at 012-555 0142.");
    expect(find(special, "The shop is at Jalan 3, 012-555 0142."), special).toBe("The shop is at Jalan 3, 012-555 0142.");
  }
  expect(find("Email careers@kedai.example to work with us.")).toBe("Email careers@kedai.example to work with us.");
});

test("a sentence that invites to call goes before one that only has a number, and text without a contact has none", () => {
  expect(find("Stall 0125550101 at the market.", "Call us at 012-345 6789 for cakes.")).toBe("Call us at 012-345 6789 for cakes.");
  expect(find("We open in 2026.", "Latte RM9.")).toBe("");
});

test("words that say something else beside a contact do not make it one for a special purpose", () => {
  for (const usual of [
    "Call our 24 hr hotline 012-555 0142.",
    "If you fail to collect your order, call 012-555 0142.",
    "Press the bell or call 012-555 0142.",
    "Call our emergency plumber at 012-555 0142.",
  ])
    expect(find("The shop is at Jalan 3, 012-555 0199.", usual), usual).toBe(usual);
  expect(find("Email hr@kedai.example to work with us.", "The shop is at Jalan 3, 012-555 0142.")).toContain("0142");
});

test("the numbers of accounts and registrations are no contacts", () => {
  for (const other of [
    "Bayar ke akaun 0123 4567 8901.",
    "Company no 012345678901.",
    "Transfer to Maybank 012345678901 and send the receipt.",
    "Pay to 012345678901 (CIMB).",
  ]) {
    expect(find(other), other).toBe("");
    expect(find(other, "The shop is at Jalan 3, 012-555 0142."), other).toContain("0142");
  }
  expect(find("Bank transfer: WhatsApp 012-555 0142 for the account.")).toContain("0142");
});

test("the sentences that are searched are bounded, and a contact with many entries before it is found", () => {
  const many = Array.from({ length: 250 }, (_, at) => `Order ${1000 + at}: a sentence without a contact.`);
  expect(find(...many, "Call us at 012-555 0142.")).toBe("Call us at 012-555 0142.");
});

test("hostile texts are searched in time proportional to their length", () => {
  const seeds = [...hostileSeeds({ words: ["call ", "a: ", "# ", "0125 ", "a@b.c ", "kerja "], count: 120 })];
  for (const seed of seeds)
    expect(
      steepness((text: string) => find(text.slice(0, 20_000)), seed, { floor: 5 }),
      show(seed),
    ).toBeNull();
});
