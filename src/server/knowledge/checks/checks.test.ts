/** What the checks of knowledge find, and what they leave alone. bench/checks measures it on labelled pairs. */
import { describe, expect, test } from "bun:test";
import { parseEntry } from "../../../contract/knowledge.ts";
import { runAtOnce } from "../../platform/steps.ts";
import { ALWAYS, type Validity } from "../dates.ts";
import { type CheckedEntry, checkEntries } from "./check-entries.ts";

const TODAY = "2026-11-23";
const entriesOf = (texts: readonly string[]): CheckedEntry[] =>
  texts.map((text, at) => ({ id: `e${at}`, entry: parseEntry(text), valid: ALWAYS, version: "1", saved: TODAY }));
const check = (...texts: string[]) => runAtOnce(checkEntries(entriesOf(texts), TODAY)).findings;
const kindsIn = (...texts: string[]) => check(...texts).map(({ kind }) => kind);

describe("contradictions", () => {
  test.each([
    ["price", "Kek pandan RM38", "Pandan cake: RM40"],
    ["price", "The Deluxe Room for two is RM188 per night with breakfast.", "Bilik deluxe 2 orang RM168 semalam termasuk sarapan."],
    ["price", "Teh tarik ais rm2.80", "# MINUMAN\nTeh tarik panas RM2.20\nTeh tarik ais RM3.00\nMilo ais RM3.50"],
    [
      "time",
      "We are open 9am to 6pm Monday to Saturday. Sunday closed.",
      "Waktu operasi: Isnin - Sabtu 10.00 pagi - 6.00 petang. Ahad tutup.",
    ],
    ["time", "Bengkel buka Isnin hingga Sabtu 0900 - 1800. Ahad cuti.", "Hours: Mon-Sat 8.30am-6pm, closed Sunday"],
    ["phone", "Whatsapp kami di 012-4471890", "For orders, WhatsApp 012-4471980."],
    ["price", "Delivery fee: RM6", "Delivery fee is RM9"],
    ["price", "Yuran penghantaran RM6", "Delivery fee: RM9"],
    ["price", "Deposit: RM50", "A deposit of RM100 is needed"],
    ["price", "Cagaran kunci RM20", "Key deposit RM30"],
    ["price", "Parking is free for customers.", "Parking RM5"],
    ["price", "Pendaftaran percuma.", "Registration costs RM30."],
    ["time", "Open on Sundays", "Closed on Sundays"],
    ["time", "Kedai cuti setiap Jumaat.", "Our shop is open on Fridays."],
    ["time", "Open 7 days a week, 9am to 9pm.", "Kedai kami tutup hari Isnin."],
    ["time", "Open on public holidays.", "We are closed on cuti umum."],
    ["time", "Klinik dibuka jam 8.30 pagi.", "The clinic opens at 9am."],
    ["phone", "Call 012-345 6789 for bookings", "For bookings call 013-987 6543"],
  ])("of one thing are found, also in two languages: %s", (kind, one, other) => {
    expect(kindsIn(one, other)).toEqual([kind as "price"]);
    expect(kindsIn(other, one)).toEqual([kind as "price"]);
  });

  test("show the words of both entries", () => {
    const [finding] = check("We bake every day. Kek pandan RM38. Order early.", "Pandan cake: RM40");
    expect(finding?.places).toEqual([
      { id: "e0", quote: "Kek pandan RM38." },
      { id: "e1", quote: "Pandan cake: RM40" },
    ]);
  });

  test.each([
    ["sizes", "Kek pandan 6 inci RM50", "Kek pandan 8 inci RM78"],
    ["a starting price", "Scaling from RM100", "Scaling RM120"],
    ["a range", "Haircut RM20-RM30", "Haircut RM25"],
    ["the same price written in two ways", "Pandan cake RM38.00, serves eight", "Kek pandan 38 ringgit"],
    ["weekdays and weekends", "Bilik standard RM120 hari biasa", "Standard room on Saturday & Sunday: RM150."],
    ["members", "Court RM20 an hour", "Court for members RM15 an hour"],
    ["things of one kind", "Samosa daging, 25 keping: RM15.00", "Samosa sayur, 25 keping: RM12.00"],
    ["an old price that is told", "Facial RM78", "Facial was RM98, now RM78"],
    ["deposits", "Canopy RM200 a day", "Canopy deposit RM100"],
    ["days", "Saturday: 9am to 1pm", "Monday to Friday: 9am to 6pm"],
    ["the two clocks", "Open daily 9am to 5pm", "Buka setiap hari 0900 - 1700"],
    ["purposes", "Sales: 03-5512 8890", "Emergency plumber Pak Din: 012-771 2233"],
    ["lines of two towns", "Servis aircond Johor: call 07-558 2093", "Servis aircond Melaka: call 06-284 7715"],
    ["originals and copies", "Skrin Samsung A54 ori RM420", "Samsung A54 screen (copy) RM400"],
    ["areas", "Delivery within Ipoh RM5", "Delivery to Batu Gajah RM9"],
    ["distances", "Delivery fee: RM6 (below 5 km)", "Delivery fee: RM10 (5 to 10 km)"],
    ["a minimum", "Free delivery for orders above RM80.", "Delivery fee RM8."],
    ["what is free for members", "Parking is free for members.", "Parking RM5 for visitors."],
    ["what is free at some times", "Parking is free after 6pm.", "Parking RM3 per entry."],
    ["what is free with something", "Tank set RM680. Free delivery within Batu Pahat.", "Delivery in Batu Pahat RM20."],
    ["deposits for two things", "Deposit RM100 for weddings.", "Deposit RM50 for birthday parties."],
    ["a day and a week", "Sewa kereta Myvi RM130 sehari.", "Sewa kereta Myvi RM380 seminggu."],
    ["headings of two branches", "# Bangi\nDelivery fee RM5", "# Kajang\nDelivery fee RM8"],
    ["date ranges", "Registration fee RM50 until 31 December 2026.", "Registration fee RM80 from 1 January 2027."],
    ["two days", "Open on Sundays", "Closed on Mondays"],
    ["a day that both leave out", "Kedai buka setiap hari kecuali Isnin.", "Isnin tutup."],
    ["departments", "The showroom is open on Sundays.", "The workshop is closed on Sundays."],
    ["two businesses", "Klinik buka hari Ahad.", "Farmasi tutup hari Ahad."],
    ["Ramadan", "In Ramadan we are closed on Mondays.", "Open daily, 10am to 10pm."],
    ["neighbouring lines", "For orders call 012-448 2201.", "For complaints call 012-448 2209."],
    ["lines of two branches", "Cawangan Seremban: 06-762 1100", "Cawangan Nilai: 06-799 2200"],
    ["account numbers", "Maybank account 5140 1234 5678", "WhatsApp 012-3456 789"],
  ])("are not seen in %s", (_, one, other) => {
    expect(kindsIn(one, other)).toEqual([]);
  });

  test("are not seen between entries that are never used together", () => {
    const [one, other] = entriesOf(["Open daily 9am to 6pm", "Open daily 10am to 4pm"]) as [CheckedEntry, CheckedEntry];
    const findings = (a: Validity, b: Validity) =>
      runAtOnce(
        checkEntries(
          [
            { ...one, valid: a },
            { ...other, valid: b },
          ],
          TODAY,
        ),
      ).findings;
    expect(findings(ALWAYS, ALWAYS)).toHaveLength(1);
    expect(findings({ from: null, before: 100 }, { from: 100, before: null })).toHaveLength(0);
    expect(findings({ from: null, before: 101 }, { from: 100, before: null })).toHaveLength(1);
  });
});

describe("repetitions", () => {
  test.each([
    ["in other words", "Free delivery for orders more than RM50 within 5 km.", "We deliver within 5km for free, for orders over RM50."],
    [
      "in another language",
      "Cats must be vaccinated before they can stay in our cat hotel.",
      "Kucing mesti sudah divaksin sebelum masuk hotel kucing kami.",
    ],
  ])("are found %s", (_, one, other) => {
    expect(kindsIn(one, other)).toEqual(["duplicate"]);
  });

  test("an entry that another one includes is told from it", () => {
    const long =
      "Our shop is beside Bank Rakyat in Kajang. Cars can be parked for free behind the building. We also sell flowers and gift cards.";
    const [finding] = check(long, "Cars can be parked for free behind the building.");
    expect(finding).toMatchObject({ kind: "covered", places: [{ id: "e1" }, { id: "e0" }] });
  });

  test("other numbers, a denial, and pictures with the same description are no repetitions", () => {
    expect(kindsIn("Warranty 3 months for all repairs.", "Warranty 6 months for all repairs.")).toEqual([]);
    expect(kindsIn("Pets are allowed in the garden.", "Pets are not allowed in the garden.")).toEqual([]);
    const picture = (name: string) => `[image]https://example.com/${name}.png[/image]Red velvet cake`;
    expect(kindsIn(picture("one"), picture("two"))).toEqual([]);
  });

  test("a business that writes everything in two languages does so on purpose", () => {
    const texts = [
      ["Cats must be vaccinated before they stay in our hotel.", "Kucing mesti divaksin sebelum masuk hotel kami."],
      ["All our chicken comes from halal suppliers.", "Semua ayam kami dari pembekal halal."],
      ["Parking is free behind the shop.", "Parkir percuma di belakang kedai."],
    ] as const;
    expect(kindsIn(...texts[0])).toEqual(["duplicate"]);
    expect(kindsIn(...texts.flat())).toEqual([]);
  });
});

describe("in one entry", () => {
  test.each([
    ["Promosi Merdeka! Diskaun 20% sampai 31 Ogos 2026.", "2026-08-31"],
    ["We are closed from 16 to 22 February 2026 for Chinese New Year.", "2026-02-22"],
    ["Hamper preorder until 5 February 2026. Early bird before 15 January.", "2026-02-05"],
    ["All sejadah 30% off from 29/8/2026 - 1/9/2026, online only.", "2026-09-01"],
    ["Christmas set dinner 24 & 25 December 2025, RM128++ per pax.", "2025-12-25"],
  ])("a date that has passed is found: %s", (text, day) => {
    expect(check(text)).toMatchObject([{ kind: "past", day, places: [{ id: "e0" }] }]);
  });

  test.each([
    "We have baked since 3 March 1998.",
    "Offer until 31 December 2026.",
    "We are closed on 31 August every year.",
    "Our birthday sale began in Nov 2019 and comes back every November.",
    "We moved to the new shop on 3 March 2026.",
    "Intake 1: 5 January 2026. Intake 2: 5 January 2027.",
  ])("a date that is right is left alone: %s", (text) => {
    expect(kindsIn(text)).toEqual([]);
  });

  test("a date without a year is the next one after the entry was saved", () => {
    const [entry] = entriesOf(["Promotion until 31 October."]) as [CheckedEntry];
    const findings = (saved: string) => runAtOnce(checkEntries([{ ...entry, saved }], TODAY)).findings;
    expect(findings("2026-10-01")).toMatchObject([{ kind: "past", day: "2026-10-31" }]);
    expect(findings("2026-11-20")).toEqual([]);
  });

  test.each([
    "API key: pk_live_9fQ2xTzL07vbRkWm41HsYdEc83Aa",
    "POS login: username admin, password Kopi#Susu2291",
    "Untuk staff: emel kedai guna kata laluan bungaRaya77!",
    "Pemilik: Norhayati binti Salleh, IC 820614-03-5572.",
    "Driver Muthu a/l Raman 790322085417 akan hantar barang.",
  ])("a secret is found: %s", (text) => {
    expect(kindsIn(text)).toEqual(["secret"]);
  });

  test.each([
    "The wifi password for guests is kopi1234.",
    "Maybank 514012345678 (Kedai Kek Kayangan)",
    "Order number 200105-99-1234",
    "Your password is sent by e-mail after you register.",
  ])("what is no secret is left alone: %s", (text) => {
    expect(kindsIn(text)).toEqual([]);
  });

  test("what no question can find, and paragraphs that are too long", () => {
    expect(kindsIn("[image]https://example.com/a.png[/image]IMG 2031")).toEqual(["unfindable"]);
    expect(kindsIn("🎂🎂🎂")).toEqual(["unfindable"]);
    expect(kindsIn("[image]https://example.com/a.png[/image]Red velvet cake")).toEqual([]);
    expect(kindsIn("The cake is baked in the morning. ".repeat(60))).toEqual(["long"]);
    expect(kindsIn("The cake is baked in the morning.\n".repeat(60))).toEqual([]);
  });
});

test("what was read before is used again, and gives what a new reading gives", () => {
  const texts = ["Kek pandan RM38", "Open daily 9am to 6pm", "Parking is free behind the shop."];
  const first = runAtOnce(checkEntries(entriesOf(texts), TODAY));
  const changed = entriesOf([...texts, "Pandan cake: RM40"]).map((one, at) =>
    at === 1 ? { ...one, entry: parseEntry("Buka setiap hari 10 pagi - 6 petang"), version: "2" } : one,
  );
  const again = runAtOnce(checkEntries(changed, TODAY, first.readings));
  expect(again.findings).toEqual(runAtOnce(checkEntries(changed, TODAY)).findings);
  expect(again.findings.map(({ kind }) => kind)).toEqual(["price"]);
  expect(again.readings.get("e0")).toBe(first.readings.get("e0") as never);
  expect(again.readings.size).toBe(4);
});

test("hostile texts are read in short steps", () => {
  const texts = [
    "RM1 ".repeat(20_000),
    "a".repeat(100_000),
    "0123456789".repeat(5_000),
    `password ${"x".repeat(50_000)}`,
    "9am-5pm, ".repeat(5_000),
    "\n".repeat(50_000),
  ];
  const steps = checkEntries(entriesOf([...texts, ...texts]), TODAY);
  let slowest = 0;
  for (let isDone = false; !isDone; ) {
    const began = process.threadCpuUsage();
    isDone = steps.next().done === true;
    const { user, system } = process.threadCpuUsage(began);
    slowest = Math.max(slowest, (user + system) / 1_000);
  }
  // Milliseconds of this thread: other work on the machine does not count.
  expect(slowest).toBeLessThan(400);
}, 60_000);
