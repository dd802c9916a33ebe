type Translate = (key: "guide.greetingText" | "guide.namelessGreeting", values: { name: string }) => string;

/** The greeting that is proposed for an agent of this name, in the language of the page. */
export function greetingOf(chatName: string, t: Translate): string {
  const name = chatName.trim();
  return t(name === "" ? "guide.namelessGreeting" : "guide.greetingText", { name });
}
