import { afterEach, beforeEach, expect, test } from "bun:test";
import { PDFDocument } from "@cantoo/pdf-lib";
import { extractText, getDocumentProxy } from "unpdf";
import { openPaying, type Paying, SANDBOX_ACCOUNT, STARTER } from "../../../test/paying.ts";
import { png } from "../../../test/pictures.ts";
import type { Receipt } from "../../contract/payment.ts";
import { matchStore } from "../files/store-mark.ts";
import { sql } from "../platform/storage/db.ts";
import { activate, PROVIDER } from "./activate.ts";
import { settleReceipts, taxIn } from "./receipts.ts";
import { insertPayment } from "./store.ts";

let pay: Paying;
beforeEach(async () => {
  pay = await openPaying();
});
afterEach(() => pay.close());

const OPERATOR = {
  operatorName: "Agensi Sapa Sdn Bhd",
  operatorAddress: "1 Jalan Ampang\nKuala Lumpur",
  operatorTin: "C2584563200",
  operatorBrn: "201901000005",
};
const DETAILS = { name: "Kopi Siti Enterprise", address: "3 Jalan Gombak", tin: "IG12345678901", brn: "SA0001234-X" };

const asAdmin = (method: string, path: string, body?: unknown) => pay.sapa.call(method, path, { token: pay.admin, body });
const asOwner = (method: string, path: string, body?: unknown) => pay.sapa.call(method, path, { token: pay.owner.token, body });
const receiptsOf = async (id: string): Promise<Receipt[]> => (await asOwner("GET", `/api/payments/${id}/receipts`)).body.receipts;
const edit = (id: string, status: string) => asAdmin("PUT", `/api/payments/${id}`, { status });

/** Pays a bill. @returns the payment's id. */
async function paid(): Promise<string> {
  const bill = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(bill), true);
  await pay.verify(bill);
  return (await pay.payment(bill)).id as string;
}

/** Stores a payment whose bill is open. */
const stored = (id: string, accountId = pay.owner.id) =>
  pay.sapa.db.transaction((tx) =>
    insertPayment(tx, {
      id,
      accountId,
      planId: STARTER,
      amountSen: 2_990,
      sandbox: false,
      collectionId: "c",
      snapshot: { planName: "Starter", months: 1, priceSen: 2_990, discountPercentage: 0 },
      method: "billplz",
      note: "",
      createdAt: tx.now,
    }),
  );
const confirm = (id: string) => activate(pay.sapa.live.payments.deps, id, { author: PROVIDER, byHand: false, paidSen: 2_990 });
const numbers = async (kind = "receipt") =>
  (await pay.sapa.db.all<{ number: number }>(sql`select number from receipts where kind = ${kind} order by number`)).map(
    (row) => row.number,
  );

test("a receipt has the details of the operator and of the payer as they were, whatever is changed later", async () => {
  await asAdmin("PUT", "/api/settings", OPERATOR);
  expect((await asOwner("PUT", "/api/billing/details", DETAILS)).body).toEqual(DETAILS);
  const bill = await pay.bill();
  const { id } = await pay.payment(bill);
  expect((await asOwner("GET", `/api/payments/${id}/receipts`)).status).toBe(404);
  pay.billplz.finish(pay.billplz.bill(bill), true);
  await pay.verify(bill);
  const [receipt] = await receiptsOf(id as string);
  expect(receipt).toEqual({
    id: expect.any(String),
    kind: "receipt",
    number: "1",
    date: "2026-11-21",
    credits: null,
    billId: bill,
    method: "billplz",
    planName: "Starter",
    months: 1,
    amount: 2_990,
    tax: null,
    sandbox: false,
    byHand: false,
    paidBy: { ...DETAILS, username: "siti", email: "siti@example.com" },
    operator: { name: OPERATOR.operatorName, address: OPERATOR.operatorAddress, tin: OPERATOR.operatorTin, brn: OPERATOR.operatorBrn },
  });
  await asAdmin("PUT", "/api/settings", { operatorName: "Another Company", operatorTin: "" });
  await asOwner("PUT", "/api/billing/details", { ...DETAILS, name: "Another Name", tin: "" });
  expect(await receiptsOf(id as string)).toEqual([receipt as Receipt]);
});

test("without details of its own, an account is on receipts with the name of the business", async () => {
  await asOwner("PUT", `/api/users/${pay.owner.id}`, { displayName: "Kopi Siti" });
  const [receipt] = await receiptsOf(await paid());
  expect(receipt?.paidBy).toEqual({ name: "Kopi Siti", address: "", tin: "", brn: "", username: "siti", email: "siti@example.com" });
});

test("a receipt is only for its owner and the administrator", async () => {
  const id = await paid();
  const [receipt] = await receiptsOf(id);
  const stranger = await pay.sapa.signUp("ali");
  for (const path of [`/api/payments/${id}/receipts`, `/api/receipts/${receipt?.id}/pdf`]) {
    expect((await pay.sapa.call("GET", path, { token: stranger.token })).status).toBe(404);
    expect((await pay.sapa.call("GET", path)).status).toBe(401);
    expect((await asAdmin("GET", path)).status).toBe(200);
  }
});

test("a hundred payments at once, some of which fail, get the numbers from 1 on without a gap", async () => {
  const ids = Array.from({ length: 100 }, (_, n) => `p${n}`);
  for (const id of ids) await stored(id);
  await Promise.all(
    ids.map(async (id, n) => {
      if (n % 10 !== 0) return confirm(id);
      const failing = pay.sapa.db.transaction(async (tx) => {
        await tx.run(sql`update payments set status = 'success' where id = ${id}`);
        throw new Error("the rest of the transaction failed");
      });
      await expect(failing).rejects.toThrow("the rest");
      // A second notice of the same payment, at the same time.
      await Promise.all([confirm(id), confirm(id)]);
    }),
  );
  expect(await numbers()).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  const labels = await pay.sapa.db.all<{ label: string }>(sql`select distinct receipt_label as label from payments`);
  expect(labels).toHaveLength(100);
});

test("a payment that fails after its number was given takes no number", async () => {
  await stored("broken");
  await pay.sapa.db.transaction((tx) => tx.run(sql`update payments set plan_snapshot = '{"planName":"x","months":0}' where id = 'broken'`));
  await expect(confirm("broken")).rejects.toThrow();
  expect(await numbers()).toEqual([]);
  await stored("whole");
  await confirm("whole");
  expect(await numbers()).toEqual([1]);
});

test("a payment that is taken back has a credit note with a number of its own sequence, and a new receipt if it counts again", async () => {
  const first = await paid();
  await edit(first, "failed");
  const [receipt, credit] = await receiptsOf(first);
  expect(credit).toMatchObject({
    kind: "credit_note",
    number: "CN-1",
    amount: 2_990,
    credits: { number: "1", date: "2026-11-21" },
    paidBy: receipt?.paidBy,
  });
  await edit(first, "pending");
  await edit(first, "failed");
  expect(await numbers("credit_note")).toEqual([1]);
  await edit(first, "success");
  expect((await receiptsOf(first)).map(({ number }) => number)).toEqual(["1", "CN-1", "2"]);
  const own = (await asOwner("GET", "/api/billing")).body.payments[0];
  expect(own).toMatchObject({ receiptNumber: "2", creditNote: null });
  expect([await numbers(), await numbers("credit_note")]).toEqual([[1, 2], [1]]);
});

test("another plan for a payment cancels its receipt and makes one for the other plan", async () => {
  const id = await paid();
  await asAdmin("PUT", `/api/payments/${id}`, { planId: 3 });
  expect((await receiptsOf(id)).map(({ number, planName }) => [number, planName])).toEqual([
    ["1", "Starter"],
    ["CN-1", "Starter"],
    ["2", "Pro"],
  ]);
});

test("with numbers by year, each year begins with 1, and the sequence without years goes on where it was", async () => {
  const first = await paid();
  await asAdmin("PUT", "/api/settings", { receiptsByYear: true });
  const second = await paid();
  pay.sapa.clock.set(Date.parse("2027-01-01T00:00:30+08:00"));
  await stored("new-year");
  await confirm("new-year");
  await pay.sapa.db.transaction((tx) => tx.run(sql`update settings set value = '0' where key = 'receipts.by_year'`));
  await stored("plain");
  await confirm("plain");
  const labels = await pay.sapa.db.all<{ id: string; label: string }>(
    sql`select id, receipt_label as label from payments where id in (${first}, ${second}, 'new-year', 'plain')`,
  );
  const byId = Object.fromEntries(labels.map(({ id, label }) => [id, label]));
  expect([first, second, "new-year", "plain"].map((id) => byId[id])).toEqual(["1", "2026-0001", "2027-0001", "2"]);
});

test("a payment in the provider's sandbox takes no number of the real sequence", async () => {
  await pay.configure(SANDBOX_ACCOUNT, true);
  const [test] = await receiptsOf(await paid());
  expect(test).toMatchObject({ number: "TEST-1", sandbox: true });
  await stored("real");
  await confirm("real");
  expect((await receiptsOf("real"))[0]?.number).toBe("1");
});

test("only an operator with an SST number has a line of tax, which is part of the price, to the sen", async () => {
  await asAdmin("PUT", "/api/settings", { sstPercent: 8 });
  expect((await receiptsOf(await paid()))[0]?.tax).toBeNull();
  await asAdmin("PUT", "/api/settings", { sstNumber: "W10-1808-32000001", sstPercent: 8 });
  await stored("taxed");
  await confirm("taxed");
  const [receipt] = await receiptsOf("taxed");
  expect(receipt).toMatchObject({ amount: 2_990, tax: { percent: 8, amount: 221, number: "W10-1808-32000001" } });
  for (let sen = 1; sen <= 5_000; sen++) {
    const tax = taxIn(sen, 8);
    // Without the tax, and with 8% of that, it is the price again, to within half a sen.
    expect(Math.abs((sen - tax) * 0.08 - tax)).toBeLessThanOrEqual(0.54);
  }
});

test("numbers of authorities may not hold anything else", async () => {
  for (const tin of ["<b>", "C1;2", "x".repeat(21)]) {
    expect((await asOwner("PUT", "/api/billing/details", { ...DETAILS, tin })).status).toBe(422);
  }
});

test("the file has every line of the receipt as text, in both languages, and is the same whenever it is made", async () => {
  await asAdmin("PUT", "/api/settings", { ...OPERATOR, sstNumber: "W10-1808-32000001", sstPercent: 8 });
  await asOwner("PUT", "/api/billing/details", { ...DETAILS, name: "Café Müller & Söhne „Kopi“ 茶室" });
  const id = await paid();
  await edit(id, "failed");
  const [receipt, credit] = await receiptsOf(id);
  const fetchFile = async (which: Receipt | undefined, lang: string) => {
    const path = `${pay.billplz.state.deliverTo}/api/receipts/${which?.id}/pdf?lang=${lang}`;
    const answer = await fetch(path, { headers: { authorization: `Bearer ${pay.owner.token}` } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const read = async (file: Uint8Array) => (await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true })).text;
  const english = await fetchFile(receipt, "en");
  expect(Buffer.from(english).equals(Buffer.from(await fetchFile(receipt, "en")))).toBe(true);
  const text = await read(english);
  for (const part of [
    "Receipt no.",
    "21 Nov 2026",
    "Agensi Sapa Sdn Bhd",
    "TIN: C2584563200",
    "SST no.: W10-1808-32000001",
    "Café Müller & Söhne „Kopi“ ??",
    "TIN: IG12345678901",
    "Starter, 1 month",
    "Service tax (SST) 8%",
    "RM2.21",
    "RM27.69",
    "RM29.90",
  ]) {
    expect(text).toContain(part);
  }
  const malay = await read(await fetchFile(credit, "ms"));
  for (const part of ["Nota kredit", "CN-1", "Membatalkan", "Resit no. 1 bertarikh 21 Nov 2026", "Jumlah yang dikreditkan", "RM29.90"]) {
    expect(malay).toContain(part);
  }
  // The credit note of the setup has cancelled the receipt, and its file says so.
  expect(text).toContain("Cancelled by credit note CN-1 of 21 Nov 2026");
  expect(malay).not.toContain("Dibatalkan oleh");
});

test("long details are broken into lines and pages, and nothing of them is lost", async () => {
  const name = "W".repeat(120);
  const address = Array.from({ length: 100 }, (_, n) => `a${n}`)
    .join("\n")
    .slice(0, 400);
  await asOwner("PUT", "/api/billing/details", { name, address, tin: "", brn: "" });
  const [receipt] = await receiptsOf(await paid());
  const answer = await fetch(`${pay.billplz.state.deliverTo}/api/receipts/${receipt?.id}/pdf`, {
    headers: { authorization: `Bearer ${pay.owner.token}` },
  });
  const file = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  const { text, totalPages } = await extractText(file, { mergePages: true });
  expect(totalPages).toBeGreaterThan(1);
  expect(text.replace(/[^W]/g, "")).toHaveLength(120);
  for (const line of address.split("\n")) expect(text).toContain(line);
});

test("a payment that an earlier version has numbered gets its receipt, and a credit note if it was taken back there", async () => {
  const old = async (id: string, number: number, status: string) => {
    await stored(id);
    await pay.sapa.db.transaction((tx) =>
      tx.run(
        sql`update payments set receipt_number = ${number}, bill_id = ${id}, activated_at = ${tx.now}, paid_sen = 2990, status = ${status} where id = ${id}`,
      ),
    );
  };
  await old("first", 1, "success");
  await old("second", 2, "failed");
  await old("third", 3, "success");
  const own = (await asOwner("GET", "/api/billing")).body.payments;
  expect(own.map(({ receiptNumber }: { receiptNumber: string | null }) => receiptNumber).toSorted()).toEqual(["1", "3", null]);
  // What is asked for before the task has run is stored at once.
  expect((await receiptsOf("third")).map(({ number }) => number)).toEqual(["3"]);
  const { deps } = pay.sapa.live.payments;
  for (let round = 0; round < 2; round++) await settleReceipts({ db: deps.db, timeZone: deps.config.tz }, new AbortController().signal);
  expect([await numbers(), await numbers("credit_note")]).toEqual([[1, 2, 3], [1]]);
  expect((await receiptsOf("second")).map(({ number }) => number)).toEqual(["2", "CN-1"]);
  // A server of the version before takes a payment back, and gives the next number to another one.
  await pay.sapa.db.transaction((tx) => tx.run(sql`update payments set status = 'failed' where id = 'first'`));
  await old("fourth", 4, "success");
  await settleReceipts({ db: deps.db, timeZone: deps.config.tz }, new AbortController().signal);
  await stored("fifth");
  await confirm("fifth");
  expect([await numbers(), await numbers("credit_note")]).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2],
  ]);
});

const settleAll = async () => {
  const { deps } = pay.sapa.live.payments;
  await settleReceipts({ db: deps.db, timeZone: deps.config.tz }, new AbortController().signal);
};
const inForce = async () =>
  (
    await pay.sapa.db.all<{ n: number }>(sql`
    select count(*) as n from payments join receipts on receipts.id = payments.receipt_id where payments.status = 'success' and kind = 'receipt'`)
  )[0]?.n;

test("a payment that a server of the version before counts again after its credit note gets a receipt, with no gap in the numbers", async () => {
  const again = (id: string, number: number | null) =>
    pay.sapa.db.transaction((tx) =>
      tx.run(sql`update payments set status = 'success', receipt_number = coalesce(receipt_number, ${number}) where id = ${id}`),
    );
  await stored("first");
  await confirm("first");
  await edit("first", "failed");
  await again("first", null);
  // Its old number is on a receipt, so it gets the next one; also when its owner asks before the task has run.
  expect((await receiptsOf("first")).map(({ number }) => number)).toEqual(["1", "CN-1", "2"]);
  await asAdmin("PUT", "/api/settings", { receiptsByYear: true });
  await stored("yearly");
  await confirm("yearly");
  await edit("yearly", "failed");
  // The version before knows no years, and gives the number that follows.
  await again("yearly", 3);
  for (let round = 0; round < 2; round++) await settleAll();
  expect((await receiptsOf("yearly")).map(({ number }) => number)).toEqual(["2026-0001", "CN-2026-0001", "3"]);
  expect(await inForce()).toBe(2);
  // That version takes one back as well, before its receipt is stored.
  await asAdmin("PUT", "/api/settings", { receiptsByYear: false });
  await edit("first", "failed");
  await again("first", null);
  await pay.sapa.db.transaction((tx) => tx.run(sql`update payments set status = 'failed' where id = 'first'`));
  for (let round = 0; round < 2; round++) await settleAll();
  expect(await inForce()).toBe(1);
  await stored("last");
  await confirm("last");
  expect((await receiptsOf("last")).map(({ number }) => number)).toEqual(["4"]);
});

test("the receipt of a payment that a server of the version before has confirmed has the tax if the operator had the SST number then", async () => {
  const confirmedThere = async (id: string, number: number) => {
    await stored(id);
    await pay.sapa.db.transaction((tx) =>
      tx.run(
        sql`update payments set receipt_number = ${number}, activated_at = ${tx.now}, paid_sen = 2990, status = 'success' where id = ${id}`,
      ),
    );
  };
  await confirmedThere("before", 1);
  pay.sapa.clock.pass(1_000);
  await asAdmin("PUT", "/api/settings", { sstNumber: "W10-1808-32000001", sstPercent: 6 });
  pay.sapa.clock.pass(1_000);
  await confirmedThere("after", 2);
  await settleAll();
  expect((await receiptsOf("before"))[0]?.tax).toBeNull();
  expect((await receiptsOf("after"))[0]?.tax).toEqual({ percent: 6, amount: 169, number: "W10-1808-32000001" });
});

test("all receipts and credit notes are one table, which no spreadsheet runs", async () => {
  await asOwner("PUT", "/api/billing/details", { ...DETAILS, name: "=cmd|' /C calc'!A0" });
  await edit(await paid(), "failed");
  const { text } = await asAdmin("GET", "/api/receipts/export?from=2026-11-21&to=2026-11-21");
  const [header, ...rows] = text.trimEnd().split("\r\n");
  expect(header).toStartWith('"kind","number","date"');
  expect(rows.map((row) => row.split(",").slice(0, 2))).toEqual([
    ['"receipt"', '"1"'],
    ['"credit_note"', '"CN-1"'],
  ]);
  expect(rows[0]).toContain(`"'=cmd|`);
  expect((await asAdmin("GET", "/api/receipts/export?from=2026-11-22")).text.trimEnd().split("\r\n")).toHaveLength(1);
});

/** One pixel, as a whole PNG file. */
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==", "base64");

test("a receipt keeps the logo with which it was issued, and its file can be read without one", async () => {
  await matchStore(pay.sapa, true);
  const upload = async (raw: Uint8Array<ArrayBuffer>) =>
    (await pay.sapa.call("POST", "/api/files", { token: pay.admin, raw })).body.path as string;
  const [logo, damaged] = [await upload(new Uint8Array(PIXEL)), await upload(png("no real picture"))];
  const files: Uint8Array[] = [];
  for (const brandLogo of ["", logo, damaged]) {
    await asAdmin("PUT", "/api/settings", { brandLogo, productName: brandLogo === "" ? "" : "Kedai Sembang" });
    const [receipt] = await receiptsOf(await paid());
    expect(receipt?.logo).toBe(brandLogo === "" ? undefined : brandLogo);
    const address = `http://localhost/api/receipts/${receipt?.id}/pdf?lang=en`;
    const answer = await pay.sapa.app.handle(new Request(address, { headers: { authorization: `Bearer ${pay.owner.token}` } }));
    expect(answer.status).toBe(200);
    files.push(new Uint8Array(await answer.arrayBuffer()));
  }
  const pictures = await Promise.all(files.map(async (file) => countPictures(await PDFDocument.load(file))));
  expect(pictures).toEqual([0, 1, 0]);
  for (const file of files) expect(Buffer.from(file).toString("latin1")).not.toMatch(/\bsapa\b/i);
});

const countPictures = (file: PDFDocument) =>
  file.context.enumerateIndirectObjects().filter(([, object]) => /\/Subtype \/Image/.test(String(object).slice(0, 400))).length;
