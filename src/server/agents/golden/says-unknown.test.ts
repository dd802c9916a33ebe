import { expect, test } from "bun:test";
import { saysUnknown } from "./says-unknown.ts";

test("replies that say that the agent does not know are recognised in both languages", () => {
  for (const reply of [
    "I'm sorry, I don't know whether we sell bicycles. Please ask the shop.",
    "We do not have any information about that.",
    "I don’t have the details of our holiday hours.",
    "There is no information about parking.",
    "I'm not sure. Please call us.",
    "I can't confirm that.",
    "Maaf, saya tidak tahu sama ada kami menjual basikal.",
    "Tiada maklumat tentang tempat letak kereta.",
    "Kami tidak mempunyai maklumat itu.",
    "Saya kurang pasti, sila hubungi kedai.",
    "Maaf, saya tak pasti.",
  ])
    expect([reply, saysUnknown(reply)]).toEqual([reply, true]);
});

test("answers are not taken for it, also if they say no", () => {
  for (const reply of [
    "Delivery costs RM5 in Klang.",
    "No, we do not deliver to Ipoh.",
    "We are not open on Sunday.",
    "There is no parking fee.",
    "You can tell us your order by WhatsApp.",
    "Tidak, kami tidak menghantar ke Ipoh.",
    "Kami tidak dibuka pada hari Ahad.",
    "Tiada caj penghantaran.",
    "Adakah anda tahu? Kami menghantar percuma.",
  ])
    expect([reply, saysUnknown(reply)]).toEqual([reply, false]);
});

test("a long reply is read in time in proportion to its length", () => {
  expect(saysUnknown("do not have a ".repeat(50_000))).toBe(false);
  expect(saysUnknown(`tidak ${"a ".repeat(100_000)}`)).toBe(false);
});
