/**
 * One agent on a host page: launcher at once, frame on intent. Everything it does to the page hangs on one element
 * and one AbortController, so that `destroy` leaves nothing. Rules: product 5.1, 5.7.
 */

import type { Identity } from "../../contract/chat.ts";
import { LAUNCHER_COLOUR } from "../../contract/colour.ts";
import type { FromFrame, ToFrame } from "../../contract/frame.ts";
import { LOADER_TEXT } from "../../contract/widget-text.ts";
import { type Options, warn } from "./options.ts";
import { styleFor } from "./style.ts";

/** What a page can ask of an agent; the argument is the text of `prefill` and `ask`, or who the visitor is. */
export type Commands = Record<string, (argument: unknown) => void>;
export type Emit = (name: string, detail?: object) => void;

/** In the host page's storage: the last-known look, and the visitor's session where the frame may keep none. */
interface Kept {
  color?: string;
  icon?: string;
  session?: string;
}

/** What the server says of an agent, and of this page: whether it may have it, and the words for one that may not. */
interface Answer {
  toggleIconColor?: string;
  toggleIcon?: string;
  valid?: boolean;
  message?: string;
}

/** A refused frame fires `load` like any other, but never speaks; nor does one that the server could not send. */
const SILENCE_MS = 3_000;
const AGAIN_MS = 5_000;

/** `leave`: the chat is off the page, and is told to nobody any more. */
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
  /** What waits for the frame; null while it listens. */
  let queue: ToFrame[] | null = [];
  /** There is something in the frame to look at. */
  let isShown = false;
  let identity: Identity | undefined;
  let isOpen = false;
  let unread = 0;

  /** Draws the state. */
  const update = () => {
    // For the page's own listeners, with every change; the frame may be there much later, or never.
    postMessage({ type: "sapa-size", width: isOpen ? 370 : 80, height: isOpen ? 470 : 80 });
    root.className = `${isOpen && "open"} ${isShown && "ready"}`;
    picture.hidden = isOpen || !kept.icon;
    badge.textContent = (unread || "") as string;
    button.ariaLabel = `${isOpen ? closeChat : openChat} ${unread || ""}`;
  };

  const paint = () => {
    button.style.cssText = `--c:${kept.color ?? LAUNCHER_COLOUR}`;
    if (kept.icon) picture.src = kept.icon;
    update();
  };

  const keep = (change: Kept) => {
    kept = remember(key, { ...kept, ...change });
  };

  const post = (message: ToFrame) => {
    queue ? queue.push(message) : frame?.contentWindow?.postMessage(message, origin);
  };

  /** Takes away a frame that brought no chat. What waits for one waits on through an outage. */
  const fail = (refusal?: string) => {
    // A frame that goes takes the focus with it, and then Esc is heard by nobody.
    if (shadow.activeElement) button.focus();
    frame?.remove();
    frame = null;
    isShown = false;
    note.textContent = refusal || unreachable;
    update();
    if (!refusal) return setTimeout(() => isOpen && prepare(), AGAIN_MS);
    queue = [];
    emit("error", { code: "domain_refused" });
  };

  /**
   * The server answers any origin and needs no cookie. A chat that is gone takes its launcher with it. The paths are those
   * of `fetchAgent` and `validateDomain` in src/contract/calls, written out: the loader has no byte to spare for a table.
   */
  const ask = async (path: string, request?: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${origin}/api/chats/${path}`, request);
    if (answer.status === 404) destroy();
    return answer.ok ? answer.json() : {};
  };

  /** On intent: pointer, focus or `open`. The courtesy call runs beside the frame, which refuses by itself. */
  const prepare = () => {
    if (frame) return;
    const made = make("iframe");
    frame = made;
    made.title = "Chat";
    made.referrerPolicy = "origin";
    made.src = `${origin}/embed/${chatId}?lang=${options.lang}&theme=${options.scheme}&in=${target ? "inline" : "loader"}`;
    // A failed call decides nothing: the frame speaks, or its silence does.
    let refusal: string | undefined;
    made.onload = () => setTimeout(() => made === frame && queue && fail(isShown ? "" : refusal), SILENCE_MS);
    box.append(made);
    const body = JSON.stringify({ chatId, domain: location.hostname, lang: options.lang });
    ask("validate-domain", { method: "POST", body }).then(({ valid, message }) => {
      refusal = message;
      if (valid === false && made === frame) fail(message);
    }, update);
  };

  const setOpen = (open: boolean, isByPerson = true) => {
    if (open === isOpen || (target && !open) || !host.isConnected) return;
    isOpen = open;
    unread = 0;
    if (open) prepare();
    update();
    if (open && !queue) post({ type: "sapa-open" });
    if (isByPerson) ((open && frame) || button).focus();
    emit(open ? "open" : "close");
  };

  const greet = () => {
    const waiting = queue ?? [];
    queue = null;
    post({ ...kept, type: "sapa-hello", text: options.wantsText, identity });
    if (isOpen) post({ type: "sapa-open" });
    waiting.forEach(post);
  };

  const hear = (message: FromFrame) => {
    const { type } = message;
    isShown = true;
    // Behind the frame: not empty, which would draw the dots.
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
    frame = null;
    life.abort();
    watcher.disconnect();
    host.remove();
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
    // Known from the first page on, and yet no frame before intent.
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

  /** Beside the body, which single-page sites replace; a page that throws the element out gets it back. */
  const place = () => {
    const parent = target ? document.querySelector(target) : document.documentElement;
    if (host.parentNode === parent) return;
    parent?.append(host);
    // Below a page that is itself transformed, fixed would be somewhere down the page: the top layer is above that.
    if (target || getComputedStyle(document.documentElement).transform === "none") return;
    host.popover = "manual";
    host.showPopover();
  };
  const watcher = new MutationObserver(() => {
    place();
    if (target) setOpen(true, false);
  });

  // A constructed sheet needs no permission of the page's policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleFor(options));
  shadow.adoptedStyleSheets = [sheet];
  picture.alt = "";
  picture.onerror = () => {
    kept.icon = "";
    update();
  };
  button.hidden = options.isHidden || !!target;
  button.onpointerenter = button.onfocus = prepare;
  button.onclick = () => setOpen(!isOpen);
  // Without a value: a handler that gives back false takes Enter, Space and Tab away from the launcher.
  root.onkeydown = (event) => {
    if (event.key === "Escape") setOpen(false);
  };
  addEventListener("message", (event) => event.source === frame?.contentWindow && event.origin === origin && hear(event.data), life);
  followKeyboard(box, life);
  paint();
  place();
  watcher.observe(document.documentElement, { childList: true, subtree: !!target });
  ask(chatId).then(({ toggleIconColor: color, toggleIcon: icon }) => {
    if (color) keep({ color, icon });
    paint();
  }, update);
  // After the calls that waited in the queue, so that their listeners hear of it.
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

/** Lays the given over what the page's storage has. A page without storage keeps it until it is left. */
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
 * The on-screen keyboard covers fixed boxes, and iOS pushes the page up behind them: on small screens the box is where
 * the visible part is, and as high. Somebody who has zoomed in with two fingers keeps the box that they look at.
 */
function followKeyboard({ style }: HTMLElement, life: AddEventListenerOptions): void {
  const view = visualViewport as VisualViewport;
  const follow = () => {
    if (view.scale < 1.1) style.cssText = `--h:${view.height}px;--t:${view.offsetTop}px`;
  };
  for (const name of ["scroll", "resize"]) view.addEventListener(name, follow, life);
}
