/** Writes the number of a cell as the spreadsheet shows it: with its currency and decimals, as a date, as a time. Pure. */

const DAY_MS = 86_400_000;
const HOURS = 24;
const MINUTES = 60;
/** Day 0 of a spreadsheet, in days before 1970; the second is of files made by old versions for the Mac. */
const EPOCH = 25_569;
const EPOCH_1904 = 24_107;
const LAST_DAY = 2_958_465;

/** Formats that files name by number only. */
const BUILT_IN: Record<number, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  14: "d/m/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "d/m/yyyy h:mm",
  37: "#,##0",
  38: "#,##0",
  39: "#,##0.00",
  40: "#,##0.00",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss",
};

export const builtInFormat = (id: number): string => BUILT_IN[id] ?? "General";

/** `is1904`: the file counts days from 1904. */
export function formatNumber(value: number, format: string, is1904 = false): string {
  const [positive = "", negative, zero] = format.split(";");
  const section = value < 0 ? (negative ?? positive) : value === 0 ? (zero ?? positive) : positive;
  const literal = section.replace(/\[\$([^\][-]{0,20})[^\][]{0,20}\]/g, '"$1"').replace(/\[(?!h)[^\][]{0,40}\]/gi, "");
  const bare = literal.replace(/"[^"]*"|\\./g, "").replace(/[_*]./g, "");
  if (/general|@/i.test(bare) || bare === "") return plainNumber(value);
  if (/[ymdhs]/i.test(bare)) return formatTime(value, bare, is1904);
  return formatAmount(value, literal, value < 0 && negative === undefined);
}

/** Without what arithmetic with binary fractions adds. */
export const plainNumber = (value: number): string => String(Number(value.toPrecision(12)));

function formatAmount(value: number, section: string, isNegative: boolean): string {
  const shown = section.replace(/[_*]./g, "").replace(/\\(.)/g, '"$1"');
  // Digits, and not what is quoted.
  const digits = /(?:[#0?][#0?,.]*|\.[#0?]+)(?:\s*[#0?]+\/[#0?\d]+)?(?:E[+-][#0?]+)?/i.exec(
    shown.replace(/"[^"]*"/g, (quoted) => " ".repeat(quoted.length)),
  );
  if (!digits) return plainNumber(value);
  const [pattern] = digits;
  const before = shown.slice(0, digits.index).replaceAll('"', "").trim();
  const after = shown
    .slice(digits.index + pattern.length)
    .replaceAll('"', "")
    .trimEnd();
  if (/[/E]/i.test(pattern)) return `${before}${plainNumber(value)}${after}`;
  const decimals = /\.([#0?]*)/.exec(pattern)?.[1] ?? "";
  const least = decimals.replace(/[^0]/g, "").length;
  const amount = writeAmount(Math.abs(after.includes("%") ? value * 100 : value), least, decimals.length, /[#0],[#0]/.test(pattern));
  return `${isNegative ? "-" : ""}${before}${amount}${after}`;
}

/** With at least and at most so many decimals. */
function writeAmount(value: number, least: number, most: number, isGrouped: boolean): string {
  const [whole = "", decimals = ""] = value.toFixed(most).split(".");
  const kept = decimals.slice(0, least) + decimals.slice(least).replace(/(?<!0)0+$/, "");
  const grouped = isGrouped ? group(whole) : whole;
  return kept === "" ? grouped : `${grouped}.${kept}`;
}

function group(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(",");
}

const two = (number: number): string => String(number).padStart(2, "0");

/** Days as people in Malaysia write them, whatever the format, because the order of day and month depends on the reader's settings. */
function formatTime(value: number, format: string, is1904: boolean): string {
  if (value < 0 || value > LAST_DAY) return plainNumber(value);
  const lower = format.toLowerCase();
  const minutes = Math.round((value % 1) * HOURS * MINUTES);
  if (lower.includes("[h")) return `${Math.floor(value) * HOURS + Math.floor(minutes / MINUTES)}:${two(minutes % MINUTES)}`;
  const date = new Date(Math.round((Math.floor(value) - (is1904 ? EPOCH_1904 : EPOCH)) * DAY_MS));
  const month = two(date.getUTCMonth() + 1);
  const hasDay = lower.includes("d");
  const hasYear = lower.includes("y");
  const day = [hasDay ? two(date.getUTCDate()) : "", hasDay || hasYear ? month : "", hasYear ? String(date.getUTCFullYear()) : ""];
  const dayText = day.filter((one) => one !== "").join("/");
  const time = /[hs]/.test(lower) ? formatClock(minutes % (HOURS * MINUTES), /am\/pm|a\/p/.test(lower)) : "";
  return [dayText, time].filter((one) => one !== "").join(" ") || plainNumber(value);
}

function formatClock(minutes: number, isTwelve: boolean): string {
  const hour = Math.floor(minutes / MINUTES);
  if (!isTwelve) return `${two(hour)}:${two(minutes % MINUTES)}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two(minutes % MINUTES)} ${hour < 12 ? "AM" : "PM"}`;
}
