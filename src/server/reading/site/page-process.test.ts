/** Pages are read in a process of their own. These tests start it. */
import { expect, test } from "bun:test";
import { ReaderFailed } from "../own-process.ts";
import { PageFailed } from "./outcome.ts";
import { createPageProcess } from "./page-process.ts";
import { WORKS } from "./works.ts";

const never = new AbortController().signal;
const page = (text: string) => Buffer.from(`<title>Menu</title><h1>Menu</h1><p>${text}</p><a href="/faq">Questions</a>`);
const source = { url: "https://shop.example/menu", type: "text/html", contentType: "text/html; charset=utf-8" };
const site = { site: "shop.example", signal: never };

test("the process gives the same as its works do here, one page after the other", async () => {
  const ask = createPageProcess();
  for (const text of ["Nasi lemak costs RM 4.50.", "Teh tarik 热 costs\nRM 2.20.", "x".repeat(300_000)]) {
    const [viewing, reading] = [
      { ...source, origin: "https://shop.example" },
      { ...source, common: [0], keepsFacts: true },
    ];
    expect(await ask("view", page(text), viewing, site)).toEqual(WORKS.view(page(text), viewing));
    expect(await ask("read", page(text), reading, site)).toEqual(WORKS.read(page(text), reading));
  }
  expect(await ask("read", new Uint8Array(), { ...source, common: [], keepsFacts: true }, site)).toBe("no_text");
  const rules = Buffer.from("User-agent: *\nDisallow: /private");
  expect(await ask("robots", rules, null, site)).toEqual(WORKS.robots(rules, null));
});

test("what takes too long or too much memory ends the process, is told, and the next page is read by another one", async () => {
  const setting = { ...source, common: [], keepsFacts: true };
  const inNoTime = createPageProcess({ seconds: 0.001, workSeconds: 0, memoryBytes: 400_000_000 });
  await expect(inNoTime("read", page("Nasi lemak"), setting, site)).rejects.toEqual(new PageFailed("too_large"));
  const onBusyMachine = createPageProcess({ seconds: 0.001, workSeconds: 6, memoryBytes: 400_000_000 });
  await expect(onBusyMachine("read", page("Nasi lemak"), setting, site)).rejects.toThrow(ReaderFailed);
  // The process has a tenth of a gigabyte before it reads anything.
  const inNoMemory = createPageProcess({ seconds: 20, workSeconds: 6, memoryBytes: -140_000_000 });
  await expect(inNoMemory("read", page("Nasi lemak"), setting, site)).rejects.toEqual(new PageFailed("too_large"));
  const ask = createPageProcess();
  const stop = new AbortController();
  const stopped = ask("read", page("Teh"), setting, { site: "a.example", signal: stop.signal });
  stop.abort(new Error("cancelled"));
  await expect(stopped).rejects.toThrow("cancelled");
  expect(await ask("read", page("Teh tarik costs RM 2.20."), setting, site)).toMatchObject({ texts: { title: "Menu" } });
});

test("many pages at once are all read, each with its own answer", async () => {
  const ask = createPageProcess();
  const setting = { ...source, common: [], keepsFacts: true };
  const prices = Array.from({ length: 20 }, (_, at) => `Cake ${at} costs RM ${at}.50 for each box.`);
  const answers = await Promise.all(
    prices.map((text, at) => ask("read", page(text), setting, { site: `s${at % 3}.example`, signal: never })),
  );
  expect(answers.map((answer) => JSON.stringify(answer).includes("no_text"))).toEqual(prices.map(() => false));
  for (const [at, answer] of answers.entries()) expect(JSON.stringify(answer)).toContain(prices[at] ?? "");
});

test("who gives up waiting does not end the process that reads a page of another one", async () => {
  // The process would be ended long before it has started.
  const ask = createPageProcess(undefined, 0);
  const setting = { ...source, common: [], keepsFacts: true };
  const long = ask("read", page("Teh tarik costs RM 2.20. ".repeat(1_000)), setting, { site: "a.example", signal: never });
  const stop = new AbortController();
  const waiting = ask("read", page("Nasi lemak"), setting, { site: "b.example", signal: stop.signal });
  stop.abort(new Error("cancelled"));
  await expect(waiting).rejects.toThrow("cancelled");
  await expect(ask("read", page("Nasi lemak"), setting, { site: "c.example", signal: stop.signal })).rejects.toThrow("cancelled");
  expect(await long).toMatchObject({ texts: { title: "Menu" } });
});

test("answers that are longer than what a pipe takes at once arrive whole", async () => {
  const ask = createPageProcess();
  const viewing = { ...source, origin: "https://shop.example" };
  for (let lines = 1_600; lines < 2_800; lines += 60) {
    const long = page(Array.from({ length: lines }, (_, at) => `Cake ${at} \u2014 RM ${at}.50`).join("<br>"));
    expect(await ask("view", long, viewing, site)).toEqual(WORKS.view(long, viewing));
  }
});
