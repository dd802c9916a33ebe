/** What the widget's loader and frame say. Imports types only: both carry what they use of it. Rules: product 5.6, 5.7. */

/** What the loader says on the host page. Kept apart from the frame's words: each byte of the loader is paid by every page view. */
export type LoaderText = readonly [openChat: string, closeChat: string, unreachable: string];

/** What the frame says before its conversation is there. */
export interface FrameText {
  /** In the header of an agent without a name. */
  title: string;
  openChat: string;
  closeChat: string;
  reset: string;
  message: string;
  placeholder: string;
  send: string;
  /** Name of the conversation's log. */
  log: string;
  /** Instead of a chat. */
  refusal?: string;
}

/** Why there is no chat. */
export interface RefusalText {
  domain: string;
  not_found: string;
}
