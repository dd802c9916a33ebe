/** Files, pages and websites as an owner adds and manages them (product 19), against the real server. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { KnowledgePage } from "../../src/contract/knowledge-calls.ts";
import type { SourceList } from "../../src/contract/source.ts";
import { writeFound } from "../../src/server/sources/found.ts";
import { pdf } from "../office-files.ts";
import { changeDatabase } from "./aftermath.ts";
import { breakOff, failWith, type Owner, openWeb, pathOf, type Web, type WebPage } from "./browser.ts";
import { FAKE_SOURCES } from "./fake-sources.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";

let sapa: Sapa;
let web: Web;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

const PRICES = "Item;Weekday;Weekend\nRattan chair;RM 180;RM 190\nCoffee table;RM 240;RM 260\n";
/** A page of a PDF that is one picture, as a scanner makes it. */
const PICTURE = "q 400 0 0 600 50 100 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q";
const csv = (name: string, text = PRICES) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** Room for several sources, as plans with them have. */
function raiseLimits(): void {
  changeDatabase(sapa, (database) => database.run("update plans set source_limit = 8, page_limit = 20, total_word_limit = 900"));
}

/** Room for one source, whatever the tests before have raised it to. */
function holdOneSource(): void {
  changeDatabase(sapa, (database) => database.run("update plans set source_limit = 1"));
}

async function openSources(): Promise<{ page: WebPage; owner: Owner; chatId: string }> {
  const owner = await sapa.signUp();
  const chatId = await sapa.createAgent(owner.token);
  const page = await web.visit({ path: `/editor?chatId=${chatId}&tab=knowledge&view=sources`, as: owner });
  await page.getByLabel("Drop PDF, Word, Excel, CSV or paste a link").first().waitFor();
  return { page, owner, chatId };
}

const add = (page: Page, ...files: ReturnType<typeof csv>[]) => page.locator("#source-add input[type=file]").setInputFiles(files);
const row = (page: Page, name: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("button", { name, exact: true }) });
const sourcesOf = async ({ token }: Owner, chatId: string) =>
  (await sapa.call<SourceList>("GET", `/api/chats/${chatId}/sources`, { token })).body.sources;
const entriesOf = async ({ token }: Owner, chatId: string) =>
  (await sapa.call<KnowledgePage>("GET", `/api/chats/${chatId}/knowledge`, { token })).body.entries;

test("a price list is read, its entries say where they are from, and one that is changed stays as it was written", async () => {
  const { page, owner, chatId } = await openSources();
  await add(page, csv("harga.csv"));
  await row(page, "harga.csv").getByText("Read", { exact: true }).waitFor();
  await row(page, "harga.csv").getByText("File · 1 entry ·").waitFor();
  // The plan holds one: the place for another one becomes a way to the plans.
  await page.getByText("Your plan has no room for another file or website.").waitFor();
  expect(await page.getByRole("link", { name: "See plans" }).first().getAttribute("href")).toBe("/plans");
  await expectCount(page.locator("#source-add"), 0);

  await page.getByText("Entries", { exact: true }).click();
  await page.getByRole("button", { name: "from harga.csv" }).waitFor();
  // Typed entries are counted apart.
  await page.getByRole("heading", { name: "0 of 1 entry + 1 that was read" }).waitFor();
  await page.getByRole("button", { name: "Edit entry 1" }).click();
  await page.getByText("This was read from harga.csv. Once you change it,").waitFor();
  await page.getByLabel("Knowledge text").fill("Rattan chair: RM 200 on every day.");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("Changed by you").waitFor();
  expect(await entriesOf(owner, chatId)).toMatchObject([{ entry: "Rattan chair: RM 200 on every day.", origin: { isPinned: true } }]);

  await page.getByRole("button", { name: "from harga.csv" }).click();
  await page.getByRole("heading", { name: "harga.csv" }).waitFor();
  const [source] = await sourcesOf(owner, chatId);
  expect(new URLSearchParams(pathOf(page).split("?")[1]).get("source")).toBe(source?.id ?? "");
  // From its own view, the entry opens in the form.
  await page.getByRole("button", { name: "Edit this entry" }).click();
  await until(async () => (await page.getByLabel("Knowledge text").inputValue()) === "Rattan chair: RM 200 on every day.");
});

test("a newer file brings a conflict with a changed entry, shown side by side, and the owner decides", async () => {
  const { page, owner, chatId } = await openSources();
  await add(page, csv("harga.csv"));
  await row(page, "harga.csv").getByText("Read", { exact: true }).waitFor();
  const [entry] = await entriesOf(owner, chatId);
  await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${entry?.id}`, {
    token: owner.token,
    body: { entry: `${entry?.entry} Ask for six.` },
  });
  await row(page, "harga.csv")
    .locator("input[type=file]")
    .setInputFiles([csv("harga.csv", PRICES.replace("RM 180", "RM 199"))]);
  await page.getByText("1 entry that you changed differs from its source now.").waitFor();
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("region", { name: "Your text" }).getByText("Ask for six.").waitFor();
  await page.getByRole("region", { name: "The source says" }).getByText("RM 199").waitFor();
  await page.getByRole("button", { name: "Use source text" }).click();
  await expectCount(page.getByRole("heading", { name: "Your text and the source differ" }), 0);
  const [settled] = await entriesOf(owner, chatId);
  expect(settled?.entry).toContain("RM 199");
  expect(settled?.origin).toMatchObject({ conflict: null });
});

test("a scan is never called read, and a file with empty pages says which", async () => {
  raiseLimits();
  const { page } = await openSources();
  const scan = { name: "imbasan.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdf([PICTURE, PICTURE])) };
  const text = (line: string) => [[50, 800, line] as [number, number, string]];
  const half = {
    name: "menu.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(pdf([text("Nasi lemak RM8 and teh tarik RM3"), PICTURE, PICTURE])),
  };
  await add(page, scan, half);
  await row(page, "imbasan.pdf").getByText("Not read: no text was found").waitFor();
  await row(page, "menu.pdf").getByText("Read, but not all of it").waitFor();
  await expectCount(row(page, "imbasan.pdf").getByText("Read", { exact: true }), 0);
  await row(page, "menu.pdf").getByRole("button", { name: "See what is missing" }).click();
  await page.getByText("Pages 2–3: no text was found").waitFor();
  await page.getByText("Nasi lemak RM8").last().waitFor();
});

test("a file of more than 20 MB and an empty one are refused before they are sent; what the server refuses is explained in its row", async () => {
  const { page } = await openSources();
  const sent = () => page.calls.filter((call) => call.startsWith("POST") && call.endsWith("/sources")).length;
  await add(page, { ...csv("besar.csv"), buffer: Buffer.alloc(20 * 1_024 * 1_024 + 1) }, csv("kosong.csv", ""));
  await page.getByRole("alert").getByText("This file is too large. The limit is 20 MB.").waitFor();
  await page.getByRole("alert").getByText("This file is empty.").waitFor();
  expect(sent()).toBe(0);
  const png = { name: "kerusi.png", mimeType: "image/png", buffer: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex") };
  await add(page, png);
  await page.getByRole("alert").getByText("picture").waitFor();
  await page.getByRole("button", { name: "Remove kerusi.png from the list" }).click();
  await expectCount(page.getByText("kerusi.png"), 0);
});

test("of more files than are taken at once, the others are counted, and said to be left out", async () => {
  const { page } = await openSources();
  const many = (count: number) => Array.from({ length: count }, (_, at) => csv(`kosong ${at + 1}.csv`, ""));
  const rows = page.getByRole("listitem").filter({ hasText: "kosong" });
  await add(page, ...many(27));
  await page.getByText("At most 20 files at once, so 7 files were left out. Add them when the others have been sent.").waitFor();
  await expectCount(rows, 20);
  await add(page, ...many(1));
  await page.getByText("At most 20 files at once, so 1 file was left out. Add it when the others have been sent.").waitFor();
  await expectCount(rows, 20);
  await page.getByRole("button", { name: "Remove kosong 1.csv from the list" }).click();
  await page.getByRole("button", { name: "Remove kosong 2.csv from the list" }).click();
  await add(page, ...many(2));
  await expectCount(rows, 20);
});

test("what is left out of many files is said in Malay as well", async () => {
  const owner = await sapa.signUp();
  const chatId = await sapa.createAgent(owner.token);
  const page = await web.visit({ path: `/editor?chatId=${chatId}&tab=knowledge&view=sources`, as: owner, language: "ms" });
  await page.locator("#source-add").waitFor();
  await add(page, ...Array.from({ length: 22 }, (_, at) => csv(`kosong ${at + 1}.csv`, "")));
  await page.getByText("Paling banyak 20 fail sekali gus, jadi 2 fail tidak diambil.").waitFor();
});

test("a hostile name is shown as text", async () => {
  const { page } = await openSources();
  const name = `<img src=x onerror=alert(1)>\u202efdp.${"panjang".repeat(20)}.csv`;
  await add(page, csv(name));
  await page.getByText("<img src=x onerror=alert(1)>").first().waitFor();
  expect(await page.evaluate(() => document.querySelectorAll("#editor-panel img[src=x]").length)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("a file can be dropped anywhere on the tab, also while the entries are shown, and arrives", async () => {
  const { page, owner, chatId } = await openSources();
  await page.getByText("Entries", { exact: true }).click();
  await page.getByText("Teach your agent its first facts").waitFor();
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "harga.csv", { type: "text/csv" }));
    const place = document.querySelector("#editor-panel h3");
    for (const type of ["dragenter", "dragover", "drop"])
      place?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }, PRICES);
  await row(page, "harga.csv").getByText("Read", { exact: true }).waitFor();
  expect(await sourcesOf(owner, chatId)).toMatchObject([{ name: "harga.csv", state: "ready" }]);
});

test("a file that does not arrive can be sent again, and makes one source", async () => {
  const { page, owner, chatId } = await openSources();
  await page.route(/\/sources$/, (route) => (route.request().method() === "POST" ? breakOff(route) : route.continue()));
  await add(page, csv("harga.csv"));
  await page.getByRole("alert").getByText("The file could not be sent.").waitFor();
  await page.unroute(/\/sources$/);
  await page.getByRole("button", { name: "Retry" }).click();
  await row(page, "harga.csv").getByText("Read", { exact: true }).waitFor();
  expect(await sourcesOf(owner, chatId)).toHaveLength(1);
});

test("an address in a private network is refused in words; the source is deleted only after a question", async () => {
  const { page, owner, chatId } = await openSources();
  const field = page.getByRole("textbox", { name: "Drop PDF, Word, Excel, CSV or paste a link" });
  await page.getByRole("button", { name: "Add link" }).click();
  await page.getByRole("alert").getByText("Enter the address of a page.").waitFor();
  await field.fill("http://127.0.0.1/menu");
  // An address with a path is one page, unless the owner says otherwise.
  expect(await page.getByRole("radio", { name: "Only this page" }).isChecked()).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("listitem").getByText("Not read: the address belongs to a private network").waitFor();
  const [source] = await sourcesOf(owner, chatId);
  await page.getByRole("button", { name: `More for ${source?.name}` }).click();
  await page.getByRole("combobox", { name: `Read ${source?.name} again` }).selectOption("daily");
  await until(async () => (await sourcesOf(owner, chatId))[0]?.schedule === "daily");
  await page.getByText("next reading").waitFor();
  await page.getByRole("button", { name: `Delete ${source?.name}` }).click();
  expect(await sourcesOf(owner, chatId)).toHaveLength(1);
  await page.getByText("No entries were read from it.").waitFor();
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await until(async () => (await sourcesOf(owner, chatId)).length === 0);
  await page.getByText("Nothing read yet.").waitFor();
});

/** A website whose pages were found, as a reading leaves it: the product does not read addresses of the test's own machine. */
async function findSite({ token }: Owner, chatId: string): Promise<string> {
  const body = { kind: "site", url: "http://127.0.0.1/" };
  const { body: added } = await sapa.call<{ source: { id: string } }>("POST", `/api/chats/${chatId}/sources`, { token, body });
  const { id } = added.source;
  const stateOf = async () => (await sapa.call<SourceList>("GET", `/api/chats/${chatId}/sources`, { token })).body.sources[0];
  await until(async () => (await stateOf())?.state === "failed");
  const look = {
    siteName: "Rotan Meru",
    colours: ["#8a4b14", "#2f4858"],
    logo: null,
    questions: ["Do you deliver?", "How much is a chair?"],
  };
  changeDatabase(sapa, (database) => {
    database.run("delete from source_pages where source_id = ?", [id]);
    database.run(
      "update sources set state = 'proposed', failure = null, name = 'Rotan Meru', url = 'https://rotanmeru.my/', look = ?, fetched_at = ?, chosen_at = null where id = ?",
      [JSON.stringify(look), Date.now(), id],
    );
    for (const [at, title] of ["Prices", "Delivery", "Jobs"].entries()) {
      const text = `${title} of Rotan Meru: a rattan chair is RM${180 + at} and delivery takes ${at + 2} days.`;
      const mark = { hash: `hash-${at}`, etag: null, lastModified: null };
      const found = writeFound({ kind: "read", title, texts: [{ heading: title, page: null, text, words: 14 }], unread: [], mark });
      database.run(
        "insert into source_pages (id, source_id, url, title, state, found, found_words, fetched_at, checked_at, created_at) values (?, ?, ?, ?, 'proposed', ?, 14, ?, ?, ?)",
        [`${id}-${at}`, id, `https://rotanmeru.my/${title.toLowerCase()}`, title, found, 1, 1, at],
      );
    }
  });
  return id;
}

test("of a website's pages, only the ticked ones become knowledge; a page that was left out can be taken later, and left again", async () => {
  raiseLimits();
  const { page, owner, chatId } = await openSources();
  await findSite(owner, chatId);
  await page.reload();
  await page.getByText("3 pages found. Your agent uses those that you choose.").waitFor();
  await page.getByRole("button", { name: "Choose pages" }).click();
  await page.getByText("3 of 3 pages chosen").waitFor();
  expect(await entriesOf(owner, chatId)).toEqual([]);
  await page.getByRole("checkbox", { name: "Jobs" }).uncheck();
  await page.getByText("2 of 3 pages chosen").waitFor();
  await page.getByRole("button", { name: "Use 2 pages" }).click();
  // The colours and questions are filled in, and saved with the agent.
  await page.getByText("Save Changes keeps them.").waitFor();
  await until(async () => (await entriesOf(owner, chatId)).length === 2);
  const left = page.getByRole("listitem").filter({ hasText: "Left out by you" });
  await left.getByRole("button", { name: "Use it: Jobs" }).click();
  await until(async () => (await entriesOf(owner, chatId)).length === 3);
  await page.getByRole("button", { name: "Leave out: Prices" }).click();
  await until(async () => (await entriesOf(owner, chatId)).length === 2);
  await page.getByRole("button", { name: "Show what was read: Delivery" }).click();
  await page.getByRole("list").getByText("delivery takes 3 days").last().waitFor();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { body } = await sapa.call("GET", `/api/chats/${chatId}`, { token: owner.token });
  expect(body).toMatchObject({ toggleIconColor: "#8a4b14", starterQuestions: ["Do you deliver?", "How much is a chair?"] });
});

test("with room for one page, one is ticked, and more cannot be confirmed", async () => {
  changeDatabase(sapa, (database) => database.run("update plans set source_limit = 1, page_limit = 1, total_word_limit = 5000"));
  const { page, owner, chatId } = await openSources();
  const id = await findSite(owner, chatId);
  await page.goto(`${sapa.url}/editor?chatId=${chatId}&tab=knowledge&source=${id}`);
  await page.getByText("1 of 3 pages chosen").waitFor();
  await page.getByRole("checkbox", { name: "Jobs" }).check();
  await page.getByText("Your plan has room for 1 more page.").waitFor();
  expect(await page.getByRole("button", { name: "Use 2 pages" }).isDisabled()).toBe(true);
  await page.getByRole("checkbox", { name: "Jobs" }).uncheck();
  await page.getByRole("button", { name: "Use 1 page" }).click();
  await until(async () => (await entriesOf(owner, chatId)).length === 1);
});

test("the guided start reads a website: what was found is ticked, and counts with its colours and questions only then", async () => {
  raiseLimits();
  const owner = await sapa.signUp();
  const chatId = await sapa.createAgent(owner.token, { chatName: "Rotan Meru" });
  await findSite(owner, chatId);
  const page = await web.visit({ path: "/start?step=asks", as: owner });
  await page.getByText("3 pages found on rotanmeru.my").waitFor();
  await page.getByRole("checkbox", { name: "How much is a chair?" }).uncheck();
  await page.getByRole("button", { name: "Use these and continue" }).click();
  await page.getByRole("heading", { level: 2, name: "Look" }).waitFor();
  await until(async () => (await entriesOf(owner, chatId)).length === 3);
  const { body } = await sapa.call("GET", `/api/chats/${chatId}`, { token: owner.token });
  expect(body).toMatchObject({ toggleIconColor: "#8a4b14", starterQuestions: ["Do you deliver?"] });
  await page.getByRole("button", { name: "What visitors ask" }).click();
  await page.getByText("Your agent knows 3 pages of rotanmeru.my.").waitFor();
});

test("in the guided start, a website that cannot be read is explained, and the way on by typing stays", async () => {
  const owner = await sapa.signUp();
  const chatId = await sapa.createAgent(owner.token, { chatName: "Rotan Meru" });
  const page = await web.visit({ path: "/start?step=asks", as: owner });
  await page.getByLabel("Does your business have a website?").fill("127.0.0.1");
  await page.keyboard.press("Enter");
  await page.getByText("127.0.0.1 could not be read: the address belongs to a private network").waitFor();
  await page.getByLabel("When are you open?").fill("Monday to Friday.");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 2, name: "Look" }).waitFor();
  expect((await entriesOf(owner, chatId)).map(({ entry }) => entry)).toEqual(["When are you open?\nMonday to Friday."]);
});

test("a reading goes on after a reload, and its progress is told to screen readers when it ends", async () => {
  const owner = await sapa.signUp();
  const chatId = await sapa.createAgent(owner.token);
  const page = await web.visit({
    path: `/editor?chatId=${chatId}&tab=knowledge&view=sources`,
    as: owner,
    before: FAKE_SOURCES.reading,
  });
  const bar = page.getByRole("progressbar", { name: "Reading https://rotanmeru.my/" });
  await bar.waitFor();
  expect(await bar.getAttribute("aria-valuenow")).toBe("42");
  await page.reload();
  await bar.waitFor();
  await page.getByText("Reading the website: 17 of 40 pages").waitFor();
  // The reading ends.
  await FAKE_SOURCES.learned(page);
  await page.getByRole("status").getByText("Read", { exact: false }).first().waitFor({ state: "attached" });
  await expectCount(bar, 0);
});

test("without a connection the list stays, and says that it may be out of date", async () => {
  const { page } = await openSources();
  await add(page, csv("harga.csv"));
  await row(page, "harga.csv").getByText("Read", { exact: true }).waitFor();
  await page.route(/\/sources/, failWith(503));
  await page.getByRole("button", { name: "More for harga.csv" }).click();
  await page.getByRole("button", { name: "Delete harga.csv" }).click();
  await page.getByText("Delete “harga.csv” and the 1 entry read from it?").waitFor();
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await page.getByText("The server cannot be reached, so this may be out of date.").waitFor();
  await row(page, "harga.csv").waitFor();
});

test("a deleted source comes back with Undo, in every tab, and with the same entries", async () => {
  holdOneSource();
  const { page, owner, chatId } = await openSources();
  await add(page, csv("harga.csv"));
  await row(page, "harga.csv").getByText("Read", { exact: true }).waitFor();
  const before = await entriesOf(owner, chatId);
  const other = await web.visit({ path: `/editor?chatId=${chatId}&tab=knowledge&view=sources`, as: owner });
  await row(other, "harga.csv").waitFor();
  const deleteIt = async () => {
    await page.getByRole("button", { name: "More for harga.csv" }).click();
    await page.getByRole("button", { name: "Delete harga.csv" }).click();
    await page.getByRole("button", { name: "Yes, delete" }).click();
    await page.getByText("harga.csv was deleted").waitFor();
  };
  await deleteIt();
  expect(await sourcesOf(owner, chatId)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("harga.csv has been restored.").waitFor();
  await row(page, "harga.csv").getByText("File · 1 entry ·").waitFor();
  expect(await entriesOf(owner, chatId)).toEqual(before);
  await other.reload();
  await row(other, "harga.csv").getByText("File · 1 entry ·").waitFor();

  // The plan holds one source, and the other tab uses its place meanwhile: Undo says so, and can be tried again.
  await deleteIt();
  await sapa.call("POST", `/api/chats/${chatId}/sources`, { token: owner.token, body: { kind: "page", url: "http://127.0.0.1/menu" } });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Source limit (1) reached").waitFor();
  const [taken] = await sourcesOf(owner, chatId);
  await sapa.call("DELETE", `/api/chats/${chatId}/sources/${taken?.id}`, { token: owner.token });
  await page.getByRole("button", { name: "Undo" }).click();
  // The message of the first time may still be on screen.
  await page.getByText("harga.csv has been restored.").last().waitFor();
  await row(page, "harga.csv").waitFor();
  expect(await entriesOf(owner, chatId)).toEqual(before);
});

test("a source that was deleted in another tab is told of, and the list follows", async () => {
  const { page, owner, chatId } = await openSources();
  await add(page, csv("harga.csv"));
  await row(page, "harga.csv").getByText("Read", { exact: true }).waitFor();
  const [source] = await sourcesOf(owner, chatId);
  await sapa.call("DELETE", `/api/chats/${chatId}/sources/${source?.id}`, { token: owner.token });
  await page.getByRole("button", { name: "harga.csv", exact: true }).click();
  await page.getByText("This was deleted in another window.").waitFor();
  await page.getByRole("button", { name: "All files and websites" }).click();
  await page.getByText("Nothing read yet.").waitFor();
});

test("the history says that a source was read, and by which name", async () => {
  const { page } = await openSources();
  await add(page, csv("harga.csv"));
  await row(page, "harga.csv").getByText("Read", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("Read: harga.csv · 1 entry added").waitFor();
});
