import { expect, test } from "bun:test";
import { detectLanguage } from "./answerer-talk.ts";

test("the language of a short or slangy message is recognized", () => {
  for (const text of [
    "kek 6 inch brp hrga",
    "helo",
    "babai",
    "faham",
    "nk order 2 kotak",
    "bantal leh basuh x",
    "alamak rosak",
    "hrga brapa sis",
  ])
    expect(detectLanguage(text, "en"), text).toBe("ms");
  for (const text of ["latte price", "hw much", "gd afternoon", "student discount?", "alright", "got stock anot", "mocha n latte price"])
    expect(detectLanguage(text, "ms"), text).toBe("en");
});

test("a message that has English nouns between Malay words is Malay, and one without a word of ours is in the fallback language", () => {
  expect(detectLanguage("open day bila", "en")).toBe("ms");
  expect(detectLanguage("ada delivery tak", "en")).toBe("ms");
  for (const fallback of ["en", "ms"] as const)
    for (const text of ["4070?", "👍", ""]) expect(detectLanguage(text, fallback)).toBe(fallback);
});

test("names of holidays, dishes, clothes and places do not make a message Malay", () => {
  for (const text of [
    "opening hours during Hari Raya",
    "Hari Raya opening hours",
    "nasi lemak price",
    "are you closed on Deepavali and Hari Malaysia?",
    "roti canai and teh tarik price list",
    "delivery to Jalan Kenanga Dalam",
    "any branch near Taman Tun Dr Ismail or Bukit Bintang",
    "baju kurung size chart",
    "is there parking in Kampung Baru",
  ])
    expect(detectLanguage(text, "ms"), text).toBe("en");
  for (const text of [
    "hari raya buka tak",
    "nasi lemak berapa",
    "kat jalan kenanga ada kedai",
    "bulan puasa tutup pukul berapa",
    "baju kurung saiz L ada",
    "waktu operasi hari raya",
    "hari apa buka",
    "jalan mana",
  ])
    expect(detectLanguage(text, "en"), text).toBe("ms");
  for (const fallback of ["en", "ms"] as const)
    for (const text of ["nasi lemak", "Hari Raya?", "Jalan Kenanga", "Deepavali"])
      expect(detectLanguage(text, fallback), text).toBe(fallback);
});
