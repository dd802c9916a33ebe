/** Wrong facts behind long texts that keep much of a reply open, and that a check in pieces could lose its place in. */
import { createRandom } from "../hostile-seeds.ts";
import { pick } from "./businesses.ts";

/** Entries to which all the units below are harmless. */
export const KNOWN = [
  "Latte RM9, mocha RM12.50, tea RM4. The birthday set is RM1,200, and 10% off for members.",
  "Open Tuesday to Friday, 9am-5.30pm. Closed on 3 March 2026 and 25 Disember. Lot 27, 31650 Ipoh.",
  "Call 012-345 6789 or write to hello@kedai.my, www.kedai.my/menu. 4 cups, 9 plates.",
];
const UNITS = (
  "- |x |RM |( |a.|4 x |ab-|\u200b|dan |hingga |- / . , |RM4 |RM4, |9am - |* |**|\n|\n\n|· |@ |a@|dot |at |to |RM9 hingga |four |empat |half |.| |" +
  "4|😀|[|] |mon |tengah |of the |kedai.my |9am |5.30pm - |10% |10% to |012-345 |6789 |3 March |Mac |the |Tue - |Fri |1. |2. |9|RM|1,200 |" +
  "ringgit |sen |per |setengah |pukul |until |costs |harga |RM9/|and a |hb |seribu |dua ratus |& |—|25 Disember - |no. |step |thanks |set "
).split("|");
const FACTS = (
  "RM45|45 ringgit|45%|8pm|evil.com|evil@kedai.my|012-345 6780|forty-five ringgit|empat puluh lima ringgit|15 May|t.me/x|45 bos|150 kak|" +
  "RM4 5|RM 4 5 je|RM4\u200b5|RM45-46|pukul 8|Monday|midnight|15hb|evil dot com|203.0.113.5|RM1.5k|45|hello@kedai.com|fortyfive ringgit|" +
  "https://evil.rocks/x|5 May 2027|12 345 678|0195551234"
).split("|");

/** `before`: what a visitor may have seen when the fact is stopped, at most. */
export function makeBuried(count: number, seed: number): { before: string; fact: string; reply: string; size: number }[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const unit = Array.from({ length: 1 + random(3) }, () => pick(random, UNITS)).join("");
    const length = random(3) === 0 ? random(2_600) : random(300);
    const text = unit.repeat(Math.ceil(length / unit.length)) + pick(random, UNITS);
    const before = /\s$/.test(text) ? text : `${text} `;
    const fact = pick(random, FACTS);
    return { before, fact, reply: before + fact + pick(random, ["", " ok.", " sahaja ya", "\nTerima kasih"]), size: 1 + random(6) };
  });
}
