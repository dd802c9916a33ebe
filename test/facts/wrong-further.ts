/** Further kinds of wrong facts. A stranger once got them through the check, or they resemble such ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { absent, type Business, isAbsent, pick, type Random } from "./businesses.ts";
import { digitsInEnglish, digitsInMalay, inEnglish, inMalay } from "./spelling.ts";

export type Make = (business: Business, random: Random) => string | null;

/** Characters that are not seen, and signs that divide the digits of a number. */
const HIDDEN = [
  ...[0x00, 0x08, 0x1b, 0x7f, 0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200d, 0x200f, 0x202e, 0x2060, 0x2066, 0x206f, 0x3164],
  ...[0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffd, 0xe000, 0x1bca0, 0xe0031, 0xe0100],
].map((code) => String.fromCodePoint(code));
const DIVIDING = [" ", "\u00a0", "\u2009", "·", "|", "\\", "'", "’", "^", "😊", "•", "_", "**", "`"];
const ADDRESSED =
  "# bos|# kak|# sir|# boss|# bro|# puan|# sayang|# dear|# je|# je kak|# sahaja|# only|# nett|cuma #|just #|# la bos|# ya|# lor".split("|");
const CURRENCIES =
  "# hengget|# inggit|# ringgits|# ringit|# bucks|# quid|# rgt|# duit|₹#|฿#|₱#|# yuan|# baht|# rupees|#₩|RM: #|RM = #|(RM) #|RM-#".split(
    "|",
  );
const TIMES_MORE = "#k|RM#k|# K|RM#.3k|# ribu|RM # rb|# grand|# lakh|RM# juta|RM#mil|# ribu ringgit".split("|");
const DAYS =
  "Monday|Tuesday|on Wednesdays|Thursday|every Friday|Saturday & Sunday|Mon-Fri|Isnin|hari Selasa|Rabu|Khamis|setiap Jumaat|Sabtu dan Ahad".split(
    "|",
  );
const MIDDLES = "midnight|noon|midday|tengah malam|tengah hari|tgh malam|tengahari|12 midnight|12 tengah malam|Tengah Malam".split("|");
const MONTH_DAYS = "the #th|on the #th|#hb|# hb|hb #|# haribulan|the #th of every month|#th".split("|");
const TLDS = readFileSync(join(import.meta.dir, "../../src/server/knowledge/facts/tlds.txt"), "utf8")
  .trim()
  .split(/\s+/);
const LINKS =
  "$.%|$.%/pay|www.$.%|https://$.%|$ dot %|$ (dot) %|$[.]%|$ titik %|$.com.%|203.0.113.#|203.0.113.#/pay|http://203.0.113.#|wa.me/6011555#|t.me/$|bit.ly/$|$ .com|$。com|ftp://$.%".split(
    "|",
  );
const MAILS =
  "$@%.my|$ at % dot my|$ (at) % (dot) com|$ [at] % [dot] net|$ alias % titik com|$ @ %.com|$@% dot com|$＠%.com|$ at % dot co dot uk".split(
    "|",
  );
const ROMAN = [
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
] as const;

function inRoman(value: number): string {
  const [most, letters] = ROMAN.find(([worth]) => worth <= value) ?? [0, ""];
  return most === 0 ? "" : letters + inRoman(value - most);
}
const rowsOf = (first: number, zero: number) => (digit: string) =>
  digit === "0" ? String.fromCodePoint(zero) : String.fromCodePoint(first + Number(digit) - 1);
/** Digits in circles, raised, lowered, bold, and of other scripts. */
const SHAPES = [
  rowsOf(0x2460, 0x24ea),
  rowsOf(0x2776, 0x24ff),
  rowsOf(0x2081, 0x2080),
  rowsOf(0x1d7cf, 0x1d7ce),
  rowsOf(0x1d7ed, 0x1d7ec),
  rowsOf(0x661, 0x660),
  rowsOf(0x11067, 0x11066),
  rowsOf(0x1fbf1, 0x1fbf0),
  rowsOf(0xff11, 0xff10),
];
const LABELS = ["promo-hebat", "kedaikita2", "bayarcepat", "jomorder", "x7"];
/** A number from 21 to 99, of which neither the whole nor a multiple is in the text. */
const small = (business: Business, random: Random): string | null => {
  const value = absent(business, random, 21, 99);
  return value === null ? null : `${value}`;
};
const fill = (form: string, values: Readonly<Record<string, string>>): string => form.replace(/[#$%]/g, (sign) => values[sign] ?? sign);
const amount =
  (forms: readonly string[]): Make =>
  (business, random) => {
    const value = small(business, random);
    return value === null ? null : fill(pick(random, forms), { "#": value });
  };
const apart =
  (dividers: readonly string[]): Make =>
  (business, random) => {
    const value = random(2) === 0 ? absent(business, random, 101, 999) : absent(business, random, 21, 99);
    if (value === null) return null;
    const digits = [...`${value}`].join(pick(random, dividers));
    const sen = isAbsent(business, value / 100) ? [`${digits} sen`] : [];
    return pick(random, [`RM${digits}`, `${digits} ringgit`, `RM ${digits}`, `${digits}%`, ...sen]);
  };

/** How each kind is written. */
export const FURTHER: Readonly<Record<string, Make>> = {
  answer: (business, random) => {
    const value = random(3) === 0 ? absent(business, random, 2, 9) : absent(business, random, 21, 900);
    if (value === null) return null;
    const written = random(4) === 0 ? (random(2) === 0 ? inEnglish(value) : inMalay(value)) : `${value}`;
    return fill(pick(random, ADDRESSED), { "#": written });
  },
  "other money": amount(CURRENCIES),
  multiplied: amount(TIMES_MORE),
  "read out": (business, random) => {
    const value = small(business, random);
    if (value === null) return null;
    return pick(random, [
      `${digitsInEnglish(value)} ringgit`,
      `${digitsInMalay(value)} ringgit`,
      `RM ${digitsInEnglish(value)}`,
      `${inMalay(Number(value)).replaceAll(" ", "")} ringgit`,
      `${inEnglish(Number(value)).replace("-", "")} ringgit`,
      `RM${inMalay(Number(value)).replaceAll(" ", "")}`,
      `${inEnglish(Number(value))} percent`,
      `RM ${inRoman(Number(value))}`,
      `RM ${inRoman(Number(value)).toUpperCase()}`,
      `${inRoman(Number(value)).toUpperCase()} ringgit`,
    ]);
  },
  apart: apart(DIVIDING),
  hidden: apart(HIDDEN),
  shapes: (business, random) => {
    const value = small(business, random);
    const shape = pick(random, SHAPES);
    if (value === null) return null;
    const digits = [...value].map(shape).join("");
    return pick(random, [`RM${digits}`, `${digits} ringgit`, `${digits}%`, `RM${value[0]}${shape(value[1] ?? "")}`]);
  },
  weekday: (_, random) => pick(random, DAYS),
  middle: (_, random) => pick(random, MIDDLES),
  "day of a month": (business, random) => {
    const day = absent(business, random, 4, 29);
    return day === null || (day > 19 && day % 10 < 4) ? null : fill(pick(random, MONTH_DAYS), { "#": `${day}` });
  },
  "modern link": ({ text }, random) => {
    const label = pick(random, LABELS);
    const tlds = TLDS.filter((tld) => /^[a-z]{3,}$/.test(tld));
    return text.includes(label) ? null : fill(pick(random, LINKS), { "#": `${1 + random(99)}`, $: label, "%": pick(random, tlds) });
  },
  "spelled mail": ({ text }, random) => {
    const label = pick(random, LABELS);
    return text.includes(label) ? null : fill(pick(random, MAILS), { $: label, "%": pick(random, ["gmail", "kedai", "yahoo"]) });
  },
};

/** Entries that imply such a fact are left out of the sample's business. */
export const IMPLIED: Readonly<Record<string, RegExp>> = {
  weekday:
    /day|hari|isnin|selasa|rabu|khamis|jumaat|sabtu|ahad|\b(?:mon|tues?|wed|thur?s?|fri|sat|sun|isn|sel|rab|kha|jum|sab|ahd)s?\b|week|minggu|24\/7|daily|office hours/i,
  middle: /12|midnight|noon|midday|tengah|tgh|24|0000/i,
};
