/** Writes numbers in words, for texts of tests. Does not share code with the check that reads them. */
const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/** `value`: a whole number from 0 to 999,999. */
export function inEnglish(value: number): string {
  if (value < 20) return ONES[value] ?? "";
  if (value < 100) return `${TENS[Math.floor(value / 10)]}${value % 10 === 0 ? "" : `-${ONES[value % 10]}`}`;
  if (value < 1_000) return `${ONES[Math.floor(value / 100)]} hundred${value % 100 === 0 ? "" : ` and ${inEnglish(value % 100)}`}`;
  const rest = value % 1_000;
  return `${inEnglish(Math.floor(value / 1_000))} thousand${rest === 0 ? "" : ` ${rest < 100 ? "and " : ""}${inEnglish(rest)}`}`;
}

const SATU = "kosong satu dua tiga empat lima enam tujuh lapan sembilan sepuluh sebelas".split(" ");

/** `value`: a whole number from 0 to 999,999. */
export function inMalay(value: number): string {
  const after = (rest: number) => (rest === 0 ? "" : ` ${inMalay(rest)}`);
  if (value < 12) return SATU[value] ?? "";
  if (value < 20) return `${SATU[value - 10]} belas`;
  if (value < 100) return `${SATU[Math.floor(value / 10)]} puluh${after(value % 10)}`;
  if (value < 1_000) return `${value < 200 ? "seratus" : `${SATU[Math.floor(value / 100)]} ratus`}${after(value % 100)}`;
  return `${value < 2_000 ? "seribu" : `${inMalay(Math.floor(value / 1_000))} ribu`}${after(value % 1_000)}`;
}

export const digitsInEnglish = (digits: string): string => [...digits].map((digit) => ONES[Number(digit)]).join(" ");
export const digitsInMalay = (digits: string): string => [...digits].map((digit) => SATU[Number(digit)]).join(" ");
