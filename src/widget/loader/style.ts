/**
 * The style of the shadow root. Declarations on :host are !important, because important rules of the inner tree win over
 * those of the page, however hostile they are (`* { all: unset !important }`). The box has the frame's size of 370×470 (420×660
 * if roomy): 350×450 and room for the shadow. Until the frame sends a message, there is only a note beside the launcher, so that a
 * chat that does not load can also be closed on a phone. Afterwards the note is the background behind the frame, which
 * has no room for a shadow as wide. `--t`, `--l`, `--w` and `--h` are set on the box, because otherwise properties of the
 * page with these names would decide its place and size on a phone. The frame is invisible until it sends a message: before,
 * it may have a browser's error page. The order of rules and declarations is the one that
 * brotli compresses best (found by trying, 20 bytes). The launcher's icon colour follows its background by CSS alone:
 * light up to a lightness of 0.62, dark above.
 */
import { LAUNCHER_COLOUR } from "../../contract/colour.ts";
import type { Options } from "./options.ts";

/** What decides the style besides the page's options. */
export interface Look {
  toggleIconColor?: string;
  roomy?: boolean;
}

export function styleFor(
  { position, x, y, zIndex, target, scheme }: Options,
  { toggleIconColor: colour = LAUNCHER_COLOUR, roomy }: Look,
): string {
  const [vertical, horizontal] = position.split("-") as [string, string];
  const inset = (side: string, pixels: number) => `${side}:calc(${pixels}px + env(safe-area-inset-${side}))`;
  const place = target
    ? "div{position:relative;height:100%;min-height:360px}div div{inset:0}"
    : `div{position:fixed;z-index:${zIndex};${inset(vertical, y)};${inset(horizontal, x)}}\
div div{${vertical}:62px;${horizontal}:-10px;width:min(${roomy ? 420 : 370}px,100vw);height:min(${roomy ? 660 : 470}px,100vh - ${y + 72}px)}\
@media(max-width:479px),(max-height:479px){.open.ready button{display:none}.ready div{position:fixed;inset:var(--t) 0 0 var(--l);width:var(--w);height:var(--h)}}`;
  return `:host{all:initial!important}\
:host::before,:host::after{content:none!important}\
iframe{position:absolute;width:100%;height:100%;border:0;color-scheme:light}\
img{position:absolute;width:36px;height:36px;inset:12px;background:${colour};object-fit:contain}\
button::before{content:"";background:currentColor;padding:12px;clip-path:path("M8 20A9 9 0 1 0 4 16L2 22Z")}\
.open button::before{clip-path:path("M4 9 6 7l6 6 6-6 2 2-8 8")}\
[hidden],i:empty{display:none}\
div div{position:absolute;--h:100%;--t:0;--l:0;--w:100%;color-scheme:${scheme}}\
button{display:grid;padding:18px;border:0;border-radius:50%;background:${colour};color:#fff;color:oklch(from ${colour} clamp(.2,(.62 - l)*99,1) 0 0);cursor:pointer;forced-color-adjust:none}\
output{position:absolute;inset:auto 10px;${vertical}:10px;background:Canvas;padding:24px;color:CanvasText;border-radius:14px;font:14px/22px system-ui;text-align:center}\
output:empty::after{content:"..."}\
.ready output{inset:10px}\
button,output{box-shadow:0 8px 24px #0004}\
i{position:absolute;inset:-3px -3px auto auto;color:#fff;min-width:22px;border-radius:50%;background:#c33;font:14px/22px system-ui;text-align:center}\
:not(.open)>div,:not(.ready)>div>iframe{visibility:hidden;opacity:0}\
${place}\
@media(prefers-reduced-motion:no-preference){div div{transition:opacity .15s,visibility .15s}}\
@media print{:host{display:none!important}}`;
}
