import { describe, expect, test } from "bun:test";
import { DEMO_KEDAI_WORDS } from "../../contract/demo-text.ts";
import { type KnowledgeEntry, parseEntry } from "../../contract/knowledge.ts";
import { LANGUAGES, type Language } from "../../contract/language.ts";
import { DEMO_KEDAI } from "../../contract/text/demo.ts";
import { answerFromKnowledge, answerSteps } from "./answerer.ts";
import { streamInPieces } from "./answerer-stream.ts";

const text = (value: string): KnowledgeEntry => ({ kind: "text", text: value });
const shop = DEMO_KEDAI_WORDS.en.knowledge.map(parseEntry);
const ask = (question: string, entries: readonly KnowledgeEntry[] = shop, previousQuestion?: string) =>
  answerFromKnowledge({ agentName: "Seri", entries, question, previousQuestion });

describe("small talk", () => {
  test("greetings, thanks and farewells are answered in the visitor's language", () => {
    expect(ask("Hi there!").text).toBe("Hello, I am Seri. What would you like to know?");
    expect(ask("Assalamualaikum, selamat pagi").text).toBe("Hai, saya Seri. Apa yang anda ingin tahu?");
    expect(ask("terima kasih banyak2 ya").text).toStartWith("Sama-sama.");
    expect(ask("ok thanks a lot").text).toStartWith("You are welcome.");
    expect(ask("jumpa lagi").text).toStartWith("Jumpa lagi");
  });

  test("words of agreement that ask for an amount are no remark", () => {
    const visits = [text("First visit: RM110 for 60 minutes."), text("Follow-up session: RM95 for 45 minutes."), text("Open daily.")];
    expect(ask("how much is follow up", visits).entries).toEqual([1]);
    expect(ask("ok noted, will follow up", visits).text).toStartWith("Good.");
  });

  test("the answerer says who it is", () => {
    expect(ask("Are you a robot?").text).toContain("automatic assistant");
    expect(ask("siapa nama awak").text).toContain("pembantu automatik");
  });

  test("a visitor who asks for a person reads how to reach one, in the language of the request", () => {
    for (const asked of ["speak to human", "can i talk to a real person pls", "let me talk to someone"]) {
      expect(ask(asked).text, asked).toStartWith("I am the automatic assistant on this site, so I cannot connect you with our staff.");
      expect(ask(asked).text, asked).toContain("Phone 05-555 0142");
    }
    for (const asked of ["nak cakap dengan orang", "ada orang tak", "xde org ke", "boleh ckp dgn staff?"]) {
      expect(ask(asked).text, asked).toStartWith("Saya pembantu automatik di laman ini, jadi saya tidak dapat menyambungkan anda");
      expect(ask(asked).text, asked).toContain("05-555 0142");
    }
    const pictured: KnowledgeEntry = { kind: "image", url: "https://example.com/c.png", text: "WhatsApp us at 012-555 0142." };
    expect(ask("speak to human", [pictured]).text).toEndWith("\n\nWhatsApp us at 012-555 0142.");
    expect(ask("speak to human", [pictured]).text).not.toContain("[image]");
    expect(ask("speak to human", [text("We sell orchids.")])).toMatchObject({ entries: [], found: true });
    for (const asked of ["I want to talk to someone real", "human", "i need to speak to the manager about a complaint"])
      expect(ask(asked).text, asked).toContain("Phone 05-555 0142");
    for (const asked of ["nak jumpa pengurus pasal aduan", "manusia"]) expect(ask(asked).text, asked).toContain("05-555 0142");
    expect(ask("are you human").text).toStartWith("I am Seri, the automatic assistant");
    expect(ask("can I speak to a lawyer about my contract").found).toBe(false);
    expect(ask("ada orang jaga kaunter pada hari Ahad tak").text).not.toContain("menyambungkan");
  });

  test("a greeting before a question does not hide the question", () => {
    expect(ask("Hi, what is your phone number?").text).toContain("05-555 0142");
    expect(ask("salam, berapa harga kaya toast?").text).toContain("RM6.00");
  });

  test("a question with words of praise, a weekday and a single noun are no small talk", () => {
    expect(ask("What's good here?").text).toContain("Recommended");
    expect(ask("And Monday?", shop, "What time do you open on Sunday?").text).not.toStartWith("Good.");
    for (const asked of ["service", "full service", "nice bikes?", "???", "."]) expect(ask(asked).text, asked).not.toStartWith("Good.");
    expect(ask("wah very nice, my family love it 😍").text).toStartWith("Good.");
    for (const asked of ["berapa pakej DA auto", "Hi ustazah 😊 transit dengan pengangkutan how much ya"])
      expect(ask(asked, [text("Pakej DA: RM1,650."), text("Transit: RM260 sebulan.")]).text, asked).toMatch(/RM|tahu|know/);
  });

  test("an agent without a name and without knowledge still answers", () => {
    const answer = answerFromKnowledge({ agentName: " ", entries: [], question: "hello" });
    expect(answer.text).toContain("Assistant");
    expect(answerFromKnowledge({ agentName: "", entries: [], question: "price?" })).toMatchObject({ found: false, entries: [] });
  });
});

describe("questions with several parts", () => {
  const entries = [text("Bed frame in rubberwood: queen RM950, king RM1,180."), text("We open Monday to Saturday, 10am to 8pm.")];

  test("each part is answered from its own entry", () => {
    const { text: said } = ask("how much is nasi lemak, and what is your phone number?");
    expect(said).toContain("RM12.90");
    expect(said).toContain("05-555 0142");
  });

  test("a part that no entry answers is named instead of passed over", () => {
    expect(ask("how much is a queen bed frame? how long is the warranty?", entries).text).toBe(
      "Bed frame in rubberwood: queen RM950, king RM1,180.\n\nI do not know this yet: “how long is the warranty”",
    );
    expect(ask("katil queen berapa? waranti berapa tahun?", entries).text).toEndWith("Saya belum tahu tentang ini: “waranti berapa tahun”");
    expect(ask(`how much is a queen bed frame? how long is the ${"very ".repeat(100)}long warranty?`, entries).text.length).toBeLessThan(
      200,
    );
  });

  test("no part is passed over, however the parts are joined", () => {
    for (const asked of ["opening hours, and do you have parking?", "parking and opening hours", "ada parking dan buka pukul berapa?"]) {
      expect(ask(asked).text, asked).toContain("Parking is free");
      expect(ask(asked).text, asked).toContain("Opening hours:");
    }
    for (const asked of ["do you deliver and do you sell violins?", "do you deliver, do you sell violins?"]) {
      expect(ask(asked).text, asked).toStartWith("Delivery costs RM5");
      expect(ask(asked).text, asked).toEndWith("I do not know this yet: “do you sell violins”");
    }
    expect(ask("wifi, parking & violin lessons?").text).toEndWith("I do not know this yet: “violin lessons”");
    expect(ask("how much is a latte and a dragon?").text).toEndWith("I do not know this yet: “a dragon”");
  });

  test("a part that no entry answers is named also if its words are related to those of the quoted passage", () => {
    const yard = [
      "Wheelchairs for rent: RM50 a month.",
      "Dry batteries for motorcycles: RM65.",
      "Oil change for motorcycles: RM38.",
      "We open Monday to Saturday, 9am to 6pm.",
      "Deposit for wheelchairs: RM100, returned within five working days.",
    ].map(text);
    const asked: [question: string, quoted: number, named: string][] = [
      ["sewa kerusi roda berapa, ada jual ubat juga tak?", 0, "ada jual ubat"],
      ["do you sell helmets and how much is a dry battery?", 1, "do you sell helmets"],
      ["bateri kering berapa lepas tu ada jual topi keledar tak", 1, "ada jual topi keledar tak"],
      ["how much is an oil change? Also can you paint my house?", 2, "can you paint my house"],
      ["buka hari Sabtu tak & boleh baiki basikal ke", 3, "boleh baiki basikal ke"],
      ["hi bro, oil change how much, hi nak tanya boleh sewa lori ke", 2, "hi nak tanya boleh sewa lori ke"],
    ];
    for (const [question, quoted, named] of asked) {
      const answer = ask(question, yard);
      expect(answer.entries, question).toEqual([quoted]);
      expect(answer.text, question).toEndWith(`“${named}”`);
    }
  });

  test("a part is answered from its own passage also if the passage of another part has its words", () => {
    const bakery = [
      text("Deposit 50% for all custom cakes, the balance when you collect."),
      text("Cancelling: until 5 days before, we refund the full deposit. Later, the deposit is kept."),
      text("We open Monday to Saturday, 9am to 6pm."),
    ];
    expect(ask("deposit berapa persen, boleh batal tak?", bakery).entries.toSorted()).toEqual([0, 1]);
  });

  test("the name of a model is not cut into parts, because its first words name another model", () => {
    const repairs = [text("iPhone 13 screen RM350, done in one hour."), text("iPhone 14 Plus screen RM520."), text("Battery RM120.")];
    for (const asked of ["iphone 13 plus screen how much", "iphone 13+ screen berapa", "iphone 13 pro screen how much"])
      expect(ask(asked, repairs).entries, asked).toEqual([]);
    expect(ask("iphone 14+ screen berapa", repairs).entries).toEqual([1]);
    const batteries = [text("Samsung Galaxy S21 battery RM120."), text("Samsung Galaxy S22 Ultra battery RM180.")];
    for (const asked of ["s21 ultra battery price", "s21 plus battery price?", "samsung s21+ battery brp"])
      expect(ask(asked, batteries).entries, asked).toEqual([]);
    expect(ask("s21 battery price", batteries).entries).toEqual([0]);
    expect(ask("s22ultra battery berapa", batteries).entries).toEqual([1]);
    expect(ask("iphone 13 screen + battery berapa", repairs).entries).toEqual([0, 2]);
  });

  test('a name with "and" that an entry has is not cut into parts', () => {
    const menu = [
      "Fish burger RM9, with coleslaw.",
      "Fish & chips RM18.",
      "Bread and butter pudding RM8.",
      "Salt bread RM3.50 each.",
      "Black and white coffee RM6.",
    ].map(text);
    for (const [asked, quoted] of [
      ["fish and chips how much", [1]],
      ["how much is fish n chips?", [1]],
      ["berapa harga fish & chips", [1]],
      ["bread and butter pudding ada?", [2]],
      ["fish & chips and salt bread how much?", [1, 3]],
      ["black and white coffee brp", [4]],
    ] as const) {
      const answer = ask(asked, menu);
      expect(answer.entries.toSorted(), asked).toEqual([...quoted]);
      expect(answer.text, asked).not.toContain("“");
    }
  });

  test("a part is not named as unknown if an entry has it as its label", () => {
    const studio = [
      "Deposit: 30% to confirm a date, paid by bank transfer. Balance on the day.",
      "Pembatalan: deposit tidak dipulangkan jika batal kurang daripada 14 hari sebelum tarikh.",
      "Payment: cash, DuitNow QR, debit card. We do not accept Atome or instalments.",
      "Fish burger RM9, with coleslaw.",
      "Chips: small RM4, large RM6.",
      "Family portrait package: RM280 for up to 6 people, 15 edited photos.",
      "We are in Kuantan.",
    ].map(text);
    for (const [asked, quoted] of [
      ["deposit how much and can pay by atome?", [0, 2]],
      ["how much is fish & chips?", [3, 4]],
    ] as const) {
      const answer = ask(asked, studio);
      expect(answer.entries.toSorted(), asked).toEqual([...quoted]);
      expect(answer.text, asked).not.toContain("“");
    }
  });

  test("a part that its own passage answers is not also named as unknown", () => {
    const studio = [
      text("Trial: 21 days with all features, no card needed. Your data is kept for 45 days."),
      text("Office: Jalan Meru 3, Klang."),
    ];
    expect(ask("how long is the free trial, need credit card or not", studio).text).toBe(studio[0]?.text as string);
  });

  test("a greeting, a story and what points at the other part are not named", () => {
    const clinic = [
      text("Full grooming RM85: bath, nails, ears and a lion cut."),
      text("Water testing is free; bring 200ml in a clean bottle."),
    ];
    for (const asked of [
      "Hi teacher, how much is full grooming?",
      "My cat hates water and she bites. How much is full grooming?",
      "the fish are hiding and the kids are sad. Is water testing free?",
    ])
      expect(ask(asked, clinic).text, asked).not.toContain("“");
  });

  test("a part is not named if the quoted passage has the fact that it asks for, in whatever words", () => {
    const plans = [text("Ten-day pass: RM270, used on any ten weekdays within 60 days."), text("We open Monday to Saturday, 10am to 8pm.")];
    for (const asked of ["10 day pass how much, how long can I use it?", "ten-day pass berapa? boleh guna berapa lama?"])
      expect(ask(asked, plans).text, asked).toBe(plans[0]?.text as string);
    expect(ask("ten-day pass how much, and where is the lift?", plans).text).toEndWith("“where is the lift”");
  });

  test("three parts are all answered or named", () => {
    for (const asked of ["are you halal, do you deliver and is there parking?", "halal ke, delivery berapa dan ada parking tak?"]) {
      const { text: said, entries: quoted } = ask(asked);
      for (const part of ["halal", "Delivery costs RM5", "Parking is free"]) expect(said, asked).toContain(part);
      expect(quoted, asked).toHaveLength(3);
    }
    const { text: said } = ask("do you deliver, is there wifi, and do you sell violins?");
    for (const part of ["Delivery costs RM5", "Free Wi-Fi", "“do you sell violins”"]) expect(said).toContain(part);
  });

  test("a part without a subject of its own is about what the parts before it name", () => {
    const tailor = [
      "Baju kurung: RM120.",
      "Express service: 24 hours, RM30, only for alterations.",
      "Curtains: RM25 a metre.",
      "Curtains are ready within 10 days.",
    ].map(text);
    expect(ask("how much is baju kurung and how long does it take", tailor).text).toBe(
      "Baju kurung: RM120.\n\nI do not know this yet: “how long does it take”",
    );
    expect(ask("hi, nak tanya pasal baju kurung, harga dan berapa lama siap", tailor).text).toBe(
      "Baju kurung: RM120.\n\nSaya belum tahu tentang ini: “berapa lama siap”",
    );
    expect(ask("how much are curtains and how long does it take", tailor).entries.toSorted()).toEqual([2, 3]);
  });

  test("each variant of a list is answered or named", () => {
    const classes = [
      text("Premier 4 tuition: RM180 a month"),
      text("Premier 5 tuition: RM210 a month"),
      text("Free parking behind the shop"),
    ];
    for (const asked of ["kelas premier 4, 5 brp", "how much is Premier 4/5", "Premier 4 & 5 how much"])
      expect(ask(asked, classes).entries.toSorted(), asked).toEqual([0, 1]);
    // Its probability is a little below the threshold, so both are offered.
    expect(
      ask("berapa Premier 4 dan 5", classes)
        .offers?.slice(0, 2)
        .map(({ entry }) => entry),
    ).toEqual([0, 1]);
    expect(ask("how much is Premier 4, 5 and is there parking?", classes).entries.toSorted()).toEqual([0, 1, 2]);
    expect(ask("how much is Premier 4/9", classes).text).toBe(
      "Premier 4 tuition: RM180 a month\n\nI do not know this yet: “how much is Premier 9”",
    );
  });

  test("a story around one question is not a part", () => {
    expect(ask("my son is getting married, so how much is a queen bed frame?", entries).text).toBe(entries[0]?.text as string);
  });
});

describe("answers", () => {
  test("what two files or entries say word for word is answered as if it were written once", () => {
    const file = text(
      [
        "# Kedai Roti Mawar",
        "## Opening hours\n\nWe open Tuesday to Sunday from 8 am to 6 pm. Closed on Mondays and on public holidays.",
        "## Penghantaran\n\nPenghantaran percuma untuk pesanan melebihi RM80 dalam lingkungan 10 km. Jika kurang, caj RM6.",
        "## Cakes\n\nPandan layer cake: Size 8 inch; RM68\nChocolate moist cake: Size 8 inch; RM75\nBurnt cheesecake: Size 6 inch; RM89",
        "## Refunds\n\nOrders that are cancelled two days before pick-up get a full refund.",
      ].join("\n\n"),
    );
    for (const asked of ["what time do you open?", "How much is the pandan layer cake?", "do you deliver?", "can I cancel my order?"]) {
      const once = ask(asked, [file]);
      expect(once.found, asked).toBe(true);
      for (const copies of [2, 4]) expect(ask(asked, Array(copies).fill(file)).text, asked).toBe(once.text);
    }
    expect(ask("do you sell bicycles?", [file, file]).found).toBe(false);
    const hours = text("We open from 8 am to 6 pm.");
    expect(ask("what time do you open?", [hours, hours]).text).toBe("We open from 8 am to 6 pm.");
  });

  test("what a website and a file say in nearly the same words is answered as if it were written once", () => {
    const file = ["Our deposit is RM50 for each room.", "We open daily from 8 am to 6 pm.", "Kami ada parking percuma di belakang kedai."];
    const website = ["The deposit is RM50 for each room", "Open daily from 8am-6pm.", "Parking percuma di belakang kedai."];
    for (const asked of ["how much is the deposit?", "what time do you open?", "ada parking tak?", "deposit", "parking"]) {
      const once = ask(asked, file.map(text));
      expect(once.entries, asked).toHaveLength(1);
      expect(ask(asked, [...file, ...website].map(text)).text, asked).toBe(once.text);
      expect(ask(asked, [...website, ...file].map(text)).text, asked).toBe(ask(asked, website.map(text)).text);
    }
    const roses = ["Red roses: RM50 a bunch.", "Pink roses: RM60 a bunch."].map(text);
    expect(ask("how much are roses", roses).entries.toSorted()).toEqual([0, 1]);
    expect(ask("how much are pink roses", roses).entries).toEqual([1]);
  });

  test("a passage that begins with what a plain question asks for is quoted", () => {
    const studio = [
      "Family portrait package: RM280 for up to 6 people, 15 edited photos.",
      "Raya promotion: family portrait RM220 from 15 March to 15 April.",
      "Deposit: 30% to confirm a date, paid by bank transfer. Balance on the day.",
      "Pembatalan: deposit tidak dipulangkan jika batal kurang daripada 14 hari sebelum tarikh.",
      "Makeup dan tudung styling oleh Kak Yan: RM120 for one adult. Must be booked 4 days before the session.",
      "Home visit within Kota Kinabalu city: RM180 for 60 minutes.",
      "Wedding photography: RM900 for 4 hours.",
      "Opening hours: Tuesday to Sunday, 10am to 7pm.",
      "Newborn sessions: RM450, 3 hours.",
    ].map(text);
    for (const [asked, quoted] of [
      ["how much is the deposit", 2],
      ["deposit berapa", 2],
      ["how much deposit?", 2],
      ["ada makeup", 4],
      ["do you do home visit", 5],
      ["opening hours", 7],
      ["OPENING HOURS?", 7],
    ] as const)
      expect(ask(asked, studio).entries, asked).toEqual([quoted]);
    // What begins with other words, lacks the fact or says less than the question asks is not quoted.
    for (const asked of [
      "how much is the makeup deposit",
      "where is the home visit",
      "deposit refund in cash?",
      "how long is the deposit kept",
    ])
      expect(ask(asked, studio).entries, asked).not.toEqual([2]);
    const two = ["Deposit for halls: RM200.", "Deposit for rooms: RM50."].map(text);
    expect(ask("how much is the deposit", two)).toMatchObject({ entries: [0, 1], offers: [{}, {}] });
  });

  test("an image entry comes in the wire form, image first", () => {
    const entries: KnowledgeEntry[] = [text("Open daily."), { kind: "image", url: "https://example.com/c.png", text: "Pandan cake RM58" }];
    expect(ask("how much is the pandan cake", entries)).toMatchObject({
      text: "[image]https://example.com/c.png[/image]Pandan cake RM58",
      found: true,
      entries: [1],
    });
  });

  test("only the answering part of a long entry is quoted, with its heading", () => {
    const filler = Array.from(
      { length: 12 },
      (_, index) => `Paragraph ${index} is about our long history and the people who came here over the years.`,
    ).join("\n\n");
    const list = `Rental prices:\n${["Tent", "Kayak", "Bicycle", "Lantern", "Stove", "Chair", "Hammock", "Cooler box", "Fishing rod", "Sleeping bag"].map((thing, index) => `- ${thing}: RM${10 + index} a day, deposit RM${50 + index}`).join("\n")}`;
    const answer = ask("how much is a kayak", [text(`${filler}\n\n${list}`)]);
    expect(answer.text).toBe("Rental prices:\n- Kayak: RM11 a day, deposit RM51");
  });

  test("a question about what the heading names gets every item, also if one item repeats a word of it", () => {
    const entry = [
      "Servis basikal (harga)",
      "- Servis asas RM35: laras gear dan brek, cuci rantai. Siap 1 hari.",
      "- Servis penuh RM95: buka semua bahagian, tukar gris, luruskan rim. Siap 3 hari.",
      "- Servis e-basikal RM140, di Kamunting sahaja. Siap 4 hari.",
      "Alat ganti tidak termasuk.",
    ].join("\n");
    for (const asked of ["brp harga servis basikal", "Servis basikal (harga)"]) {
      const answer = ask(asked, [text(entry), ...shop]);
      expect([asked, ...["RM35", "RM95", "RM140"].map((price) => answer.text.includes(price))]).toEqual([asked, true, true, true]);
    }
  });

  test("only the answering items of a list in one sentence are quoted", () => {
    const menu = `Menu and prices: ${DEMO_KEDAI.menu.map((dish) => `${dish.name} ${dish.price} (${dish.note})`).join("; ")}.`;
    const entries = [...shop.filter((entry) => !entry.text.startsWith("Menu")), text(menu)];
    expect(ask("berapa harga nasi lemak?", entries).text).toBe(
      "Menu and prices: Nasi lemak seri RM12.90 (Coconut rice, fried chicken, sambal, egg)",
    );
    expect(ask("what is on the menu, and the prices?", entries).text).toContain("Pandan chiffon RM9.00");
  });

  test("a question what something is gets the entry that begins with it, however many others name it", () => {
    const entries = [
      "Papan is sold by the metre.",
      "We cut papan to size.",
      "Papan ialah kayu yang digergaji.",
      "Papan dries for a week.",
    ].map(text);
    expect(ask("What is papan?", entries).text).toBe("Papan ialah kayu yang digergaji.");
  });

  test("two entries are combined if the question has two parts", () => {
    const entries = [text("Parking is free behind the shop."), text("Wi-Fi is free for guests."), text("We sell orchids.")];
    const answer = ask("is there parking and wifi", entries);
    expect(answer.text).toContain("Parking is free");
    expect(answer.text).toContain("Wi-Fi is free");
    expect(answer.entries.toSorted()).toEqual([0, 1]);
  });

  test("the answerer asks back if several entries match a broad question", () => {
    const entries = ["Orchid course: Saturdays.", "Bonsai course: Sundays.", "Herb course: Fridays.", "We are closed on Mondays."].map(
      text,
    );
    const answer = ask("courses?", entries);
    expect(answer.found).toBe(true);
    expect(answer.text).toContain("Which one do you mean?\n- ");
    expect(answer.text).toContain("- Orchid course");
    expect(answer.entries.toSorted()).toEqual([0, 1, 2]);
  });

  test("the previous question does not influence a question that is complete by itself", () => {
    const entries: KnowledgeEntry[] = [
      text("We deliver to Klang and Shah Alam for RM12."),
      text("Halal certified by JAKIM since 2019."),
      { kind: "image", url: "https://example.com/c.png", text: "Pandan cake RM58" },
      text("A refund is paid within 7 days."),
    ];
    for (const before of ["do you deliver to Klang", "how much is the pandan cake", "hello"]) {
      expect(ask("is it halal?", entries, before).text).toBe("Halal certified by JAKIM since 2019.");
      expect(ask("I want a refund", entries, before).text).toBe("A refund is paid within 7 days.");
      for (const noise of ["a".repeat(4_000), "?", "zzz"]) expect(ask(noise, entries, before).text).not.toContain("RM");
    }
    expect(ask("berapa?", entries, "ada kek pandan?").text).toContain("Pandan cake RM58");
    expect(ask("how much is it?", entries, "do you deliver to Klang").text).toContain("RM12");
  });

  test("a follow-up keeps the subject of the previous question", () => {
    const entries = [text("Sourdough costs RM18."), text("Croissants cost RM7."), text("Delivery costs RM12.")];
    expect(ask("and croissants?", entries, "how much is sourdough").text).toContain("RM7");
    expect(ask("how much?", entries, "do you deliver").text).toContain("RM12");
  });

  test("a question about the business itself may call it a shop or a clinic, although no entry does", () => {
    const entries = [
      text(
        "When are you open?\nDaily, 8 am to 6 pm.\n\nWhere are you?\n12 Jalan Kebun, Klang.\n\nHow can people order?\nWhatsApp 012-345 6789.",
      ),
    ];
    for (const question of ["Where is your shop?", "where's ur clinic", "kat mana kedai ni", "alamat kedai"])
      expect(ask(question, entries).text, question).toBe("12 Jalan Kebun, Klang.");
    expect(ask("what time does the store close", entries).text).toBe("Daily, 8 am to 6 pm.");
    // A shop that has an entry of its own is not the business itself.
    const two = [text("Our office is at 3 Jalan Besar, Klang."), text("The showroom is at 9 Jalan Kenari, Ipoh.")];
    expect(ask("where is the showroom", two).text).toContain("Kenari");
  });

  test("typing errors and missing diacritics do not prevent an answer", () => {
    const entries = [text("Crème brûlée costs RM14."), text("Reservations are taken by phone.")];
    expect(ask("creme brulee", entries).text).toContain("RM14");
    expect(ask("resevation", entries).text).toContain("by phone");
  });

  test("Chinese questions are answered from Chinese entries", () => {
    const entries = [text("我们的营业时间是早上九点到晚上六点。"), text("送货费是十块钱。")];
    expect(ask("营业时间是几点？", entries).text).toBe("我们的营业时间是早上九点到晚上六点。");
    expect(ask("送货费多少", entries).entries).toEqual([1]);
  });

  test("an image marker inside a text entry never reaches the visitor", () => {
    expect(ask("secret menu", [text("Secret menu [image]https://evil.example/x.png[/image] here")]).text).not.toContain("[image]");
    expect(ask("secret menu", [text("Secret menu [image:12] is on the wall.")]).text).toBe("Secret menu is on the wall.");
  });

  test("a long pasted text is answered quickly, whatever it contains", () => {
    const started = performance.now();
    for (const wall of [
      "a".repeat(4_000),
      "[".repeat(4_000),
      "0".repeat(4_000),
      "rm ".repeat(1_300),
      "berapa ".repeat(570),
      "1-".repeat(2_000),
      "@.".repeat(2_000),
      "\u0301".repeat(4_000),
    ])
      ask(wall);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("a shop whose entries are in two languages", () => {
  const inBoth = LANGUAGES.flatMap((language) => DEMO_KEDAI_WORDS[language].knowledge).map(parseEntry);

  // Twelve things that people ask a café; the demo agent of the landing page has this knowledge.
  test("answers each question in its own language", () => {
    for (const [question, part] of [
      ["How much is a latte?", "no latte"],
      ["kopi latte ada tak?", "tiada latte"],
      ["Do you have wifi?", "Free Wi-Fi"],
      ["Ada wifi tak?", "Wi-Fi percuma"],
      ["What's good here?", "Recommended"],
      ["apa yang sedap kat sini", "Paling sedap"],
      ["Open on Sunday?", "Saturday and Sunday 8 am to 9 pm"],
      ["kedai bukak pukul brp hari ahad", "Sabtu dan Ahad 8 pagi hingga 9 malam"],
      ["How much is delivery?", "Delivery costs RM5"],
      ["Boleh hantar ke rumah?", "Penghantaran ke rumah RM5"],
      ["where are you", "We are at 18 Jalan Panglima"],
      ["kat mana kedai ni", "terletak di 18 Jalan Panglima"],
      ["is it halal?", "Everything we sell is halal"],
      ["halal ke", "Semua yang kami jual halal"],
      ["is there parking", "Parking is free"],
      ["ada parking?", "Parkir percuma"],
      ["can i pay by card", "Payment: cash, cards"],
      ["boleh bayar guna duitnow", "Bayaran: tunai, kad"],
      ["book a table for 8", "please reserve a table"],
      ["nak tempah meja untuk 8 orang", "sila tempah meja"],
      ["birthday cake", "cakes to order"],
      ["nak tempah kek", "Tempahan kek"],
      ["menu", "Menu and prices"],
      ["menu apa ada", "Menu dan harga"],
    ] as const)
      expect(ask(question, inBoth).text, question).toContain(part);
  });

  test("answers a question of one word from the entry of its language, or of the visitor's, instead of asking back", () => {
    const entries = [
      "Pets are welcome on the terrace.",
      "Wheelchairs: use the back door, it has no step.",
      "Parking at the Klang branch is free.",
      "Parking at the Kajang branch costs RM5.",
      "Haiwan peliharaan dialu-alukan di teres.",
      "Kerusi roda: guna pintu belakang, tiada anak tangga.",
      "Parkir di cawangan Klang percuma.",
      "Parkir di cawangan Kajang RM5.",
    ].map(parseEntry);
    const ask = (question: string, language: Language) => answerFromKnowledge({ agentName: "Kedai", entries, question, language });
    for (const language of LANGUAGES) {
      expect(ask("pets", language).entries).toEqual([0]);
      expect(ask("haiwan", language).entries).toEqual([4]);
      expect(ask("wheelchair", language).entries).toEqual([1]);
      expect(ask("kerusi roda", language).entries).toEqual([5]);
    }
    // Siblings are a choice, also in two languages.
    expect([ask("parking", "en"), ask("parkir", "ms")].map(({ offers }) => offers?.map(({ entry }) => entry))).toEqual([
      [2, 3],
      [6, 7],
    ]);
  });

  test("asks back if the entries in the other language are about something else", () => {
    for (const other of ["Parkir di cawangan Kajang adalah percuma.", "Parkir motosikal di tingkat bawah.", "Parkir lori RM20 sehari."]) {
      const entries = ["Parking at the Klang branch is free.", other, "We sell tiles."].map(parseEntry);
      expect(answerFromKnowledge({ agentName: "Kedai", entries, question: "parking", language: "en" }).offers).toHaveLength(2);
    }
  });

  test("offers topics in the language of the question first", () => {
    expect(ask("are dogs allowed", inBoth)).toMatchObject({ found: false, text: expect.not.stringContaining("Waktu") });
    expect(ask("ada menu ayam percik", inBoth).text).toContain("Menu dan harga, Makanan vegetarian");
  });
});

describe("in steps", () => {
  const entries = ["We are open from 9 am to 6 pm.", "Delivery costs RM5 in Klang.", "Parking is behind the shop."].map(parseEntry);
  const input = (question: string) => ({ agentName: "Seri", entries, question });
  /** Runs several answers in turn, a step of each after the other. @returns their answers, and how many steps each took. */
  function runTogether(questions: readonly string[]) {
    const runs = questions.map((question) => ({ steps: answerSteps(input(question)), count: 0, answer: null as unknown }));
    for (let open = runs; open.length > 0; ) {
      open = open.filter((run) => {
        const step = run.steps.next();
        run.count++;
        if (step.done) run.answer = step.value;
        return !step.done;
      });
    }
    return runs.map(({ count, answer }) => ({ count, answer }));
  }

  test("answers that take turns are what each is by itself, and one with several rankings gives its turn away between them", () => {
    const questions = ["hello", "When are you open?", "How much is delivery, and do you repair violins or teach the piano?"];
    const runs = runTogether(questions);
    expect(runs.map(({ answer }) => answer)).toEqual(questions.map((question) => answerFromKnowledge(input(question))));
    const [talk, plain, parts] = runs.map(({ count }) => count);
    expect(talk).toBe(1);
    expect(plain).toBeGreaterThan(2);
    expect(parts).toBeGreaterThan((plain ?? 0) + 2);
  });
});

describe("streamInPieces", () => {
  test("the pieces join to exactly the text, and a marker is one piece", () => {
    for (const value of [
      "",
      " ",
      "one",
      "one two three four five\n\n- six  seven ",
      "[image]https://a.example/b.png[/image]Hello there friend",
      "我们".repeat(40),
      "🍜".repeat(60),
    ]) {
      expect([...streamInPieces(value)].join("")).toBe(value);
    }
    expect([...streamInPieces("[image]https://a.example/b.png[/image]Hello")][0]).toBe("[image]https://a.example/b.png[/image]");
    expect([...streamInPieces("one two three four five six seven")]).toEqual(["one two three four five six ", "seven"]);
    expect([...streamInPieces("🍜".repeat(60))].every((piece) => piece.isWellFormed())).toBe(true);
  });
});
