import type { FrameText, LoaderText, RefusalText } from "../widget.ts";

export const loader: LoaderText = ["Open chat", "Close chat", "No connection. Trying again."];

export const frame: FrameText = {
  title: "Chat",
  atOnce: "Answers at once",
  openChat: "Open chat",
  closeChat: "Close chat",
  reset: "Reset conversation",
  message: "Message",
  placeholder: "Write a message",
  send: "Send message",
  log: "Conversation",
};

export const dismiss = "Dismiss";

/** The link on the page of a chat. */
export const privacy = "Privacy";

export const refusal: RefusalText = {
  domain: "Chat is not available on this domain.",
  not_found: "This chat is not available.\nThe business may have paused or moved it. Please contact them directly.",
};
