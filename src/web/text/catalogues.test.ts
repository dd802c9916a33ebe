import { expect, test } from "bun:test";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../contract/language.ts";
import { STORED } from "../../contract/messages/stored.ts";
import { MESSAGES } from "../../contract/messages/table.ts";
import { TALK_TEXT } from "../../contract/talk-text.ts";
import { FRAME_TEXT } from "../../contract/widget-text.ts";
import { FOLDERS } from "./folders.ts";
import type { Section } from "./sections.ts";

const SECTIONS = Object.keys(FOLDERS[DEFAULT_LANGUAGE]).filter((name) => name !== "messages") as Section[];
const textsOf = async (language: Language, section: Section): Promise<Record<string, string>> => await FOLDERS[language][section]();
const holes = (text = "") => [...text.matchAll(/\{\{(\w+)\}\}|\{product\}/g)].map((match) => match[1] ?? "product").sort();

test("every language has the same keys in each section, and each text has the same placeholders", async () => {
  for (const language of LANGUAGES) {
    for (const section of SECTIONS) {
      const texts = await textsOf(language, section);
      const english = await textsOf(DEFAULT_LANGUAGE, section);
      expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
      for (const [key, text] of Object.entries(english)) expect([language, key, holes(texts[key])]).toEqual([language, key, holes(text)]);
    }
  }
});

test("every message of the server has a text in each language, with the same placeholders", async () => {
  for (const language of LANGUAGES.filter((one) => one !== DEFAULT_LANGUAGE)) {
    const texts = await FOLDERS[language].messages();
    if (texts === null) throw new Error(`${language} has no messages`);
    for (const [english, own] of [
      [MESSAGES, texts.messages],
      [STORED, texts.stored],
    ] as [Record<string, string>, Record<string, string>][]) {
      expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
      for (const [key, text] of Object.entries(english)) expect([language, key, holes(own[key])]).toEqual([language, key, holes(text)]);
    }
  }
});

test("no text is empty", async () => {
  for (const language of LANGUAGES) {
    for (const section of SECTIONS) {
      for (const [key, text] of Object.entries(await textsOf(language, section))) expect([key, text.trim() !== ""]).toEqual([key, true]);
    }
  }
});

test("a key is in only one section", async () => {
  const keys = (await Promise.all(SECTIONS.map((section) => textsOf(DEFAULT_LANGUAGE, section)))).flatMap(Object.keys);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test("the Malay texts write “anda” with a small letter within a sentence", async () => {
  const sections = await Promise.all(SECTIONS.map((section) => textsOf("ms", section)));
  const { messages = {} } = (await FOLDERS.ms.messages()) ?? {};
  const texts = [...sections, messages, FRAME_TEXT.ms, TALK_TEXT.ms].flatMap((all): unknown[] => Object.values(all));
  expect(texts.filter((text) => typeof text === "string" && /\p{Ll},? Anda\b/u.test(text) && !isTitle(text))).toEqual([]);
});

/** Whether every word begins with a capital, as in a heading. */
const isTitle = (text: string) => text.split(" ").every((word) => /^\P{Ll}/u.test(word));
