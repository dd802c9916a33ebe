/**
 * The texts of the widget's conversation. They are not in widget.ts, because they are loaded with the conversation's
 * code, after the box can be used.
 */

export interface TalkText {
  /** Shown before the first message when the agent has no greeting. */
  empty: string;
  latest: string;
  /** Before the titles of the entries that a reply rests on. */
  from: string;
  /** For screen readers: the name of the texts that the visitor can send with a tap. */
  offers: string;
  typing: string;
  /** Shown while other replies are written first. `N` is replaced by their number. */
  waitNext: string;
  waitOne: string;
  waitMany: string;
  retry: string;
  /** After a reset, while it can be undone. */
  cleared: string;
  undo: string;
  /** The button that copies a reply, and what it has done. */
  copy: string;
  copied: string;
  notSent: string;
  offline: string;
  connecting: string;
  interrupted: string;
  image: string;
  imageFailed: string;
  reload: string;
  tooLong: string;
  tooMany: string;
  busy: string;
  replyFailed: string;
  refused: string;
  notFound: string;
}
