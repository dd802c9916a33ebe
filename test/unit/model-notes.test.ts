import { afterAll, beforeAll, expect, test } from "bun:test";
import { CUT_NOTE } from "../../src/contract/conversation.ts";
import { STORED } from "../../src/contract/messages/stored.ts";
import { FAILURE_WORDS } from "../../src/server/models/vendors/failure-words.ts";
import { ADDRESS_NOTE } from "../../src/server/replies/answer.ts";
import { modelNote } from "../../src/web/text/model-note.ts";
import * as ms from "../../src/web/text/ms/messages.ts";
import { setServerTexts } from "../../src/web/text/server-text.ts";

const inMalay = { language: "ms", texts: ms, english: STORED } as const;

beforeAll(() => setServerTexts(inMalay));
afterAll(() => setServerTexts(null));

test("every way in which a model fails has its words in Malay", () => {
  for (const words of [...Object.values(FAILURE_WORDS), CUT_NOTE, ADDRESS_NOTE]) expect(modelNote(words)).not.toBe(words);
});

test("a stored note is shown in the language on screen; names of models and vendors stay", () => {
  expect(modelNote("Gemini Pro (Google): the vendor is overloaded, 3 tries; GPT-4o (OpenAI): the key was refused")).toBe(
    "Gemini Pro (Google): pembekal terlalu sibuk, 3 cubaan; GPT-4o (OpenAI): kunci ditolak",
  );
  expect(modelNote("router/meta: llama (Router: own): no answer in time, not asked again yet")).toBe(
    "router/meta: llama (Router: own): tiada jawapan dalam masanya, belum ditanya semula",
  );
  expect(modelNote("ollama/qwen3:8b (Ollama): the model is not pulled")).toBe("ollama/qwen3:8b (Ollama): model belum dimuat turun");
  expect(modelNote("this month's budget for models is used up")).toBe("bajet model bulan ini telah habis");
  expect(modelNote("broke off: the vendor is overloaded")).toBe("terputus: pembekal terlalu sibuk");
  expect(modelNote("GPT-4o (OpenAI): the key was refused; stopped: pukul 9:30 $& is not in your knowledge")).toBe(
    "GPT-4o (OpenAI): kunci ditolak; dihalang: pukul 9:30 $& tiada dalam pengetahuan anda",
  );
  expect(modelNote("the visitor left")).toBe("pelawat telah pergi");
});

test("what is not known, and everything in English, stays as it was stored", () => {
  for (const note of ["Claude (Anthropic): a word of a newer server, 2 tries", "x: y: z", ""]) {
    if (!note.includes("tries")) expect(modelNote(note)).toBe(note);
    else expect(modelNote(note)).toContain("Claude (Anthropic): a word of a newer server");
  }
  setServerTexts(null);
  const note = "GPT-4o (OpenAI): the key was refused, 2 tries; the model could not be called";
  expect(modelNote(note)).toBe(note);
  setServerTexts(inMalay);
});
