/**
 * What the launcher says once, as a speech bubble, to a visitor who has not opened the chat. The loader loads it only for
 * agents with an invitation, and only in browsers that have not shown one. Manual: docs/embed.md.
 */
import type { Scheme } from "../contract/frame.ts";
import type { Language } from "../contract/language.ts";
import { DISMISS_TEXT } from "../contract/widget-text.ts";

/** Enough to look at the page first. */
const AFTER_MS = 4_000;

interface Options {
  chatId: string;
  lang: Language;
  /** Such as "bottom-right". */
  position: string;
  scheme: Scheme;
}

interface Kept {
  invitation?: string;
  met?: number;
}

/** Those of the frame's paper and ink. */
const COLOURS: Record<Scheme, string> = {
  light: "background:#fffefc;color:#16211d",
  dark: "background:#28322d;color:#eef3ef",
};

const STYLE = `
:host{all:initial;position:absolute;display:flex;align-items:start;width:max-content;max-width:min(260px,100vw - 120px);border-radius:16px;box-shadow:0 0 0 1px #8883,0 8px 24px #0003;font:15px/22px system-ui,sans-serif}
button{all:unset;cursor:pointer;border-radius:16px}
button:focus-visible{outline:2px solid;outline-offset:-2px}
.say{flex:1;min-width:0;padding:11px 0 11px 16px;overflow-wrap:anywhere}
.away{flex:none;display:grid;place-items:center;width:44px;height:44px}
svg{width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round}
@media(prefers-reduced-motion:no-preference){:host{animation:rise .2s ease-out}}
@keyframes rise{from{opacity:0;transform:translateY(8px)}}
@media print{:host{display:none}}
`;

/** Shows the invitation after some seconds, unless the chat is open by then. `root` has the launcher. */
export function invite(root: HTMLElement, { invitation = "" }: Kept, options: Options, keep: (change: Kept) => void): void {
  const launcher = root.querySelector("button");
  const page = new AbortController();
  const bubble = document.createElement("aside");
  const leave = () => {
    page.abort();
    bubble.remove();
  };
  const timer = setTimeout(() => {
    if (!root.isConnected || !launcher || launcher.hidden) return leave();
    keep({ met: 1 });
    if (isKept(options.chatId)) show();
  }, AFTER_MS);
  // A visitor who finds the chat alone needs no invitation.
  addEventListener(
    `sapa:open:${options.chatId}`,
    () => {
      clearTimeout(timer);
      keep({ met: 1 });
      leave();
    },
    page,
  );

  const show = () => {
    const [vertical = "bottom", side = "right"] = options.position.split("-");
    const shadow = bubble.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${STYLE}:host{${vertical}:8px;${side}:72px;${COLOURS[options.scheme]};border-${vertical}-${side}-radius:5px}`);
    shadow.adoptedStyleSheets = [sheet];
    const say = add(shadow, "say", () => launcher?.click());
    say.textContent = invitation;
    say.dir = "auto";
    const away = add(shadow, "away", () => {
      leave();
      launcher?.focus();
    });
    away.ariaLabel = away.title = DISMISS_TEXT[options.lang];
    away.append(drawCross());
    root.append(bubble);
  };
}

function add(shadow: ShadowRoot, className: string, act: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.onclick = act;
  shadow.append(button);
  return button;
}

function drawCross(): SVGElement {
  const draw = (name: string) => document.createElementNS("http://www.w3.org/2000/svg", name);
  const icon = draw("svg");
  const lines = draw("path");
  icon.setAttribute("viewBox", "0 0 24 24");
  lines.setAttribute("d", "M18 6 6 18M6 6l12 12");
  icon.append(lines);
  return icon as SVGElement;
}

/** A browser that stores nothing would show the invitation on every page. */
function isKept(chatId: string): boolean {
  try {
    return localStorage.getItem(`sapa:${chatId}`)?.includes('"met":1') === true;
  } catch {
    return false;
  }
}
