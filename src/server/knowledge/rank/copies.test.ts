import { describe, expect, test } from "bun:test";
import { saidBy } from "./copies.ts";

const said = (text: string, lead = "", image: string | null = null) => saidBy({ entry: 0, lead, showLead: true, text, image });

describe("copies of a passage", () => {
  test("function words, marks and the order within a clause make no difference", () => {
    for (const [one, other] of [
      ["We open daily from 8 am to 6 pm.", "Open daily from 8am-6pm"],
      ["The deposit is RM50.", "Deposit: RM 50"],
      ["Parking is free behind the shop.", "Behind our shop the parking is free"],
      ["Our shop is closed on Mondays.", "Mondays: the shop is closed"],
      ["Kami ada parking percuma di belakang kedai.", "Parking percuma di belakang kedai"],
      ["Delivery isn’t possible on Sundays.", "Delivery isn't possible Sundays"],
      ["**Kek pandan**: RM68, siap esok", "Kek pandan RM68, siap esok."],
    ] as const)
      expect(said(one), one).toBe(said(other));
  });

  test("what tells two facts apart keeps them apart", () => {
    for (const [one, other] of [
      ["We sell red roses.", "We sell pink roses."],
      ["The sauce is halal.", "The sauce is not halal."],
      ["Halal ✓", "Halal ✗"],
      ["Delivery is free in Ipoh.", "Delivery is free in Lumut."],
      ["Size S is RM20.", "Size M is RM20."],
      ["Package A is RM20.", "Package B is RM20."],
      ["Package A is RM20.", "The package is RM20."],
      ["We ship to US addresses.", "Ship to addresses."],
      ["The deposit is RM50.", "The deposit is RM500."],
      ["The deposit is RM50.", "The deposit is $50."],
      ["Discount: 5%", "Discount: RM5"],
      ["Store it at -5 °C.", "Store it at 5 °C."],
      ["Open from 6 pm.", "Open until 6 pm."],
      ["You pay the postage.", "We pay the postage."],
      ["The price was RM5.", "The price is RM5."],
      ["Only members enter.", "Members enter."],
      ["The pool is for adults.", "The pool is for children."],
      ["Tutup hari Ahad.", "Buka hari Ahad."],
      ["Boleh bawa anjing.", "Tidak boleh bawa anjing."],
    ] as const)
      expect(said(one), one).not.toBe(said(other));
  });

  test("words that change places between clauses, or around a number or a negation, say something else", () => {
    for (const [one, other] of [
      ["Tea is RM5, coffee is RM6.", "Coffee is RM5, tea is RM6."],
      ["Tea RM5 coffee RM6", "Coffee RM5 tea RM6"],
      ["Size S. RM20. Size M. RM30.", "Size M. RM20. Size S. RM30."],
      ["Tea is hot and coffee is cold.", "Coffee is hot and tea is cold."],
      ["We use chicken not pork.", "We use pork not chicken."],
      ["Bas dari Ipoh ke Lumut.", "Bas dari Lumut ke Ipoh."],
    ] as const)
      expect(said(one), one).not.toBe(said(other));
  });

  test("passages under other headings, or with other pictures, are no copies", () => {
    expect(said("RM50", "The deposit")).toBe(said("RM50", "Deposit"));
    expect(said("RM50", "Deposit")).not.toBe(said("RM50", "Delivery"));
    expect(said("RM50", "", "https://example.com/a.png")).not.toBe(said("RM50"));
  });
});
