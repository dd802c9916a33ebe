import type { TalkText } from "../talk.ts";

export const talk: TalkText = {
  empty: "Ask a question. The answer appears here.",
  latest: "Latest message",
  typing: "Typing...",
  waitNext: "You are next",
  waitOne: "1 reply is ahead of yours",
  waitMany: "N replies are ahead of yours",
  retry: "Retry",
  notSent: "Not sent.",
  offline: "No connection. Your message will be sent once you are online again.",
  connecting: "Reconnecting",
  interrupted: "The reply was cut off.",
  image: "Image",
  imageFailed: "The image could not be shown",
  reload: "Please reload the page to continue the conversation.",
  tooLong: "This message is too long.",
  tooMany: "You are writing quickly. Your message will be sent in a moment.",
  busy: "The service is busy. Your message will be sent in a moment.",
  replyFailed: "The reply failed.",
  refused: "Chat is not available on this domain.",
  notFound: "This agent is not available.",
};
