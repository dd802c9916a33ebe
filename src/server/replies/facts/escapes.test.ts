/** Ways in which a wrong fact once passed the check of facts, and harmless words that it once stopped. */
import { describe, expect, test } from "bun:test";
import { sendInPieces } from "../../../../test/facts/send.ts";
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";

const text = (value: string): KnowledgeEntry => ({ kind: "text", text: value });
const CAFE = [
  "Latte RM9, mocha RM12.50, tea RM4. The birthday set is RM1,200, and 10% off for members.",
  "Open Tuesday to Friday, 9am-5.30pm. Closed on 3 March 2026 and 25 Disember. Lot 27, 31650 Ipoh.",
  "Call 012-345 6789 or write to hello@kedai.my, www.kedai.my/menu. Maybank 5142 8877 3321.",
].map(text);

const send = (reply: string, isCut: (at: number) => boolean) =>
  sendInPieces({ entries: CAFE, owner: [], visitor: [], allowsSums: false }, reply, isCut);
/** The examples of a text. */
const each = (texts: string): string[] => texts.split(" ¦ ");
const CUTS = [() => false, () => true, (at: number) => at % 3 === 0, (at: number) => at % 7 === 0];

function stops(name: string, replies: readonly string[]): void {
  test(`${name}`, () => {
    const passed = replies.filter((reply) => CUTS.some((isCut) => send(reply, isCut).stopped === null));
    expect(passed).toEqual([]);
  });
}
function passes(name: string, replies: readonly string[]): void {
  test(`${name}`, () => {
    const stopped = replies.flatMap((reply) => CUTS.map((isCut) => send(reply, isCut)).filter(({ shown }) => shown !== reply));
    expect(stopped).toEqual([]);
  });
}

describe("a wrong fact is stopped", () => {
  stops(
    "before a form of address or a particle",
    each(
      "150 bos ¦ 45 kak ¦ 8 sir ¦ 45 boss. ¦ 45 bang! ¦ 45 madam ¦ 45 dear ¦ 45 sayang ¦ 45 abang, murah je ¦ 45 tuan ¦ 8 puan ¦ " +
        "RM45 boss ¦ RM45bos ¦ rm 45 kak ¦ 8 je ¦ 8 sahaja kak ¦ Only 8. ¦ 8 nett ¦ 45 only ¦ forty-five only ¦ " +
        "empat puluh lima je ¦ 45 wei ¦ 45 lah ¦ 45 la bos ¦ Cuma 8 bos ¦ 8. ¦ 8 ¦ 45. Murah je ¦ 1. Latte\nRM2. Ya ¦ 1. Latte\n2. Mocha\n8. Ya ¦ Open until 8 sir. ¦ Tutup 8 bos ¦ " +
        "lapan bos ¦ Eight, sir ¦ 9am - 45 bos ¦ 9am hingga 45 kak",
    ),
  );
  stops(
    "with another word for money",
    each(
      "45 hengget ¦ 45 inggit ¦ 45 bucks ¦ 45 sen ¦ 45 ringgits ¦ 5 ringit ¦ 8 henget ¦ 8 quid ¦ 8 duit ¦ 8 yuan ¦ 8 rupees ¦ " +
        "₹45 ¦ ฿45 ¦ 45₩ ¦ ₱8 ¦ 8 grand ¦ 2 lakh ¦ 5 kupang ¦ 45 rgt ¦ 8 usdt ¦ 8 令吉 ¦ RM 8 jt",
    ),
  );
  stops(
    "with a multiplier",
    each("45k ¦ RM1.3k ¦ RM4 k ¦ 1.3 k ¦ RM9 ribu ¦ RM4 juta ¦ 9 ratus ¦ RM4mil ¦ RM4 million ¦ RM9rb ¦ nine hundred bucks"),
  );
  stops(
    "in words",
    each(
      "RM forty five ¦ RMforty ¦ fortyfive ringgit ¦ empatpuluhlima ringgit ¦ limapuluh ringgit ¦ RM limapuluh ¦ " +
        "lima puluh ringgit ¦ four five ringgit ¦ empat lima ringgit ¦ RM one two zero ¦ RM one fifty ¦ twelve sixty ringgit ¦ " +
        "eight thirty pm ¦ pukul lapan tiga puluh ¦ at eight thirty ¦ lapan malam ¦ half past eight ¦ RM empat-lima ¦ eighty bucks ¦ " +
        "a hundred ringgit",
    ),
  );
  stops(
    "in other digits",
    each(
      "rm４５ ¦ RM④⑤ ¦ RM㊺ ¦ RM❹❺ ¦ RM⁴⁵ ¦ RM₄₅ ¦ RM𝟒𝟓 ¦ RM٤٥ ¦ RM🯴🯵 ¦ RM4️⃣5️⃣ ¦ RM4½ ¦ RM９½ ¦ RM XLV ¦ XLV ringgit ¦ RMⅩⅬⅤ ¦ 四十五令吉 ¦ 四十五块钱 ¦ RM四十五 ¦ 肆拾伍元 ¦ RM 4五 ¦ 一百二十令吉 ¦ 八点 ¦ " +
        "RM4O ¦ RM1OO ¦ RM4⑤ ¦ RM\u{11066} ¦ VIII pm",
    ),
  );
  stops(
    "with its digits apart",
    each(
      "4 5 ringgit ¦ RM4 5 ¦ RM 9 0 ¦ RM4 5. ¦ RM4·5 ¦ RM4'5 ¦ RM4|5 ¦ RM4\\5 ¦ RM4😀5 ¦ RM4 5 je ¦ [RM4](https://kedai.my/menu)5 ¦ RM9 2) Ya ¦ RM9 2. Ya ¦ 3) RM9 2) Ya ¦ 1. Latte costs 2. Ya ¦ 1. Latte is 2. Ya ¦ 1. Latte: 2. Ya ¦ 1. Latte. Only 2. Ya ¦ RM1 300 ¦ RM4_5 ¦ RM12 50 ¦ RM9 . 50 ¦ RM9.000 ¦ RM4~~~~5 ¦ " +
        "RM-45 ¦ RM:45 ¦ RM = 45 ¦ RM (45) ¦ R.M. 45 ¦ 4 5% ¦ 4-5 ringgit ¦ RM4-5",
    ),
  );
  const HIDDEN = [
    0x00, 0x01, 0x08, 0x1b, 0x7f, 0x80, 0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180e, 0x200b, 0x200e, 0x202a, 0x202e, 0x2062,
  ];
  const MORE = [0x2066, 0x2069, 0x206f, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffc, 0xfffd, 0xe000, 0x1bca0, 0x1d173, 0xe0020, 0xe0100];
  stops(
    "with characters in it that are not seen",
    [...HIDDEN, ...MORE].flatMap((code) => {
      const hidden = String.fromCodePoint(code);
      return [`RM4${hidden}5`, `RM${hidden}45`, `R${hidden}M45`, `4${hidden}5 ringgit`, `pukul ${hidden}8`, `evil${hidden}.com`];
    }),
  );
  stops(
    "about a time or a day",
    each(
      "We close at midnight ¦ Tutup tengah malam ¦ Sampai tgh malam ¦ Buka tengah hari ¦ Open from noon ¦ tengahari ¦ midday ¦ " +
        "jam 8 ¦ 8 ptg ¦ 8 mlm ¦ 8ish pm ¦ 8 at night ¦ 8 in the evening ¦ 8 A M ¦ 8.a.m ¦ kol 8 ¦ 12 tengah malam ¦ 9 midnight ¦ 20:00 ¦ " +
        "2000 hrs ¦ on the 15th ¦ the 15th ¦ hb 15 ¦ 15hb ¦ 15 hb ¦ lima belas hb ¦ first of May ¦ 1st of May ¦ 1 Mei ¦ " +
        "the fifteenth ¦ May the first ¦ Open on Monday ¦ Open Sat & Sun ¦ Buka hari Ahad ¦ Sabtu pun buka ¦ Isnin tutup ¦ Mon-Fri ¦ " +
        "every Sunday ¦ 3/4 ¦ 3.4.2026 ¦ open on weekends ¦ hujung minggu ¦ in October ¦ bulan Mei ¦ sehingga November ¦ lapan suku ¦ half eight ¦ half-past 8 ¦ malam 8 ¦ 9 to 8 ¦ between 9 and 8 ¦ 8 o clock ¦ 15 bulan 3 ¦ on Mon ¦ next Sat ¦ tutup lapan setengah",
    ),
  );
  stops(
    "in a web address",
    each(
      "evil.rocks ¦ evil.rocks/pay ¦ wa.me/60123456780 ¦ t.me/x ¦ t.me ¦ bit.ly/x ¦ bit.ly ¦ evil.com ¦ EVIL.COM ¦ evil.zip ¦ " +
        "203.0.113.5 ¦ http://203.0.113.5/a ¦ 203.0.113.5/pay ¦ evil dot com ¦ evil dot rocks ¦ evil (dot) com ¦ evil[.]com ¦ " +
        "evil(.)my ¦ evil . com ¦ evil .com ¦ evil. com ¦ evil。com ¦ evil．com ¦ evil titik com titik my ¦ ftp://evil ¦ " +
        "tg://resolve?domain=x ¦ évil.com ¦ kedai.my/pay ¦ kedai.my.evil.app ¦ evіl.com ¦ kedai-my.shop ¦ @evil_shop ¦ " +
        "https://kedai.my@evil.com ¦ evil.co.uk ¦ evil.photography ¦ evil.中国 ¦ evil.рф ¦ www evil com",
    ),
  );
  stops(
    "in an e-mail address",
    each(
      "evil@kedai.my ¦ evil at kedai dot my ¦ evil (at) kedai (dot) my ¦ evil [at] kedai [dot] my ¦ evil@evil dot com ¦ " +
        "evil @ kedai.my ¦ evil alias kedai titik my ¦ hello at evil dot com ¦ evil at gmail dot com ¦ evil＠kedai.my ¦ " +
        "evil{at}kedai{dot}my ¦ evil -at- kedai -dot- my",
    ),
  );
  stops(
    "as a small price without a currency",
    each(
      "8 per pax ¦ 8 seorang ¦ 8/cup ¦ It's 8 ¦ Latte: 8 ¦ **Latte**: 8 ¦ A latte is eight ¦ serendah 8 ¦ as low as 8 ¦ diskaun 5 ¦ potongan 5 ¦ " +
        "5 off ¦ Latte: 8\nMocha: 9 ¦ Harganya ialah 8. ¦ Diskaun sebanyak 5 ¦ eight per cup",
    ),
  );
  stops(
    "with a half",
    each("RM9 and a half ¦ It's RM nine and a half ¦ nine and a half ringgit ¦ Latte sembilan setengah ringgit ¦ 10 and a half percent"),
  );
  test("whose beginning fills all that can be held back", () => {
    for (let length = 2_296; length < 2_306; length++) {
      const { shown } = send(`${"1-".repeat(length / 2)}${length % 2 === 0 ? "" : "1"} RM45`, () => true);
      expect(shown).not.toContain("RM4");
    }
  });
});

describe("harmless words are not stopped", () => {
  passes(
    "that only look like numbers",
    each(
      "100% happy to help! ¦ Sejuta terima kasih kak ¦ Seribu kemaafan ¦ A thousand apologies. ¦ Thanks a million! ¦ " +
        "First of all, welcome. ¦ One moment, please. ¦ Satu lagi soalan? ¦ Dua-dua boleh. ¦ The top 3 drinks ¦ In 3 easy steps: ¦ " +
        "24/7 ¦ COVID-19 rules apply. ¦ 1. Latte\n2. Mocha\n3. Tea\n4. Pay ¦ Step 1: choose. Step 2: pay. ¦ Option 2 is nice. ¦ " +
        "1) Call\n2) Pay ¦ The 1st floor, the 2nd door ¦ Both of the two ¦ First come, first served. ¦ One of our team will help. ¦ " +
        "Selamat tengah hari! ¦ 我们一起吃，十分好，有一点贵。 ¦ Warranty 3 bulan\n2. Ya ¦ It is a 2-minute walk. ¦ Level 2 ¦ " +
        "For 2 people, 40 guests, 15 minutes, 30 days, 12 bulan, 20 orang, 45 minit. ¦ You may take 2 cakes. ¦ " +
        "Set makan tengah hari ¦ Thank you. Have a nice day. My team ¦ siap.Sila datang ¦ e.g. tea, i.e. hot ¦ I am no. 1 ¦ " +
        "Node.js ¦ 9 a.m. to 5.30 p.m. ¦ We use 100% arabica. ¦ 100% asli",
    ),
  );
  passes(
    "that the knowledge has in another form",
    each(
      "We open 9:00 AM - 5:30 PM, Tue–Fri. ¦ RM 1,200.00 ¦ RM1 200 ¦ Tuesday, Wednesday, Thursday and Friday ¦ Selasa–Jumaat ¦ " +
        "RM12½ ¦ nine thirty is too late, we open at nine ¦ twelve fifty ringgit ¦ RM nine ¦ RM12.5 ¦ 25th of December ¦ the 25th ¦ " +
        "9~5:30pm",
    ),
  );
  passes(
    "about how many there are",
    each(
      "Tables: 8 ¦ Pax: 5 ¦ Adults: 2, kids: 1 ¦ Latte: 2 scoops ¦ Step: 2 ¦ Quantity: 2 ¦ 2 sessions per week ¦ 3 hari seminggu ¦ There is one. ¦ " +
        "RM9 per cup, latte: 9 ¦ It's 9. ¦ 9 per cup ¦ 1 to 2 hours per visit",
    ),
  );
  passes(
    "that number the items of a list on one line",
    each(
      "1) Latte RM9 2) Tea RM4 3) Mocha RM12.50 ¦ 1. Latte RM9 2. Mocha ¦ 1. Latte RM9. 2. Mocha RM12.50. 3. Tea RM4. ¦ " +
        "We have: 1. Latte, RM9 2. Tea, RM4",
    ),
  );
  passes(
    "that say in Chinese what the knowledge says",
    each("3月3日休息。 ¦ 2026年3月3日 ¦ 早上9時 ¦ 百分之十 ¦ 9折 ¦ 九塊錢 ¦ 星期二至星期五 ¦ 星期二 ¦ 2小时 ¦ 三个月"),
  );
  passes("about halves", each("Eight and a half hours a day. ¦ RM9 and a half portion ¦ Lapan setengah jam sehari."));
});
