import { describe, expect, test } from "bun:test";
import { KNOWN, makeBuried } from "../../../../test/facts/buried.ts";
import { type Business, readBusinesses } from "../../../../test/facts/businesses.ts";
import { BY_HAND } from "../../../../test/facts/by-hand.ts";
import { makeFaithful } from "../../../../test/facts/faithful.ts";
import { sendInPieces } from "../../../../test/facts/send.ts";
import { readWritten } from "../../../../test/facts/written.ts";
import { makeWrong, mayBeSeen } from "../../../../test/facts/wrong.ts";
import { createRandom } from "../../../../test/hostile-seeds.ts";
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";
import { createFactCheck, type FactSources } from "./check.ts";

const text = (value: string): KnowledgeEntry => ({ kind: "text", text: value });
const CAFE = [
  "Latte RM9, mocha RM12.50. The birthday set is RM1,200, and 10% off on Mondays.",
  "Open Tuesday to Sunday, 9am-5.30pm. Closed on 3 March 2026 and 25 Disember. Lot 27, 31650 Ipoh.",
  "Call 012-345 6789 or write to hello@kedai.my, www.kedai.my/menu. Maybank 5142 8877 3321.",
].map(text);
const sources = (more: Partial<FactSources> = {}): FactSources => ({ entries: CAFE, owner: [], visitor: [], allowsSums: false, ...more });

const whole = (reply: string, more: Partial<FactSources> = {}) => sendInPieces(sources(more), reply, () => false);
const sourcesOf = ({ entries }: Business, visitor: string[] = []) => sources({ entries, visitor });

describe("a fact that the entries have may be written in any way", () => {
  const FAITHFUL = [
    "A latte is RM9.00 and a mocha is 12 ringgit 50 sen, or twelve ringgit fifty.",
    "Latte sembilan ringgit; mocha dua belas ringgit lima puluh sen, dua belas ringgit setengah pun boleh.",
    "The set: RM1200, RM 1,200.00, seribu dua ratus ringgit, twelve hundred ringgit, RM1.2k.",
    "10 percent, ten per cent, sepuluh peratus, 10 %.",
    "From 9 to 5.30, until 5:30 p.m., 17:30, 9:00am, pukul 9 pagi, pukul lima setengah petang, half past five.",
    "Closed on 3/3/2026, 3 Mac 2026, March 3rd, tiga haribulan Mac, 3-Mar-2026, 2026-03-03, 25 December, 25hb.",
    "Call +60 12-345 6789, 0123456789, (012) 345 6789 or zero one two, three four five, six seven eight nine.",
    "Write to HELLO@kedai.my, hello at kedai dot my. See https://kedai.my/menu or kedai.my.",
    "The account is 514288773321, and our place is in 31650 Ipoh.",
    "**RM9** for a latte, ＲＭ９ or RM\u200b9.",
    "We can serve 2 people, 3 cakes and 40 guests:\n1. Call us\n2. Pay\n\nWe are here 24/7, at least 15 minutes early.",
  ];
  for (const reply of FAITHFUL) {
    test(reply.split("\n")[0] ?? "", () => {
      for (const isCut of [() => false, () => true, (at: number) => at % 5 === 0]) {
        expect(sendInPieces(sources(), reply, isCut)).toEqual({ shown: reply, stopped: null });
      }
    });
  }
});

describe("a fact that the entries do not have is stopped before it is shown", () => {
  const WRONG = [
    ["A latte is RM19.", "A latte is "],
    ["A latte is RM90", "A latte is "],
    ["It costs 45 per cup", "It costs "],
    ["Latte: 45\nMocha: 50", "Latte: "],
    ["A plakat is 7 each.", "A plakat is "],
    ["Scones are 4 apiece", "Scones are "],
    ["A halfmoon goes for 8.", "A halfmoon goes for "],
    ["Plakat 7 setiap satu", "Plakat "],
    ["Kuih 3 seketul, ambil je", "Kuih "],
    ["About forty-five ringgit", "About "],
    ["Kira-kira empat puluh lima ringgit", "Kira-kira "],
    ["That is 9 US dollars", "That is "],
    ["Only 9 sen", "Only "],
    ["You save 12%", "You save "],
    ["Open until 6.", "Open until "],
    ["We close at 6.30 p.m.", "We close at "],
    ["Tutup pukul 6 petang", "Tutup pukul "],
    ["We close on 3 March 2027", "We close on "],
    ["Closed on 4/3", "Closed on "],
    ["Call 012-345 6780 now", "Call "],
    ["Pay to 5142 8877 3322", "Pay to "],
    ["See https://kedai.my/offer now", "See "],
    ["The cake is **RM45**", "The cake is "],
    ["The cake is RM\u200b4\u200b5", "The cake is "],
  ] as const;
  for (const [reply, shown] of WRONG) {
    test(reply.split("\n")[0] ?? "", () => {
      for (const isCut of [() => false, () => true]) {
        const found = sendInPieces(sources(), reply, isCut);
        expect(found.shown).toBe(shown);
        expect(found.stopped).not.toBeNull();
      }
    });
  }

  test("a time whose words are sent before its hour is stopped at the hour", () => {
    expect(whole("We close at half past six").stopped).toBe("half past six");
    expect(whole("We close at a quarter to nine").stopped).toBe("quarter to nine");
    expect(sendInPieces(sources(), "We close at half past six", () => true).shown).toBe("We close at half past ");
  });

  test("nothing that follows is shown", () => {
    const check = createFactCheck(sources());
    expect(check.write("A latte is RM19. Welcome. ")).toBe("A latte is ");
    expect(check.stopped()).toBe("RM19");
    expect(check.write("A mocha is RM12.50.") + check.end()).toBe("");
  });
});

describe("what is held back", () => {
  const held = (reply: string) => {
    const shown = createFactCheck(sources()).write(reply);
    return reply.slice(shown.length);
  };
  test("is only the end that may still grow into another fact", () => {
    expect(held("A latte costs ")).toBe("");
    expect(held("A latte costs RM")).toBe("RM");
    expect(held("A latte costs RM9")).toBe("RM9");
    expect(held("A latte costs RM9 ")).toBe("RM9 ");
    expect(held("A latte costs RM9 each")).toBe("RM9 each");
    expect(held("A latte costs RM9 each ")).toBe("");
    expect(held("A latte costs RM9. ")).toBe("");
    expect(held("We have fi")).toBe("fi");
    expect(held("We have fis")).toBe("");
    expect(held("Write to hello@kedai.my")).toBe("hello@kedai.my");
    expect(held("Call 012-345 ")).toBe("012-345 ");
    expect(held("The price is **")).toBe("**");
  });

  test("includes a word that may be the end of an address until the word is whole", () => {
    const said =
      "The set is RM1,200. Combo A is a latte. Organic beans. Biji kopi. Comel! We dot comment cards, dot my. Style: latte .Combo";
    for (let cut = 1; cut < said.length; cut++) {
      const check = createFactCheck(sources());
      const shown = check.write(said.slice(0, cut)) + check.write(said.slice(cut)) + check.end();
      expect({ cut, shown, stopped: check.stopped() }).toEqual({ cut, shown: said, stopped: null });
    }
    expect(sendInPieces(sources(), "See kopitiam. com for more", () => true).shown).toBe("See kopitiam. ");
    expect(sendInPieces(sources(), "See kopitiam dot com for more", () => true).shown).toBe("See kopitiam ");
  });

  test("numbers of people and things that each get are no prices", () => {
    for (const reply of ["Two teams of 5 each.", "Please take 2 each.", "The tour goes for 3 hours."])
      expect(whole(reply, { entries: CAFE }).stopped, reply).toBeNull();
  });
});

describe("where facts may come from", () => {
  test("the visitor's words and the owner's other texts count, a price that was never named does not", () => {
    expect(whole("RM500 for 80 people is fine.", { visitor: ["my budget is 500, for 80 people"] }).stopped).toBeNull();
    expect(whole("RM80 is fine.", { visitor: ["my budget is 500, for 80 people"] }).stopped).toBe("RM80");
    expect(whole("We close at 11pm.", { owner: ["Remind visitors that we close at 11 pm on Fridays."] }).stopped).toBeNull();
  });

  test("how many people a visitor comes with is no price and no time", () => {
    for (const question of ["a table for 5", "meja untuk 5", "pax 5", "table 5 boleh?"]) {
      for (const reply of ["Yes, RM5 is right", "5 ringgit", "Open until 5"]) {
        expect(whole(reply, { visitor: [question] }).stopped).not.toBeNull();
      }
      expect(whole("A table for 5, noted.", { visitor: [question] }).stopped).toBeNull();
    }
  });

  test("a day on which the business is closed is no day on which it is open", () => {
    const entries = [text("Closed on Sundays. Open 9am to 7pm. Delivery takes 3 working days.")];
    for (const reply of ["We open on Sunday.", "Kami buka hari Ahad", "Open Sunday 9am to 7pm", "We are open Saturday and Sunday."]) {
      expect(whole(reply, { entries }).stopped).not.toBeNull();
    }
    for (const reply of [
      "Closed on Sundays.",
      "We open on Saturday.",
      "Ahad tutup",
      "Open Monday to Saturday",
      "On Sunday we are closed.",
    ]) {
      expect(whole(reply, { entries }).stopped).toBeNull();
    }
    const other = [text("Ahad: tutup. Buka Isnin hingga Sabtu.")];
    expect(whole("Buka Ahad", { entries: other }).stopped).toBe("Ahad");
    expect(whole("Open Monday. Closed Sunday.", { entries: other }).stopped).toBeNull();
    const daily = [text("Open daily except Sunday.")];
    expect(whole("Open on Sunday", { entries: daily }).stopped).toBe("Sunday");
    // Another entry may say more.
    expect(whole("Open on Sunday", { entries: [...daily, text("In December we open on Sundays, too.")] }).stopped).toBeNull();
    expect(whole("Open on Sunday", { entries, visitor: ["are you open on Sunday?"] }).stopped).toBe("Sunday");
  });

  test("the days without opening hours are known as closed", () => {
    const entries = [text("Open Tuesday to Friday, 9am to 5pm.")];
    for (const reply of ["We are closed on Saturday, Sunday and Monday.", "Tutup Sabtu, Ahad dan Isnin."]) {
      expect(whole(reply, { entries }).stopped).toBeNull();
    }
    expect(whole("Open on Monday.", { entries }).stopped).toBe("Monday");
  });

  test("a number of working days names no day", () => {
    for (const days of ["3 working days", "3 to 5 business days", "three working days", "tiga hari bekerja", "2-3 hari kerja"]) {
      expect(whole("Open Monday to Friday.", { entries: [text(`Delivery takes ${days}.`)] }).stopped).toBe("Monday to Friday");
    }
    expect(whole("Open Monday to Friday.", { entries: [text("Open on working days.")] }).stopped).toBeNull();
  });

  test("the sum and the difference of two amounts count only if the operator allows it", () => {
    for (const reply of ["Together RM21.50.", "The difference is RM3.50.", "Two lattes are RM18."]) {
      expect(whole(reply).stopped).not.toBeNull();
      expect(whole(reply, { allowsSums: true }).stopped).toBeNull();
    }
    expect(whole("Together RM22.50.", { allowsSums: true }).stopped).toBe("RM22.50");
    expect(whole("Together 19%.", { allowsSums: true }).stopped).toBe("19%");
    // Each amount minus itself is nothing.
    expect(whole("Free, RM0.00", { allowsSums: true }).stopped).toBe("RM0.00");
  });

  test("the last digits of a telephone number are no time, and a name that is also a month begins no date", () => {
    const entries = ["Call Wei Jun 012-555 0143 or Haikal 04-555 0119, 24/7."].map(text);
    expect(whole("We close at 1:43.", { entries }).stopped).toBe("1:43");
    expect(whole("We open at 1:19 a.m.", { entries }).stopped).toBe("1:19 a.m.");
    expect(whole("Call Wei Jun at 0125550143 or +60 4-555 0119, 24/7.", { entries }).stopped).toBeNull();
    expect(whole("The sale ends on 24/7/2027.", { entries }).stopped).toBe("24/7/2027");
  });

  test("a number in brackets is no part of the telephone number before it", () => {
    const entries = ["Towing: 1-800-555-017 (24 jam)."].map(text);
    expect(whole("Call 1-800-555-017.", { entries }).stopped).toBeNull();
    expect(whole("Call 1-800-555-018.", { entries }).stopped).toBe("1-800-555-018");
  });

  test("the picture of an entry passes unchanged", () => {
    expect(whole("[image]https://pictures.example/1234567.png[/image]A latte is RM9.").stopped).toBeNull();
  });
});

const PATIENCE_MS = 60_000;

describe("samples made by rule from all sets of bench/answers-sets", () => {
  const businesses = readBusinesses();

  test(
    "none of 2,000 wrong facts is shown, however the reply is cut into pieces",
    () => {
      const random = createRandom(3);
      const escaped = makeWrong(businesses, 2_000, 11).flatMap((sample, place) => {
        // One sample in forty is cut at each of its positions in turn.
        const everywhere = place % 40 === 0 ? [...sample.reply].map((_, cut) => (at: number) => at === cut) : [];
        const cuts = [() => false, () => true, () => random(4) === 0, ...everywhere];
        return cuts.flatMap((isCut) => {
          const { shown, stopped } = sendInPieces(sourcesOf(sample.business), sample.reply, isCut);
          return stopped !== null && shown.length <= mayBeSeen(sample) ? [] : [[sample.business.name, sample.kind, sample.reply, shown]];
        });
      });
      expect(escaped).toEqual([]);
    },
    PATIENCE_MS,
  );

  test("at most 1 % of 500 faithful replies are stopped; a hundred of them are written by hand", () => {
    const named = new Map(businesses.map((business) => [business.name, business]));
    const byHand = BY_HAND.flatMap(({ set, replies }) =>
      replies.map(([question, reply]) => ({ business: named.get(set), question: [question], reply })),
    );
    const made = makeFaithful(businesses, 400, 17).map((sample) => ({ ...sample, question: [] as string[] }));
    const replies = [...byHand, ...made];
    const stopped = replies.filter(({ business, question, reply }) => {
      if (!business) throw new Error("a reply belongs to a business that does not exist");
      const found = sendInPieces(sourcesOf(business, question), reply, (at) => at % 4 === 0);
      return found.stopped !== null || found.shown !== reply;
    });
    expect([byHand.length, replies.length]).toEqual([100, 500]);
    expect(stopped.length, JSON.stringify(stopped.map(({ reply }) => reply))).toBeLessThanOrEqual(5);
  });

  test("at most 1 % of 200 further replies, written as several models write, are stopped", () => {
    const written = readWritten();
    const stopped = written.filter(({ set, question, reply }) => {
      const business = businesses.find(({ name }) => name === set);
      if (!business) throw new Error(`there is no business ${set}`);
      return sendInPieces(sourcesOf(business, [question]), reply, (at) => at % 4 === 0).shown !== reply;
    });
    expect(written.length).toBe(200);
    expect(stopped.length, JSON.stringify(stopped)).toBeLessThanOrEqual(2);
  });

  test("no entry is stopped when a reply quotes it", () => {
    const quoted = businesses.flatMap((business) => business.entries.map((entry) => ({ business, reply: entry.text })));
    const stopped = quoted.filter(({ business, reply }) => sendInPieces(sourcesOf(business), reply, (at) => at % 4 === 0).shown !== reply);
    expect(quoted.length).toBeGreaterThan(2_000);
    expect(stopped.map(({ reply }) => reply)).toEqual([]);
  });

  test("none of 600 wrong facts behind long hostile texts is shown", () => {
    const shown = makeBuried(600, 1).filter(({ before, fact, reply, size }) =>
      sendInPieces(sources({ entries: KNOWN.map(text) }), reply, (at) => at % size === 0).shown.includes(before + fact),
    );
    expect(shown).toEqual([]);
  });
});
