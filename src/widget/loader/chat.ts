/**
 * One agent on a host page. The launcher is shown at once, and the frame is created when the visitor is about to use it.
 * All changes to the page are tied to one element and one AbortController, so that `destroy` removes everything. Rules:
 * product 5.1, 5.7.
 */

import type { Identity } from "../../contract/chat.ts";
import type { FromFrame, ToFrame } from "../../contract/frame.ts";
import { LOADER_TEXT } from "../../contract/widget-text.ts";
import { type Options, warn } from "./options.ts";
import { styleFor } from "./style.ts";

/** The commands of a page for an agent. The argument is the text of `prefill` and `ask`, or the identity of the visitor. */
export type Commands = Record<string, (argument: unknown) => void>;
export type Emit = (name: string, detail?: object) => void;

/** What the host page's storage keeps: the agent as it was last known, and the session if the frame's storage is refused. */
interface Kept {
  toggleIconColor?: string;
  toggleIcon?: string;
  roomy?: boolean;
  invitation?: string;
  /** Set once this browser has shown the invitation. */
  met?: number;
  session?: string;
}

/**
 * A page sends its first message while it loads. A frame that was refused or could not be loaded also fires `load`, but
 * never sends one, and counts as failed after this time.
 */
const SILENCE_MS = 500;
const AGAIN_MS = 5_000;

/** Adds an agent to the page. `leave` is called when it is removed; it then dispatches no more events. */
export function mountChat(options: Options, emit: Emit, leave: () => void): Commands {
  const { chatId, origin, target } = options;
  const [openChat, closeChat, unreachable] = LOADER_TEXT[options.lang];
  const key = `sapa:${chatId}`;
  const life = new AbortController();
  const host = make("div");
  const shadow = host.attachShadow({ mode: "open" });
  const root = make("div", shadow);
  const box = make("div", root);
  const note = make("output", box);
  const button = make("button", root);
  const picture = make("img", button);
  const badge = make("i", button);
  let kept = remember(key, {});
  let frame: HTMLIFrameElement | null = null;
  /** Messages that wait for the frame; null once the frame listens. */
  let queue: ToFrame[] | null = [];
  /** Whether the frame has sent a message and therefore shows something. */
  let isShown = false;
  /** Why this page may not show the agent. */
  let refusal: string | undefined;
  let identity: Identity | undefined;
  let isOpen = false;
  let unread = 0;

  /** Updates the elements to match the state. */
  const update = () => {
    // This message is for listeners of the page. It is sent on every change, since the frame may load much later or never.
    postMessage({ type: "sapa-size", width: isOpen ? 370 : 80, height: isOpen ? 470 : 80 });
    root.className = `${isOpen && "open"} ${isShown && "ready"}`;
    badge.textContent = (unread || "") as string;
    picture.hidden = isOpen || !kept.toggleIcon;
    button.ariaLabel = `${isOpen ? closeChat : openChat} ${unread || ""}`;
  };

  const paint = () => {
    sheet.replaceSync(styleFor(options, kept));
    if (kept.toggleIcon) picture.src = kept.toggleIcon;
    update();
  };

  const keep = (change: Kept) => {
    kept = remember(key, { ...kept, ...change });
  };

  const post = (message: ToFrame) => {
    queue ? queue.push(message) : frame?.contentWindow?.postMessage(message, origin);
  };

  /** Removes a frame that did not load a chat. Waiting messages are kept during an outage. */
  const fail = (reason?: string) => {
    // Removing the frame would lose the focus, and with it the handling of Esc.
    if (shadow.activeElement) button.focus();
    frame?.remove();
    frame = null;
    isShown = false;
    note.textContent = reason || unreachable;
    update();
    if (!reason) return setTimeout(() => isOpen && prepare(), AGAIN_MS);
    queue = [];
    emit("error", { code: "domain_refused" });
  };

  /** Creates the frame, on pointer, focus or `open`. The server itself refuses a frame on the wrong page. */
  const prepare = () => {
    if (frame) return;
    const made = make("iframe");
    frame = made;
    made.title = "Chat";
    made.referrerPolicy = "origin";
    made.src = `${origin}/embed/${chatId}?lang=${options.lang}&theme=${options.scheme}&in=${target ? "inline" : "loader"}`;
    made.onload = () => setTimeout(() => made === frame && queue && fail(isShown ? "" : refusal), SILENCE_MS);
    box.append(made);
  };

  const setOpen = (open: boolean, isByPerson = true) => {
    if (open === isOpen || !host.isConnected || (target && !open)) return;
    isOpen = open;
    unread = 0;
    if (open) prepare();
    update();
    if (open && !queue) post({ type: "sapa-open" });
    if (isByPerson) ((open && isShown && frame) || button).focus();
    emit(open ? "open" : "close");
  };

  const greet = () => {
    const waiting = queue ?? [];
    queue = null;
    post({ ...kept, type: "sapa-hello", text: options.wantsText, identity });
    if (isOpen) post({ type: "sapa-open" });
    // Chromium may leave the keys with the page if the frame was focused while it was loading.
    if (shadow.activeElement) {
      button.focus();
      if (isOpen) frame?.focus();
    }
    waiting.forEach(post);
  };

  const hear = (message: FromFrame) => {
    const { type } = message;
    isShown = true;
    // The note is behind the frame now. It must not be empty, because an empty note shows the loading dots.
    note.textContent = " ";
    if (type === "sapa-ready") greet();
    if (type === "sapa-close") setOpen(false);
    if (type === "sapa-store") keep(message);
    if (type === "sapa-event") {
      if (message.from === "agent" && !isOpen) unread++;
      emit(message.name, message);
    }
    update();
  };

  const destroy = () => {
    leave();
    life.abort();
    host.remove();
    watcher.disconnect();
    frame = null;
  };

  const commands: Commands = {
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!isOpen),
    show: () => {
      button.hidden = !!target;
    },
    hide: () => {
      button.hidden = true;
    },
    // The identity is known from the first page on, but the frame is not created before the visitor is about to use it.
    identify(who) {
      identity = who as Identity;
      if (!queue) greet();
    },
    destroy,
  };
  for (const name of ["prefill", "reset", "ask"] as const) {
    commands[name] = (text) => {
      if (name !== "reset" && typeof text !== "string") return warn(`bad ${name}`);
      if (name === "ask") setOpen(true);
      else prepare();
      post({ type: `sapa-${name}`, text: text as string });
    };
  }

  /** Puts the element beside the body, because single-page sites replace the body. If a page removes the element, it is added again. */
  const place = () => {
    const parent = target ? document.querySelector(target) : document.documentElement;
    if (host.parentNode === parent) return;
    parent?.append(host);
    // If the page's root element is transformed, `fixed` is relative to it, so the element is put into the top layer.
    if (target || getComputedStyle(document.documentElement).transform === "none") return;
    host.popover = "manual";
    host.showPopover();
  };
  const watcher = new MutationObserver(() => {
    place();
    if (target) setOpen(true, false);
  });

  // A constructed style sheet is not subject to the page's content security policy.
  const sheet = new CSSStyleSheet();
  shadow.adoptedStyleSheets = [sheet];
  picture.alt = "";
  picture.onerror = () => {
    kept.toggleIcon = "";
    update();
  };
  button.hidden = options.isHidden || !!target;
  button.onpointerenter = button.onfocus = prepare;
  button.onclick = commands.toggle as () => void;
  // The handler must not return a value: returning false would block Enter, Space and Tab on the launcher.
  root.onkeydown = (event) => {
    if (event.key === "Escape") setOpen(false);
  };
  addEventListener("message", (event) => event.source === frame?.contentWindow && event.origin === origin && hear(event.data), life);
  followKeyboard(box, life);
  paint();
  place();
  watcher.observe(document.documentElement, { childList: true, subtree: !!target });
  // The server answers any origin and needs no cookie. The path is that of `fetchAgent` in src/contract/calls/agents.ts; it
  // is written out, because the table would exceed the loader's size budget.
  fetch(`${origin}/api/chats/${chatId}?lang=${options.lang}`)
    .then(async (answer) => {
      if (answer.status === 404) destroy();
      if (!answer.ok) return;
      const agent = await answer.json();
      refusal = agent.refusal;
      keep(agent);
      paint();
      // Most agents have no invitation, and most visitors have seen it, so its code is loaded only to show it.
      if (kept.invitation && !kept.met) (await import(`${origin}/assets/invite.js`)).invite(root, kept, options, keep);
    })
    .catch(update);
  // This runs after the queued calls, so that listeners that they add get the event.
  queueMicrotask(() => {
    emit("ready");
    if (!host.isConnected) warn(`no ${target}`);
    if (target || options.isOpen) setOpen(true, false);
  });
  return commands;
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, parent?: Node): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  parent?.appendChild(element);
  return element;
}

/** Merges the given values into the page's storage. Without storage, they last only until the page is left. */
function remember(key: string, given: Kept): Kept {
  try {
    const kept = { ...JSON.parse(localStorage[key] ?? "{}"), ...given };
    localStorage[key] = JSON.stringify(kept);
    return kept;
  } catch {
    return given;
  }
}

/**
 * The on-screen keyboard covers fixed boxes, iOS scrolls the page behind them, and a page may be wider than the screen. On
 * small screens the box therefore has the place and size of the visible part. While a visitor has zoomed in, the box stays as it is.
 */
function followKeyboard({ style }: HTMLElement, life: AddEventListenerOptions): void {
  const view = visualViewport as VisualViewport;
  const follow = () => {
    if (view.scale < 1.1) style.cssText = `--h:${view.height}px;--t:${view.offsetTop}px;--w:${view.width}px;--l:${view.offsetLeft}px`;
  };
  follow();
  view.addEventListener("scroll", follow, life);
  view.addEventListener("resize", follow, life);
}
