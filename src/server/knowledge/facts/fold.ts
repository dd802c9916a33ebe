/**
 * Brings a text into the form in which facts are read: lower case, ASCII letters, digits and hyphens where a character looks
 * like one, without emphasis, tags and everything that is not seen. Pure.
 */

export interface Folded {
  text: string;
  /** The position in the original text of each unit of `text`, and its length at the end; null: the positions are the same. */
  at: readonly number[] | null;
}

/** Texts that need only lower case. */
const PLAIN = /^[\n\r\t -)+-;=-^a-}]*$/;
/** What is not seen, or is put over a digit. Characters of the replacement kind stand where an invalid one was. */
const UNSEEN = /^(?:[\p{C}\p{Default_Ignorable_Code_Point}\p{M}\ufffc\ufffd])$/u;
const TAG = /<\/?[a-z][a-z0-9]{0,9} ?\/?>/iy;
/** Letters of other alphabets that look like Latin ones. */
const LOOKALIKES = new Map(
  "аa еe оo рp сc уy хx кk мm тt вb нh іi ѕs јj ԁd һh οo αa ρp νv τt ιi κk εe υu ηn χx".split(" ").map((pair) => [pair[0], pair[1] ?? ""]),
);
/** The first of a row of numbers in circles and squares that Unicode relates to no digits, its value, and their count and step. */
const CIRCLED = [
  [0x2776, 1, 10, 1],
  [0x2780, 1, 10, 1],
  [0x278a, 1, 10, 1],
  [0x24eb, 11, 10, 1],
  [0x24f5, 1, 10, 1],
  [0x24ff, 0, 1, 1],
  [0x3248, 10, 8, 10],
  [0x1f10b, 0, 2, 0],
] as const;
/** Dots that address bars accept, and dots in the middle of the line. */
const DOTS = /^[\u3002\uff61\u00b7\u2022\u30fb\u2219\u22c5\u2027]$/;

export function fold(text: string): Folded {
  if (PLAIN.test(text)) return { text: withZeros(text.toLowerCase()), at: null };
  let folded = "";
  const at: number[] = [];
  for (let index = 0; index < text.length; ) {
    const code = text.codePointAt(index) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    if (code === 0x3c) {
      TAG.lastIndex = index;
      if (TAG.test(text)) {
        index = TAG.lastIndex;
        continue;
      }
    }
    const chinese = code >= 0x3007 && code < 0xa000 ? readChinese(text, index, folded) : null;
    if (chinese) {
      folded += chinese.digits;
      for (let made = 1; made < chinese.digits.length; made++) at.push(index);
      // What is read from several signs is complete with the last of them.
      at.push(chinese.end - 1);
      index = chinese.end;
      continue;
    }
    const plain = foldInside(code, folded, text, index + length);
    for (let made = 0; made < plain.length; made++) at.push(index);
    folded += plain;
    index += length;
  }
  at.push(text.length);
  return { text: withZeros(folded), at };
}

/** "RM1OO": the letter is read as a zero, except in "5 o'clock". */
const withZeros = (text: string): string =>
  /\do/.test(text) ? text.replace(/(?<=\d)o{1,6}(?![a-z'’])/g, (letters) => "0".repeat(letters.length)) : text;

const CHINESE = /[零〇一二两兩三四五六七八九十百千万壹贰叁肆伍陆柒捌玖拾佰仟萬]{1,12}/y;
const CHINESE_DIGITS = new Map(
  [..."零0〇0一1二2两2兩2三3四4五5六6七7八8九9壹1贰2叁3肆4伍5陆6柒7捌8玖9".matchAll(/(.)(\d)/gu)].map(([, sign = "", digit]) => [
    sign,
    Number(digit),
  ]),
);
const CHINESE_SCALES = new Map([..."十百千拾佰仟"].map((sign, place) => [sign, 10 ** ((place % 3) + 1)]));
/** What follows a Chinese number that is an amount or a time. The same signs are parts of other words: "一起", "一点". */
const CHINESE_UNITS = /(?:令吉|[马馬][币幣]|[元块塊圆圓]|[点點时時]|月(?!饼|餅)|[日号號折]|巴仙|[%％])/y;

const CHINESE_DAY = /(?:星期|[礼禮]拜)([一二三四五六日天])/y;
const DAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday sunday".split(" ");
const CHINESE_PERCENT = /百分之([\d.]{1,6}|[零〇一二两兩三四五六七八九十]{1,4}|百)/y;

/** "星期天" as the English name of the day, "百分之九" as a percentage; null if neither is here. */
function readChineseWord(text: string, from: number): { digits: string; end: number } | null {
  CHINESE_DAY.lastIndex = from;
  const day = CHINESE_DAY.exec(text);
  if (day) return { digits: ` ${DAY_NAMES["一二三四五六日天".indexOf(day[1] ?? "")]} `, end: CHINESE_DAY.lastIndex };
  CHINESE_PERCENT.lastIndex = from;
  const [, share] = CHINESE_PERCENT.exec(text) ?? [];
  if (share === undefined) return null;
  return { digits: `${/^\d/.test(share) ? share : chineseDigits(share)}%`, end: CHINESE_PERCENT.lastIndex };
}

/** A Chinese number that is an amount or a time, in digits; null if there is none. */
function readChinese(text: string, from: number, before: string): { digits: string; end: number } | null {
  const word = readChineseWord(text, from);
  if (word) return word;
  CHINESE.lastIndex = from;
  const [signs] = CHINESE.exec(text) ?? [];
  if (signs === undefined) return null;
  const end = from + signs.length;
  CHINESE_UNITS.lastIndex = end;
  const isAmount = /(?:rm|[$\d]) ?$/.test(before) || (signs !== "一" && CHINESE_UNITS.test(text));
  return isAmount ? { digits: chineseDigits(signs), end } : null;
}

function chineseDigits(signs: string): string {
  const digits = [...signs].map((sign) => CHINESE_DIGITS.get(sign));
  if (digits.every((digit) => digit !== undefined)) return digits.join("");
  let [total, group, digit] = [0, 0, 0];
  for (const sign of signs) {
    const scale = CHINESE_SCALES.get(sign);
    if (scale !== undefined) {
      group += (digit || 1) * scale;
      digit = 0;
    } else if (/[万萬]/.test(sign)) {
      total += (group + digit || 1) * 10_000;
      [group, digit] = [0, 0];
    } else digit = CHINESE_DIGITS.get(sign) ?? 0;
  }
  return `${total + group + digit}`;
}

/** What a character is between what was folded before it and what follows it. */
function foldInside(code: number, before: string, text: string, next: number): string {
  // One wave is a range; two strike a text out.
  if (code === 0x7e || code === 0xff5e) return isWave(text, next) || isWave(text, next - 2) ? "" : "-";
  const plain = foldChar(code);
  if (plain.startsWith("0.") && /\d$/.test(before)) return plain.slice(1);
  const isDot =
    DOTS.test(plain) &&
    /[a-z0-9]$/.test(before) &&
    /[\w\uff10-\uff5a]/.test(text[next] ?? "") &&
    !/\d\d/.test(`${before.at(-1)}${text[next]}`);
  return isDot ? "." : plain;
}

const isWave = (text: string, at: number): boolean => text[at] === "~" || text[at] === "\uff5e";

/** What each character is alone. Computing it takes long. */
const FOLDED = new Map<number, string>();
/** Characters. A model's text has a few hundred different ones. */
const MAX_FOLDED = 8_192;

function foldChar(code: number): string {
  const known = FOLDED.get(code);
  if (known !== undefined) return known;
  const plain = computeChar(code);
  if (FOLDED.size >= MAX_FOLDED) FOLDED.clear();
  FOLDED.set(code, plain);
  return plain;
}

function computeChar(code: number): string {
  const char = String.fromCodePoint(code);
  if (char === "\n" || char === "\t" || char === "\r") return char;
  if (code < 0x80) return code < 0x20 || code === 0x7f || /[*_`]/.test(char) ? "" : char.toLowerCase();
  if (UNSEEN.test(char)) return "";
  if (/\p{Zs}|\u2800/u.test(char)) return " ";
  if (/\p{Zl}|\p{Zp}/u.test(char)) return "\n";
  if (/\p{Pd}|[\u2043\u2212]/u.test(char)) return "-";
  const circled = CIRCLED.find(([first, , count]) => code >= first && code < first + count);
  if (circled) return `${circled[1] + (code - circled[0]) * circled[3]}`;
  if (/\p{Nd}/u.test(char)) return `${digitOf(code)}`;
  return LOOKALIKES.get(char.toLowerCase()) ?? asAscii(char) ?? char.normalize("NFKC").toLowerCase();
}

/** The digits of a script follow each other, from zero to nine. */
function digitOf(code: number): number {
  let place = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - place - 1))) place++;
  return place % 10;
}

/** Wide, small, raised, bold and accented characters as plain ones, fractions as decimals; undefined if there are none. */
function asAscii(char: string): string | undefined {
  const [, over, under] = /^(\d+)\u2044(\d+)$/.exec(char.normalize("NFKC")) ?? [];
  if (over !== undefined) return `${Math.round((Number(over) / Number(under)) * 100) / 100}`;
  const plain = char.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return /^[\x20-\x7e]+$/.test(plain) ? plain.replace(/[*_`~]/g, "") : undefined;
}
