import { describe, expect, test } from "bun:test";
import { DEFAULT_LANGUAGE, LANGUAGES } from "./language.ts";
import { TALK_TEXT } from "./talk-text.ts";
import { FRAME_TEXT, LOADER_TEXT, REFUSAL_TEXT } from "./widget-text.ts";

describe("the widget's texts", () => {
  test("names for assistive technology are those of product 5.6", () => {
    expect(LOADER_TEXT.en).toEqual(["Open chat", "Close chat", expect.any(String)]);
    expect(REFUSAL_TEXT.en.domain).toBe("Chat is not available on this domain.");
    expect(FRAME_TEXT.en).toMatchObject({ message: "Message", send: "Send message", reset: "Reset conversation", closeChat: "Close chat" });
  });

  test("no text of another language was left in English", () => {
    for (const language of LANGUAGES.filter((one) => one !== DEFAULT_LANGUAGE)) {
      for (const texts of [LOADER_TEXT, FRAME_TEXT, REFUSAL_TEXT, TALK_TEXT]) {
        for (const [key, text] of Object.entries(texts[DEFAULT_LANGUAGE])) expect(Object(texts[language])[key]).not.toBe(text);
      }
    }
  });
});
