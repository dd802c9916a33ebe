/** Wrong replies for the tests of the check of facts, made by rule: each has one fact that is in no entry. */
import { createRandom } from "../hostile-seeds.ts";
import { absent, type Business, isAbsent, pick, type Random } from "./businesses.ts";
import { digitsInEnglish, digitsInMalay, inEnglish, inMalay } from "./spelling.ts";
import { AROUND, PLACE_OF } from "./wrong-around.ts";
import { FURTHER, IMPLIED, type Make } from "./wrong-further.ts";

interface Sample {
  business: Business;
  reply: string;
  /** What is wrong in it. */
  wrong: string;
  kind: string;
}

const wide = (text: string): string => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
const grouped = (value: number): string => value.toLocaleString("en");

/** A wrong price: another digit, two digits exchanged, ten times as much, or any other one. */
function wrongAmount(business: Business, random: Random): number | null {
  const known = [...business.text.matchAll(/rm ?(\d{2,5})\b/g)].map((match) => match[1] ?? "");
  const base = known.length > 0 ? pick(random, known) : "45";
  const place = random(base.length);
  const digit = `${(Number(base[place]) + 1 + random(9)) % 10}`;
  const changed = [base.slice(0, place) + digit + base.slice(place + 1), [...base].reverse().join(""), `${base}0`].map(Number);
  const wrong = changed.filter((value) => value > 20 && isAbsent(business, value));
  return wrong.length > 0 && random(4) > 0 ? pick(random, wrong) : absent(business, random, 21, 9_000);
}

const MONEY: readonly ((value: number) => string)[] = [
  (value) => `RM${value}`,
  (value) => `RM ${value}`,
  (value) => `rm${value}.00`,
  (value) => `RM${grouped(value)}`,
  (value) => `RM ${grouped(value)}.50`,
  (value) => `MYR ${value}`,
  (value) => `${value} ringgit`,
  (value) => `RM${value}/-`,
  (value) => `**RM${value}**`,
  (value) => `RM**${value}**`,
  (value) => `RM*${value}*`,
  (value) => `\`RM${value}\``,
  (value) => `_RM_${value}`,
  (value) => `<b>RM${value}</b>`,
  (value) => wide(`RM${value}`),
  (value) => `RM${wide(`${value}`)}`,
  (value) => `RM\u00a0${value}`,
  (value) => `RM\u200b${[...`${value}`].join("\u200b")}`,
  (value) => `RM${[...`${value}`].map((digit) => `${digit}\u0336`).join("")}`,
  (value) => `${inEnglish(value)} ringgit`,
  (value) => `${inMalay(value)} ringgit`,
  (value) => `RM${inMalay(value)}`,
  (value) => `${inEnglish(value).toUpperCase()} RINGGIT`,
  (value) => `${inMalay(value)} ringgit lima puluh sen`,
  (value) => `${value} bucks`,
  (value) => `Rm. ${value}`,
  (value) => `RM${value}-${value + 1}`,
];
const FOREIGN = ["USD #", "$#", "S$#", "# dollars", "€#"];

/** The kinds of wrong facts, and how each is written. */
const WRONG: Readonly<Record<string, Make>> = {
  money: (business, random) => {
    const value = wrongAmount(business, random);
    return value === null ? null : pick(random, MONEY)(value);
  },
  "large money": (business, random) => {
    const value = 1_100 + 100 * random(80);
    if (!isAbsent(business, value) || !isAbsent(business, value / 100) || !isAbsent(business, value / 1_000)) return null;
    return pick(random, [
      `RM${value / 1_000}k`,
      `${inEnglish(value / 100)} hundred ringgit`,
      `RM${grouped(value)}`,
      `${inMalay(value)} ringgit`,
      `RM ${`${value}`.slice(0, 1)} ${`${value}`.slice(1)}`,
      `${value / 1_000} ribu ringgit`,
    ]);
  },
  "swapped currency": (business, random) => {
    const known = [...business.text.matchAll(/rm ?(\d{2,5})\b/g)].map((match) => match[1] ?? "");
    const foreign = /[$€£]|usd|dollar|sgd/.test(business.text);
    return known.length === 0 || foreign ? null : pick(random, FOREIGN).replace("#", () => pick(random, known));
  },
  "swapped unit": (business, random) => {
    const known = [...business.text.matchAll(/rm ?(\d{2,5})\b(?![.,]\d)/g)].map((match) => match[1] ?? "");
    const fit = known.filter(
      (one) =>
        !business.text.includes((Number(one) / 100).toFixed(2)) &&
        !new RegExp(`rm ?${Number(one) / 100}\\b`).test(business.text) &&
        !new RegExp(`\\b0?[.:]?${one} ?(?:%|per ?cent|peratus|sen\\b)|\\.${one}\\b`).test(business.text),
    );
    if (fit.length > 0 && random(2) === 0)
      return pick(random, [`${pick(random, fit)}%`, `${pick(random, fit)} peratus`, `${pick(random, fit)} sen`]);
    const counted = [
      ...business.text.matchAll(/\b(\d{2,4}) ?(?:minit|minutes|min|hari|days|kg|cm|ml|pax|orang|tahun|people|jam|hours)\b/g),
    ];
    const units = counted
      .map((match) => match[1] ?? "")
      .filter((one) => !new RegExp(`rm ?${one}\\b`).test(business.text))
      .filter((one) => business.text.split(new RegExp(`(?<![\\d.])${one}(?![\\d.])`)).length === 2);
    return units.length === 0 ? null : `RM${pick(random, units)}`;
  },
  percentage: (business, random) => {
    const value = absent(business, random, 21, 99);
    if (value === null) return null;
    return pick(random, [
      `${value}%`,
      `${value} %`,
      `${value} percent`,
      `${value} per cent`,
      `${value} peratus`,
      `${inEnglish(value)} percent`,
      `${inMalay(value)} peratus`,
      wide(`${value}%`),
      `**${value}**%`,
      `${value}.5%`,
    ]);
  },
  time: (business, random) => {
    const minutes = [7, 13, 19, 23, 37, 41, 43, 47, 52, 58].filter((one) => isAbsent(business, one));
    if (minutes.length === 0) return null;
    const minute = pick(random, minutes);
    const hour = 1 + random(11);
    const at = `${minute}`.padStart(2, "0");
    return pick(random, [
      `${hour}:${at}pm`,
      `${hour}.${at} pm`,
      `${hour}:${at} a.m.`,
      `pukul ${hour}.${at} petang`,
      `jam ${hour}:${at}`,
      `${hour + 12}:${at}`,
      `${hour}.${at} malam`,
      wide(`${hour}:${at}pm`),
      `**${hour}:${at}** pm`,
    ]);
  },
  hour: (business, random) => {
    const hours = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].filter((one) => isAbsent(business, one) && isAbsent(business, one + 12));
    if (hours.length === 0) return null;
    const hour = pick(random, hours);
    return pick(random, [
      `${hour}pm`,
      `${hour} pm`,
      `${hour} p.m.`,
      `${hour}am`,
      `pukul ${hour} petang`,
      `pukul ${hour}`,
      `${hour} pagi`,
      `${hour}:00`,
      `${hour + 12}:00`,
      `${inEnglish(hour)} o'clock`,
      `pukul ${inMalay(hour)} setengah petang`,
      `${inMalay(hour)} petang`,
      `${inEnglish(hour)} pm`,
    ]);
  },
  date: (business, random) => {
    const day = absent(business, random, 2, 29);
    if (day === null) return null;
    const month = random(12);
    const [english = "", malay = ""] = MONTH_NAMES[month] ?? [];
    const year = 2_026 + random(3);
    return pick(random, [
      `${day} ${english} ${year}`,
      `${day} ${malay}`,
      `${english} ${day}`,
      `${english} ${day}th, ${year}`,
      `${day}th of ${english}`,
      `${day}hb ${malay}`,
      `${day}/${month + 1}/${year}`,
      `${day}-${month + 1}-${year}`,
      `${day}.${month + 1}.${year}`,
      `${year}-${`${month + 1}`.padStart(2, "0")}-${`${day}`.padStart(2, "0")}`,
      `${inMalay(day)} ${malay}`,
      `${inEnglish(day)} ${english}`,
      `${day}hb`,
      wide(`${day}/${month + 1}/${year}`),
    ]);
  },
  phone: (business, random) => {
    const known = business.text.match(/\b0\d{1,2}-\d{3,4} ?\d{4}\b/g) ?? ["012-345 6789"];
    const base = pick(random, known);
    const places = [...base].map((_, at) => at).filter((at) => at > 2 && /\d/.test(base[at] ?? ""));
    const place = pick(random, places);
    const changed = base.slice(0, place) + ((Number(base[place]) + 1 + random(9)) % 10) + base.slice(place + 1);
    const digits = changed.replace(/\D/g, "");
    if (business.text.replace(/\D/g, "").includes(digits.slice(1))) return null;
    return pick(random, [
      changed,
      digits,
      `+6${changed}`,
      `+6${digits}`,
      `6${digits}`,
      digits.replace(/^(\d{3})(\d+)(\d{4})$/, "($1) $2 $3"),
      digits.replace(/^(\d{3})(\d+)(\d{4})$/, "$1.$2.$3"),
      wide(changed),
      digitsInEnglish(digits),
      digitsInMalay(digits),
      `**${changed}**`,
      [...digits].join(" "),
      [...digits].join("\u200b"),
    ]);
  },
  account: (_, random) => {
    const digits = Array.from({ length: 12 }, () => `${random(10)}`).join("");
    return pick(random, [
      `7${digits}`,
      `5${digits.replace(/(\d{4})(?=\d)/g, "$1 ")}`,
      `8${digits.replace(/(\d{4})(?=\d)/g, "$1-")}`,
      digitsInEnglish(digits),
    ]);
  },
  email: ({ text }, random) => {
    // "Park@Perak" is a name and no address.
    const [known] = text.match(/[\w.-]+@[\w-]+(?:\.[\w-]+)+/g) ?? ["hello@kedai.my"];
    const [user = "", host = ""] = (known ?? "hello@kedai.my").split("@");
    const wrong = pick(random, [
      `${user}s@${host}`,
      `sales.${user}@${host}`,
      `${user}@${host.replace(/\.[a-z]+$/, ".org")}`,
      `${user} at ${host.replaceAll(".", " dot ").replace(/\w+$/, "net")}`,
      `${user.toUpperCase()}1@${host.toUpperCase()}`,
      wide(`x${user}@${host}`),
      `**${user}1@${host}**`,
    ]);
    return text.includes(wrong.toLowerCase()) ? null : wrong;
  },
  link: ({ text }, random) => {
    const wrong = pick(random, [
      "https://bit.ly/kedai-promo",
      "www.kedai-kita.com.my",
      "kedaikita.com",
      "http://promo.example.net/menu?id=5",
      "KEDAI-KITA.MY",
      "[menu](https://menu.example.org/a)",
      "kedaikita dot com",
      "https://wa.me/60123459876",
      "tempah.kedaikita.my/borang",
    ]);
    return text.includes("kedaikita") ? null : wrong;
  },
  ...FURTHER,
};
const MONTH_NAMES: readonly (readonly [string, string])[] = [
  ["January", "Januari"],
  ["February", "Februari"],
  ["March", "Mac"],
  ["April", "April"],
  ["May", "Mei"],
  ["June", "Jun"],
  ["July", "Julai"],
  ["August", "Ogos"],
  ["September", "September"],
  ["October", "Oktober"],
  ["November", "November"],
  ["December", "Disember"],
];

const isAddress = (kind: string): boolean => /mail|link/.test(kind);

/** Wrong replies, each with exactly one wrong fact. */
export function makeWrong(businesses: readonly Business[], count: number, seed: number): Sample[] {
  const random = createRandom(seed);
  const kinds = Object.keys(WRONG);
  const samples: Sample[] = [];
  while (samples.length < count) {
    const kind = kinds[samples.length % kinds.length] ?? "money";
    const business = without(pick(random, businesses), IMPLIED[kind]);
    const wrong = WRONG[kind]?.(business, random) ?? null;
    if (wrong === null) continue;
    const around = pick(random, AROUND[PLACE_OF[kind] ?? "amount"] ?? []);
    samples.push({ business, kind, wrong, reply: around.replace("{x}", () => wrong) });
  }
  return samples;
}

/** A business without the entries that imply a fact. */
function without(business: Business, implied: RegExp | undefined): Business {
  if (!implied) return business;
  const entries = business.entries.filter(({ text }) => !implied.test(text));
  return { ...business, entries, text: entries.map(({ text }) => text.toLowerCase()).join("\n") };
}

/** The largest part of a wrong reply that a visitor may have read when it is stopped. */
export function mayBeSeen({ reply, wrong, kind }: Sample): number {
  const at =
    reply.indexOf(wrong) +
    (/^(?:pukul |jam |(?:on |every |setiap |hari |the |hb |cuma |just |RM[ =]+)+|[^\p{L}\p{N}$€+(]+(?:b>|menu\]\()?)/u.exec(wrong)?.[0]
      .length ?? 0);
  return isAddress(kind) ? at + wrong.length - 1 : at;
}
