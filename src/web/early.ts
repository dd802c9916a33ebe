/**
 * The first script of the application's documents. It is small and does not wait for the application's code: it sets the theme
 * and the language before anything is painted, completes the bones of the page, and starts what the page needs.
 */
import { accountCalls } from "../contract/calls/accounts.ts";
import { agentCalls } from "../contract/calls/agents.ts";
import { addressOf, headersOf } from "./api.ts";
import { startEarly } from "./early-calls.ts";
import { greetedName } from "./greeting.ts";
import { readSession } from "./session.ts";
import { readLanguage } from "./text/chosen-language.ts";
import { applyTheme, readTheme } from "./theme.ts";

/** The addresses of a page's first calls, as its route in routes.tsx makes them. */
function addressesOf(pathname: string, search: URLSearchParams, userId: string): string[] {
  const user = addressOf(accountCalls.fetchUser, { params: { id: userId } });
  const chatId = search.get("chatId");
  if (pathname === "/dashboard" || pathname === "/start") return [user];
  if (pathname !== "/editor") return [];
  return chatId ? [user, addressOf(agentCalls.fetchAgent, { params: { chatId }, query: { knowledge: "none" } })] : [user];
}

function startCalls(): void {
  const { user, token } = readSession();
  if (!user || token === null) return;
  window.sapaEarly = new Map();
  const addresses = addressesOf(location.pathname, new URLSearchParams(location.search), user.id);
  for (const address of addresses) startEarly(address, token, headersOf(token));
}

/** What the build writes into the document for this script. */
interface PageFiles {
  /** The script with which the page starts, and the scripts that load with it. */
  entry: string;
  with: string[];
  /** The files of the page's texts by language. */
  texts: Record<string, string[]>;
  /** Whether the document is all that the page shows at first: its scripts can wait until it is painted. */
  isComplete: boolean;
}

/** By a script and not by tags in the document: the style and the font, which everything on screen waits for, come first. */
function loadApplication({ entry, with: others, texts }: PageFiles, language: string): void {
  for (const href of new Set([...others, entry, ...(texts[language] ?? [])]))
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  whenParsed(() => document.head.append(Object.assign(document.createElement("script"), { type: "module", src: entry })));
}

function whenParsed(run: () => void): void {
  if (document.readyState === "loading") document.addEventListener("readystatechange", run, { once: true });
  else run();
}

/** A page in the background is not painted, and must not wait for it. */
function whenPainted(run: () => void): void {
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}

/** Greets by name. The document is the same for everybody; the name is stored in the browser. */
function showName(): void {
  const { user } = readSession();
  if (!user) return;
  const name = greetedName(user);
  for (const element of document.querySelectorAll<HTMLElement>("[data-greeting]"))
    element.textContent = (element.dataset.greeting ?? "").replace("{name}", () => name);
}

const files = JSON.parse(document.currentScript?.dataset.files ?? "{}") as PageFiles;
applyTheme(readTheme());
if (files.isComplete) whenParsed(() => whenPainted(() => loadApplication(files, document.documentElement.lang)));
else {
  const language = readLanguage();
  document.documentElement.lang = language;
  loadApplication(files, language);
  startCalls();
  whenParsed(showName);
}
