/** The texts of the widget's loader and frame. Rules: product 5.6, 5.7. */

/** The loader's texts on the host page. They are separate from the frame's texts, because every page view loads each byte of the loader. */
export type LoaderText = readonly [openChat: string, closeChat: string, unreachable: string];

/** The frame's texts before its conversation has loaded. */
export interface FrameText {
  /** The header of an agent without a name. */
  title: string;
  /** Below the name of an agent without a line of its own; absent while the agent does not answer. */
  atOnce?: string;
  openChat: string;
  closeChat: string;
  reset: string;
  message: string;
  placeholder: string;
  send: string;
  /** The accessible name of the list of messages. */
  log: string;
  /** Shown instead of the chat. */
  refusal?: string;
}

/** Why there is no chat. */
export interface RefusalText {
  domain: string;
  not_found: string;
}
