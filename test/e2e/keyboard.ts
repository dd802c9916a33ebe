/** A page as people use it who have only a keyboard. */
import type { Page } from "playwright-core";

/** More stops than any screen has; a frame's own controls count as well. */
const MAX_STOPS = 400;

interface Stop {
  /** The control in the page's own words; empty: the focus is on the page itself. */
  name: string;
  /** The place of the control in the list of all that Tab should reach; -1: it is not in the list. */
  at: number;
  fault: string;
  /** Whether Tab may stay in the control: a field for a date has several stops, and so has a frame. */
  hasParts: boolean;
}

/** What `listControls` leaves in the page: the controls, and how each looks without the focus. */
interface Marked {
  controls: HTMLElement[];
  names: string[];
  looks: string[];
  lookOf(control: HTMLElement): string;
}

/**
 * Goes through the page with Tab, from its beginning until the focus has been everywhere. Resolves with what is wrong: a
 * control that Tab does not reach, one that does not show that it has the focus, one that is out of sight, an order that
 * jumps back, and a dialog that lets the focus out.
 */
export async function walkByTab(page: Page): Promise<string[]> {
  await page.evaluate(goToStart);
  // A menu closes when the focus leaves it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const names = await page.evaluate(listControls);
  const faults = new Set<string>();
  const reached = new Set<number>();
  let last = -1;
  let isOut = false;
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(lookAtFocus);
    if (stop.name === "") {
      // The end of the page, or of a dialog: the browser's own controls come next.
      if (isOut || stops === 0) break;
      isOut = true;
      continue;
    }
    isOut = false;
    // The walk is back at its beginning, which is also its end if there is only one control.
    if (reached.has(stop.at) && !(stop.at === last && stop.hasParts)) break;
    if (stop.fault) faults.add(`${stop.name}: ${stop.fault}`);
    if (stop.at >= 0 && stop.at < last) faults.add(`${stop.name}: comes after ${names[last]}, which is further down`);
    if (stop.at >= 0) {
      reached.add(stop.at);
      last = stop.at;
    }
  }
  names.forEach((name, at) => {
    if (!reached.has(at)) faults.add(`${name}: Tab does not reach it`);
  });
  return [...faults];
}

/** In the page: moves the focus to the beginning of the page, or of the open dialog. */
function goToStart(): void {
  const start = document.querySelector<HTMLElement>("dialog:modal") ?? document.body;
  getSelection()?.removeAllRanges();
  start.setAttribute("tabindex", "-1");
  start.focus({ preventScroll: true });
  start.removeAttribute("tabindex");
}

/** In the page: remembers everything that Tab should reach, in the order of the document. @returns their names */
function listControls(): string[] {
  const root: ParentNode = document.querySelector("dialog:modal") ?? document;
  const selector = "a[href], button, input, select, textarea, summary, iframe, [tabindex]";
  const groups = new Set<string>();
  const controls = [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => {
    if (one.tabIndex < 0 || one.matches(":disabled, [inert], [inert] *") || one.closest("details:not([open]) > :not(summary)"))
      return false;
    if (!one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })) return false;
    // Tab stops once in a group of radio buttons: at the chosen one.
    if (!(one instanceof HTMLInputElement) || one.type !== "radio" || one.checked) return true;
    const isFirst = !groups.has(one.name) && !root.querySelector(`input[type=radio][name="${CSS.escape(one.name)}"]:checked`);
    groups.add(one.name);
    return isFirst;
  });
  // A ring, an edge or a ground may be the control's own, its label's, or that of the box around a field.
  const lookOf = (control: HTMLElement) => {
    const parts = [control, control.parentElement, control.parentElement?.parentElement, ...control.querySelectorAll("*")];
    const styles = parts.flatMap((part) => (part ? [getComputedStyle(part)] : []));
    return styles
      .map(({ outline, borderColor, boxShadow, backgroundColor }) => [outline, borderColor, boxShadow, backgroundColor].join())
      .join(";");
  };
  const words = (one: HTMLElement) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 40);
  const names = controls.map((one) => `${one.tagName.toLowerCase()} "${words(one)}"`);
  const marked: Marked = { controls, names, looks: controls.map(lookOf), lookOf };
  Object.assign(window, { marked });
  return names;
}

/** In the page: where the focus is, and whether a person can see it. */
function lookAtFocus(): Stop {
  const { controls, names, looks, lookOf } = (window as unknown as { marked: Marked }).marked;
  const focus = document.activeElement;
  if (!(focus instanceof HTMLElement) || focus === document.body || focus === document.documentElement)
    return { name: "", at: -1, fault: "", hasParts: false };
  const at = controls.indexOf(focus);
  const name = names[at] ?? focus.tagName.toLowerCase();
  const isOfParts = "iframe, input[type=date], input[type=datetime-local], input[type=time], input[type=month]";
  const hasParts = focus.shadowRoot !== null || focus.matches(isOfParts);
  // What is inside a frame or a widget has its own test.
  if (focus.tagName === "IFRAME" || focus.shadowRoot) return { name, at, fault: "", hasParts };
  const modal = document.querySelector("dialog:modal");
  if (modal && !modal.contains(focus)) return { name, at, fault: "is outside of the dialog", hasParts };
  // A control that is hidden from the eye shows the focus on its label.
  const box = (focus.matches(".sr-only") ? (focus.closest("label") ?? focus) : focus).getBoundingClientRect();
  const isSeen = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  if (!isSeen) return { name, at, fault: "has the focus out of sight", hasParts };
  return { name, at, fault: at >= 0 && lookOf(focus) === looks[at] ? "does not show that it has the focus" : "", hasParts };
}

/** Esc closes the open dialog, and the focus returns to what had it before. Resolves with what is wrong. */
export async function leaveByEscape(page: Page): Promise<string[]> {
  const count = () => page.locator("dialog:modal").count();
  const before = await count();
  if (before === 0) return [];
  await page.keyboard.press("Escape");
  if (!(await soon(async () => (await count()) < before))) return ["Esc does not close the dialog"];
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
  return (await soon(hasFocus)) ? [] : ["the focus is lost when the dialog closes"];
}

/** Whether it becomes true within two seconds. */
async function soon(read: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + 2_000; performance.now() < end; await Bun.sleep(25)) if (await read()) return true;
  return read();
}
