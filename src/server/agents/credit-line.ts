/**
 * The operator's line below the chat. It is beside the element that the frame's script draws into, so that it costs the
 * script nothing, and a page without it nothing at all.
 */
import { sizeOf } from "../../contract/frame.ts";
import { escapeHtml } from "./frame-box.ts";

export interface Credit {
  /** Empty: there is no line. */
  text: string;
  /** Empty: the text is no link. */
  url: string;
}

export function creditLine({ text, url }: Credit): string {
  if (text === "") return "";
  const content = url === "" ? escapeHtml(text) : `<a href="${escapeHtml(url)}" target=_blank rel=noopener>${escapeHtml(text)}</a>`;
  return `<p class=credit>${content}</p>`;
}

/** The frame is so much larger than the box, for its shadow. */
const MARGIN = 10;

/** Where the box fills the frame. */
const FULL = "{inset:auto 0 0;width:auto;max-width:none}";

/**
 * Its style: over the lower edge of the box, whose text field makes room for it; the box has these places in frame.css. Without
 * a text field there is no chat, and no line.
 */
export function creditStyle({ text }: Credit, agent: { roomy?: boolean }): string {
  if (text === "") return "";
  const width = sizeOf({ roomy: agent.roomy ?? false }, true).width - 2 * MARGIN;
  return [
    ".box .composer{padding-bottom:30px}",
    `.credit{position:fixed;inset:auto ${MARGIN}px ${MARGIN}px auto;box-sizing:border-box;width:${width}px;max-width:calc(100% - ${2 * MARGIN}px);margin:0;padding:0 16px 5px;overflow:hidden;color:#5a6762;font:12px/24px system-ui,sans-serif;text-align:center;text-overflow:ellipsis;white-space:nowrap}`,
    ".credit a{color:inherit}",
    "body:has(.dark) .credit{color:#a3b1aa}",
    "body:not(:has(.composer)) .credit{display:none}",
    `body:has(.inline) .credit${FULL}`,
    `@media(max-width:479px){body:has(.alone:not(.framed)) .credit${FULL}}`,
    `@media not ((width:370px) or (width:420px)){body:has(.loader) .credit${FULL}}`,
  ].join("");
}
