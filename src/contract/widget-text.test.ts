import { describe, expect, test } from "bun:test";
import { TALK_TEXT } from "./talk-text.ts";
import { FRAME_TEXT, LOADER_TEXT, pickLang, REFUSAL_TEXT } from "./widget-text.ts";

describe("the widget's words", () => {
  test("the first language it speaks wins, English when there is none", () => {
    expect(pickLang("ms-MY", "en")).toBe("ms");
    expect(pickLang("", undefined, "EN-gb", "ms")).toBe("en");
    expect(pickLang("fr", "zh", "MS")).toBe("ms");
    expect(pickLang("fr")).toBe("en");
  });

  test("names for assistive technology are those of product 5.6", () => {
    expect(LOADER_TEXT.en).toEqual(["Open chat", "Close chat", expect.any(String)]);
    expect(REFUSAL_TEXT.en.domain).toBe("Chat is not available on this domain.");
    expect(FRAME_TEXT.en).toMatchObject({ message: "Message", send: "Send message", reset: "Reset conversation", closeChat: "Close chat" });
  });

  test("no Malay word was left in English", () => {
    for (const texts of [LOADER_TEXT, FRAME_TEXT, REFUSAL_TEXT, TALK_TEXT]) {
      for (const [key, text] of Object.entries(texts.en)) expect(Object(texts.ms)[key]).not.toBe(text);
    }
  });
});
