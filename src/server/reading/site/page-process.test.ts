/** Pages are read in a process of their own. These tests start it. */
import { expect, test } from "bun:test";
import { ReaderFailed } from "../own-process.ts";
import { PageFailed } from "./outcome.ts";
import { createPageProcesses } from "./page-processes.ts";
import { WORKS } from "./works.ts";

const never = new AbortController().signal;
const page = (text: string) => Buffer.from(`<title>Menu</title><h1>Menu</h1><p>${text}</p><a href="/faq">Questions</a>`);
const source = { url: "https://shop.example/menu", type: "text/html", contentType: "text/html; charset=utf-8" };

test("the process gives the same as its works do here, one page after the other", async () => {
  const ask = createPageProcesses({ places: 1 })("shop");
  for (const text of ["Nasi lemak costs RM 4.50.", "Teh tarik 热 costs\nRM 2.20.", "x".repeat(300_000)]) {
    const [viewing, reading] = [
      { ...source, origin: "https://shop.example" },
      { ...source, common: [0], keepsFacts: true },
    ];
    expect(await ask("view", page(text), viewing, never)).toEqual(WORKS.view(page(text), viewing));
    expect(await ask("read", page(text), reading, never)).toEqual(WORKS.read(page(text), reading));
  }
  expect(await ask("read", new Uint8Array(), { ...source, common: [], keepsFacts: true }, never)).toBe("no_text");
  const rules = Buffer.from("User-agent: *\nDisallow: /private");
  expect(await ask("robots", rules, null, never)).toEqual(WORKS.robots(rules, null));
});

test("what takes too long or too much memory ends the process, is told, and the next page is read by another one", async () => {
  const setting = { ...source, common: [], keepsFacts: true };
  const inNoTime = createPageProcesses({ limits: { seconds: 0.001, workSeconds: 0, memoryBytes: 400_000_000 } })("shop");
  await expect(inNoTime("read", page("Nasi lemak"), setting, never)).rejects.toEqual(new PageFailed("too_long"));
  const onBusyMachine = createPageProcesses({ limits: { seconds: 0.001, workSeconds: 6, memoryBytes: 400_000_000 } })("shop");
  await expect(onBusyMachine("read", page("Nasi lemak"), setting, never)).rejects.toThrow(ReaderFailed);
  // The process has a tenth of a gigabyte before it reads anything.
  const inNoMemory = createPageProcesses({ limits: { seconds: 20, workSeconds: 6, memoryBytes: -140_000_000 } })("shop");
  await expect(inNoMemory("read", page("Nasi lemak"), setting, never)).rejects.toEqual(new PageFailed("too_long"));
  const ask = createPageProcesses({ places: 1 })("shop");
  const stop = new AbortController();
  const stopped = ask("read", page("Teh"), setting, stop.signal);
  stop.abort(new Error("cancelled"));
  await expect(stopped).rejects.toThrow("cancelled");
  expect(await ask("read", page("Teh tarik costs RM 2.20."), setting, never)).toMatchObject({ texts: { title: "Menu" } });
});

test("many pages at once are all read, each with its own answer", async () => {
  const askFor = createPageProcesses();
  const setting = { ...source, common: [], keepsFacts: true };
  const prices = Array.from({ length: 20 }, (_, at) => `Cake ${at} costs RM ${at}.50 for each box.`);
  const answers = await Promise.all(prices.map((text, at) => askFor(`account ${at % 3}`)("read", page(text), setting, never)));
  expect(answers.map((answer) => JSON.stringify(answer).includes("no_text"))).toEqual(prices.map(() => false));
  for (const [at, answer] of answers.entries()) expect(JSON.stringify(answer)).toContain(prices[at] ?? "");
});

test("who gives up waiting does not end the process that reads a page of another one", async () => {
  // The process would be ended long before it has started.
  const askFor = createPageProcesses({ places: 1, idleMs: 0 });
  const setting = { ...source, common: [], keepsFacts: true };
  const long = askFor("a")("read", page("Teh tarik costs RM 2.20. ".repeat(1_000)), setting, never);
  const stop = new AbortController();
  const waiting = askFor("b")("read", page("Nasi lemak"), setting, stop.signal);
  stop.abort(new Error("cancelled"));
  await expect(waiting).rejects.toThrow("cancelled");
  await expect(askFor("c")("read", page("Nasi lemak"), setting, stop.signal)).rejects.toThrow("cancelled");
  expect(await long).toMatchObject({ texts: { title: "Menu" } });
});

test("answers that are longer than what a pipe takes at once arrive whole", async () => {
  const ask = createPageProcesses({ places: 1 })("shop");
  const viewing = { ...source, origin: "https://shop.example" };
  for (let lines = 1_600; lines < 2_800; lines += 60) {
    const long = page(Array.from({ length: lines }, (_, at) => `Cake ${at} \u2014 RM ${at}.50`).join("<br>"));
    expect(await ask("view", long, viewing, never)).toEqual(WORKS.view(long, viewing));
  }
});

test("a page that takes long holds up only the pages of its own account", async () => {
  const askFor = createPageProcesses({ places: 2 });
  const setting = { ...source, common: [], keepsFacts: true };
  const stop = new AbortController();
  const ended: string[] = [];
  // The process waits for the rest of its bytes until it is stopped.
  const slow = Object.defineProperty(Buffer.from("<p>Tea"), "length", { value: 1_000_000 });
  const note = (name: string) => () => void ended.push(name);
  const own = [slow, page("Nasi lemak costs RM 4.50.")].map((bytes, at) =>
    askFor("slow")("read", bytes, setting, stop.signal).then(note(`slow ${at}`), note(`slow ${at}`)),
  );
  expect(await askFor("other")("read", page("Teh tarik costs RM 2.20."), setting, never)).toMatchObject({ texts: { title: "Menu" } });
  expect(ended).toEqual([]);
  stop.abort(new Error("cancelled"));
  await Promise.all(own);
});
